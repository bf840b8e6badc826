import Events
import JSON
import Platform
import Programs

/// Sound that a program decodes while it is read: another run of it for each place that is sought. What is sought is the same sound to
/// a sample or two, in Matroska to a millisecond. It runs no further ahead than a pipe holds, and is ended with this.
package final class ProgramStream: SoundStream {
    package let rate: Int
    package let channels: Int
    package let announced: Int?
    private let file: OpenFile
    private let program: SoundProgram
    private var child: ChildProgram?
    private var bytes: ArraySlice<UInt8> = []
    private var hasEnded = false

    /// Nothing that is decoded keeps somebody waiting for longer.
    private static let patience = Span.seconds(20)
    private static let answerBytes = 256 << 10
    /// What decoders of AAC need in front of a place to be right at it.
    private static let warmUpSeconds = 0.5

    /// - Parameter file: can be sought in; it is closed with this.
    /// - Throws: `SoundError.programFailed` for what has no sound.
    init(_ file: OpenFile, _ program: SoundProgram, _ limits: SoundLimits = SoundLimits()) throws(SoundError) {
        (self.file, self.program) = (file, program)
        let told = try Self.probe(file, program)
        guard
            let stream = told.object?["streams"]?.array?.compactMap(\.object).first(where: {
                $0["codec_type"]?.string == "audio"
            })
        else {
            throw .programFailed("it contains no sound")
        }
        let found = stream["sample_rate"]?.string.flatMap { Int($0) } ?? 0
        // Those of a file that lies about itself are made.
        rate = limits.rates.contains(found) ? found : 48_000
        channels = stream["channels"] == .number(1) ? 1 : 2
        let seconds = told.object?["format"]?.object?["duration"]?.string.flatMap { Double($0) } ?? 0
        let isLength = seconds > 0 && seconds < Limits.sessionLength.seconds
        announced = isLength ? Int((seconds * Double(rate)).rounded()) : nil
    }

    private static func probe(_ file: OpenFile, _ program: SoundProgram) throws(SoundError) -> JSON {
        let child = try SoundProgram.start(program.probing, file)
        let deadline = Deadline(in: patience)
        var (answer, nothing): ([UInt8], ArraySlice<UInt8>) = ([], [])
        while true {
            switch child.next(sending: &nothing, until: deadline) {
            case .output(let piece):
                answer += piece
                guard answer.count <= answerBytes else { throw .programFailed("too much output about this file") }
            case .ended(.exited(0)):
                guard let told = try? JSON.parse(answer) else { throw .programFailed("no output about this file") }
                return told
            case .ended(let end): throw SoundProgram.failure(of: child, end.words)
            case .late, .stopped:
                throw SoundProgram.failure(of: child, "no answer within \(patience.wholeMilliseconds / 1_000) s")
            }
        }
    }

    // MARK: Reading

    package func seek(to frame: Int) throws(SoundError) {
        let from = max(0, frame - Int(Self.warmUpSeconds * Double(rate)))
        (child, bytes, hasEnded) = (nil, [], false)
        child = try SoundProgram.start(program.decoding(from: from, rate: rate, channels: channels), file)
        var left = frame - from
        while left > 0, case let count = try read(min(left, 1 << 16)).count / channels, count > 0 { left -= count }
    }

    package func read(_ frames: Int) throws(SoundError) -> [Int16] {
        if child == nil, !hasEnded { try seek(to: 0) }
        let wanted = frames * channels * 2
        var collected = Array(bytes)
        while collected.count < wanted, !hasEnded { try collected += more() }
        let whole = min(wanted, collected.count / (2 * channels) * 2 * channels)
        bytes = collected[whole...]
        return collected.withUnsafeBytes { raw in
            (0..<whole / 2).map { Int16(littleEndian: raw.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) }
        }
    }

    private func more() throws(SoundError) -> [UInt8] {
        guard let child else { return [] }
        var nothing: ArraySlice<UInt8> = []
        switch child.next(sending: &nothing, until: Deadline(in: Self.patience)) {
        case .output(let piece): return piece
        case .ended:
            // What is broken off is as long as what could be read of it.
            (self.child, hasEnded) = (nil, true)
            return []
        case .late, .stopped:
            (self.child, hasEnded) = (nil, true)
            throw SoundProgram.failure(of: child, "no sound within \(Self.patience.wholeMilliseconds / 1_000) s")
        }
    }
}
