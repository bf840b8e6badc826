import Events
import Frames
import Platform
import Testing

/// A header of Y4M for gray frames of two by two pixels.
let smallHeader = "YUV4MPEG2 W2 H2 F10:1"

/// One frame of two by two, known again by its value.
func small(_ value: Int) -> [UInt8] { [UInt8](repeating: UInt8(truncatingIfNeeded: value), count: 6) }

func y4m(_ header: String, _ frames: [[UInt8]], line: String = "FRAME") -> [UInt8] {
    Array("\(header)\n".utf8) + frames.flatMap { framed($0, line: line) }
}

func framed(_ planes: [UInt8], line: String = "FRAME") -> [UInt8] { Array("\(line)\n".utf8) + planes }

func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

extension VideoFrameValue {
    /// Of a frame that is of one value.
    static func of(_ frame: I420Frame?) -> Int? { frame.map { Int($0.bytes[0]) } }
}

enum VideoFrameValue {}

/// The ends of a pipe, both this test's.
final class TestPipe: Sendable {
    let reading: Int32
    private let writing: Int32

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        (reading, writing) = try #require(Descriptor.pipe())
    }

    init(writingTo path: String) throws {
        signal(SIGPIPE, SIG_IGN)
        (reading, writing) = (-1, open(path, O_WRONLY | O_CLOEXEC))
        try #require(writing >= 0)
    }

    /// Waits until there is room for all of it. `false` when nobody reads any more.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool { Descriptor.writeAll(bytes, to: writing) }

    func end() { close(writing) }
}

/// A pipe with a name in the folder.
func makePipe(_ path: String) throws { try #require(mkfifo(path, 0o600) == 0) }
