import Engine
import Events
import Frames
import JSON
import Playback
import PlaybackSupport
import Support
import Testing

@testable import Checks
@testable import Debugger

/// What findings say of where they are and whose they are.
@Suite("Words of a check") struct CheckWordsTests {
    private static func lines(_ change: (inout CheckResult) -> Void) -> [String] {
        var result = CheckResult(file: "tape.cameo")
        (result.figures.frames, result.hearing) = (1, .replayed)
        change(&result)
        result.judge(by: CheckLimits())
        return CheckText.lines(result, isLong: false)
    }

    @Test("d-never-linked: where there was no link it was not lost either, and that is said")
    func neverLinked() throws {
        func link(_ change: (inout CheckResult) -> Void) throws -> String {
            var result = CheckResult(file: "tape.cameo")
            change(&result)
            return try #require(CheckText.lines(result, isLong: true).first { $0.hasPrefix("  link ") })
        }
        #expect(try link { _ in } == "  link     never made: no connection in all of the recording")
        #expect(try link { $0.figures.hadLink = true } == "  link     not lost")
        #expect(
            try link { $0.figures.linkLosses.add(.seconds(2)) }.hasPrefix("  link     lost 1 time, for 2"))
    }

    @Test(
        "a recorder that stood still for 200 ms or longer is told of, and is no fault",
        arguments: [(199, ""), (200, "; recording host stalled 0.20 s")])
    func recorder(milliseconds: Int64, words: String) {
        let line = Self.lines { $0.figures.stalls.add(.milliseconds(milliseconds)) }.first
        #expect(line?.hasPrefix("ok ") == true && line?.contains("as recorded\(words); seams") == true, "\(line ?? "")")
    }

    @Test("what is odd about a batch names its chunk, and is explained by no frame of another one")
    func oddBatch() async throws {
        let folder = try Folder()
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        try stream.chunk(0, frames: 12, at: 0.5)
        let frames: [JSON] = [["sequence_index": 3], ["sequence_index": 4]]
        stream.say(0.55, "receive_frame_images_batch", ["chunk_index": 1, "frames": .array(frames)])
        try stream.chunk(1, frames: 15, at: 0.7)
        stream.say(0.8, "audio_end", [:])
        _ = try await stream.tape(folder.file("odd.cameo"))
        var options = CheckOptions()
        options.explains = true
        let result = Check.run(folder.file("odd.cameo"), options)
        let odd = result.findings.filter { $0.kind == .odd }
        let batch = "malformed receive_frame_images_batch of chunk 1"
        #expect(odd.map(\.found) == (0...1).map { "\(batch): frame \($0): no image_data" })
        #expect(odd.map(\.chunk) == [1, 1] && odd.map { $0.position?.sequence } == [3, 4])
        // Chunk 0 is on screen then.
        #expect(odd.allSatisfy { result.marked[$0.time] != nil && result.why($0) == nil })
    }
}
