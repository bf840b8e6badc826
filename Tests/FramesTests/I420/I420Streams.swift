import Events
import Support
import Testing

@testable import Frames

/// All that a parser tells of a stream.
struct HeardOfStream: Equatable {
    var formats: [I420StreamFormat] = []
    var frames: [[UInt8]] = []
    var dropped = 0
    /// Bytes of the frame that did not come whole.
    var rest = 0
    var error: I420StreamError?
}

extension I420Parsing {
    /// Feeds the bytes in pieces of the sizes given, again and again, and ends the stream; each frame is let go at once.
    mutating func hear(_ bytes: [UInt8], inPiecesOf sizes: [Int] = [Int.max]) -> HeardOfStream {
        var heard = HeardOfStream()
        var rest = bytes[...]
        var turn = 0
        do throws(I420StreamError) {
            while !rest.isEmpty {
                var piece = rest.prefix(sizes[turn % sizes.count])
                rest = rest[piece.endIndex...]
                turn += 1
                while let event = try next(&piece) {
                    switch event {
                    case .began(let format): heard.formats.append(format)
                    case .frame(let frame): heard.frames.append(frame.bytes)
                    case .dropped: heard.dropped += 1
                    }
                }
            }
            heard.rest = try end()
        } catch {
            heard.error = error
        }
        return heard
    }
}

/// The format and the error of a stream with this header and no frames.
func heard(header: String) -> HeardOfStream {
    var parser = Y4MParser(I420Pool())
    return parser.hear(Array("\(header)\n".utf8))
}

func y4m(_ header: String, _ frames: [[UInt8]], line: String = "FRAME") -> [UInt8] {
    Array("\(header)\n".utf8) + frames.flatMap { Array("\(line)\n".utf8) + $0 }
}

extension SplitMix64 {
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

    mutating func pieces() -> [Int] { (0..<number(1...9)).map { _ in number(1...(isOneIn(2) ? 4 : 90)) } }

    /// Noise.
    mutating func frame(_ size: PixelSize) throws -> I420Frame {
        let layout = try #require(I420Layout(size))
        return try I420Frame.filled(layout, bytes(layout.byteCount))
    }
}

extension I420Frame {
    /// Of a pool of its own.
    static func filled(_ layout: I420Layout, _ bytes: [UInt8]) throws -> I420Frame {
        var filling = try #require(I420Pool().take(layout))
        filling.write(bytes[...], at: 0)
        return filling.frame
    }

    /// From the definition: a function of the place for Y, and the same U and V everywhere.
    static func drawn(_ size: PixelSize, u: UInt8 = 128, v: UInt8 = 128, y: (Int, Int) -> UInt8) throws -> I420Frame {
        let layout = try #require(I420Layout(size))
        let luma = (0..<size.height).flatMap { row in (0..<size.width).map { y($0, row) } }
        let chroma = layout.chromaSize.count
        return try filled(
            layout, luma + [UInt8](repeating: u, count: chroma) + [UInt8](repeating: v, count: chroma))
    }
}
