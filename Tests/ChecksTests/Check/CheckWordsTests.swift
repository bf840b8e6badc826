import Engine
import Events
import Frames
import Playback
import PlaybackSupport
import Support
import Testing
import Wire

@testable import Checks
@testable import Debugger

/// What findings say of where they are and whose they are.
@Suite("Words of a check") struct CheckWordsTests {
    private static let note = "  heard so by whoever recorded it; --fresh judges the stream itself"

    private static func lines(_ change: (inout CheckResult) -> Void) -> [String] {
        var result = CheckResult(file: "tape.cameo")
        (result.figures.frames, result.hearing) = (1, .replayed)
        change(&result)
        result.judge(by: CheckLimits())
        return CheckText.lines(result, isLong: false)
    }

    private static func standStill(_ result: inout CheckResult) {
        result.figures.freezes.add(.milliseconds(70))
        result.figures.standstills.add(.milliseconds(70))
    }

    @Test(
        "where only the recorder's late ticks, and drift for them, are beyond a limit a line below the limits says so")
    func recorder() {
        let alone = Self.lines(Self.standStill)
        #expect(alone.dropFirst().prefix(2) == ["  max_freeze_ms: 70 ms, limit 50 ms", Self.note])
        let drifting = Self.lines { result in
            Self.standStill(&result)
            result.figures.soundAhead = .milliseconds(90)
            result.figures.soundAheadBesides = .milliseconds(20)
        }
        #expect(drifting.dropFirst(3).first == Self.note)
    }

    @Test("it does not where anything else is beyond one, or nothing is, or nobody recorded what is heard")
    func others() {
        let others: [(inout CheckResult) -> Void] = [
            { $0.figures.freezes.add(.milliseconds(60)) },
            { $0.figures.lost = 1 },
            { ($0.figures.soundAhead, $0.figures.soundAheadBesides) = (.milliseconds(200), .milliseconds(130)) },
            { ($0.figures.soundBehind, $0.figures.soundAheadBesides) = (.milliseconds(200), .zero) },
            { $0.hearing = .afresh },
        ]
        for (place, other) in others.enumerated() {
            let lines = Self.lines { result in
                Self.standStill(&result)
                other(&result)
            }
            #expect(lines.first?.hasPrefix("BEYOND ") == true && !lines.contains(Self.note), "\(place)")
        }
        #expect(!Self.lines { _ in }.contains(Self.note))
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
        #expect(odd.map(\.found) == (0...1).map { "receive_frame_images_batch of chunk 1: frame \($0): no image_data" })
        #expect(odd.map(\.chunk) == [1, 1])
        // Chunk 0 is on screen then.
        #expect(odd.allSatisfy { result.marked[$0.time] != nil && result.why($0) == nil })
    }
}
