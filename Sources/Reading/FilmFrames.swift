import Events
import Frames
import Platform
import Programs
import Sound

/// Pictures of a film by the time of its sound (reader 1.12): a program decodes them one after the other, and anew from another place
/// where somebody has jumped. It runs no further ahead than a pipe holds, and is ended with this.
package actor FilmFrames {
    package struct Frame: Sendable {
        /// Another one where it is another picture.
        package let number: Int
        /// In the film, of its begin.
        package let time: TimeSpan
        package let picture: Picture
    }

    /// As many a second as a tile shows at most (picture-in-picture 5.3).
    private static let rate = 15
    package static let period = TimeSpan(microseconds: 1_000_000 / Int64(rate))
    /// No tile is larger, in pixels.
    private static let side = 320
    /// What is farther ahead is sought.
    private static let farthest = TimeSpan.seconds(4)
    private static let patience = TimeSpan.seconds(20)

    private let executor = BlockingExecutor(name: "cameo.film")
    private let file: OpenFile
    private let program: SoundProgram
    private var child: ChildProgram?
    private var pictures = PPMReader(side: side)
    /// Where the program began, and how many frames it has given since.
    private var start = TimeSpan.zero
    private var count = 0
    private var hasEnded = false
    private var newest: Frame?
    private var given = 0

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter file: can be sought in; it is closed with this.
    package init(_ file: sending OpenFile, _ program: SoundProgram) { (self.file, self.program) = (file, program) }

    /// The one that is seen at a time; behind the end the last one.
    /// - Throws: `SoundError.programFailed`, also where there is none.
    package func frame(at time: TimeSpan) throws(SoundError) -> Frame {
        let time = max(.zero, time)
        let isAhead = time >= (newest?.time ?? start) && (hasEnded || time < end + Self.farthest)
        if newest == nil && child == nil || !isAhead { try begin(at: time) }
        while !hasEnded, end <= time { try next() }
        guard let newest else { throw .programFailed("it contains no picture") }
        return newest
    }

    /// Of the newest frame.
    private var end: TimeSpan { start + Self.period * Int64(count) }

    private func begin(at time: TimeSpan) throws(SoundError) {
        (child, pictures, start, count, hasEnded) = (nil, PPMReader(side: Self.side), time, 0, false)
        child = try SoundProgram.start(program.picturing(from: time, rate: Self.rate, side: Self.side), file)
    }

    private func next() throws(SoundError) {
        while true {
            if let picture = try pictures.next() {
                (given, count) = (given + 1, count + 1)
                newest = Frame(number: given, time: end - Self.period, picture: picture)
                return
            }
            guard let child else {
                hasEnded = true
                return
            }
            var nothing: ArraySlice<UInt8> = []
            switch child.next(sending: &nothing, until: Deadline(in: Self.patience)) {
            case .output(let piece): pictures.feed(piece)
            case .ended(let how):
                (self.child, hasEnded) = (nil, true)
                if newest == nil { throw SoundProgram.failure(of: child, how.words) }
                return
            case .late, .stopped:
                (self.child, hasEnded) = (nil, true)
                throw .programFailed("no picture within \(Self.patience.wholeMilliseconds / 1_000) s")
            }
        }
    }
}

/// Takes pictures out of a stream of them, in the binary form of PPM with 8 bits (Netpbm's `ppm`, "P6").
struct PPMReader {
    /// No picture is wider or higher.
    let side: Int
    private var bytes: ArraySlice<UInt8> = []

    private static let headerBytes = 32

    init(side: Int) { self.side = side }

    mutating func feed(_ piece: [UInt8]) { bytes += piece }

    /// - Returns: `nil` until one is whole.
    /// - Throws: `SoundError.programFailed` for what is none.
    mutating func next() throws(SoundError) -> Picture? {
        guard let (size, length) = try header() else { return nil }
        let count = size.count
        guard bytes.count >= length + 3 * count else { return nil }
        let start = bytes.startIndex + length
        var pixels = [UInt8](repeating: 255, count: 4 * count)
        bytes.withUnsafeBufferPointer { bytes in
            for pixel in 0..<count {
                for channel in 0..<3 { pixels[4 * pixel + channel] = bytes[length + 3 * pixel + channel] }
            }
        }
        bytes = bytes[(start + 3 * count)...]
        return Picture(size: size, bytes: pixels)
    }

    /// Its size, and how long the header is.
    private func header() throws(SoundError) -> (PixelSize, Int)? {
        var words: [String] = []
        var word: [UInt8] = []
        for (place, byte) in bytes.prefix(Self.headerBytes).enumerated() {
            guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") else {
                word.append(byte)
                continue
            }
            words.append(String(decoding: word, as: UTF8.self))
            word = []
            guard words.count == 4 else { continue }
            guard words[0] == "P6", words[3] == "255", let width = Int(words[1]), let height = Int(words[2]),
                (1...side).contains(width), (1...side).contains(height)
            else { break }
            return (PixelSize(width: width, height: height), place + 1)
        }
        guard bytes.count < Self.headerBytes, words.count < 4 else {
            throw .programFailed("its output is not a picture")
        }
        return nil
    }
}
