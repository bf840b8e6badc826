import Engine
import Events
import PlaybackSupport
import Support
import Tapes
import Testing

@testable import Benchmarks
@testable import Playback

/// What a viewer and listener would notice of two runs.
@Suite struct PerceptionDifferenceTests {
    /// What becomes of the demo by these rules, laid beside the clean run.
    private func difference(_ rules: [String]) throws -> PerceptionDifference {
        let folder = try Folder()
        var job = RewriteJob()
        job.rules = rules
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: folder.file("other.cameo"))
        let tape = try TapeReader(path: folder.file("other.cameo"))
        let watch = PerceptionWatch(tape)
        var run = try VirtualRun(tape, isFresh: false, watcher: watch)
        try run.run { _ in }
        var comparison = PerceptionComparison(try CleanDemo.perceived.get(), with: (watch.finish(at: run.now), watch))
        return comparison.difference()
    }

    private static let frame = PlaybackSettings().period

    @Test("the clean run is not different from itself, nor from one that comes 300 ms later as a whole")
    func same() throws {
        for rules in [
            ["set image_mime=\"image/gif\" where name=receive_frame_images_batch sequence=0.."],
            ["delay 300ms where message=0"],
        ] {
            let found = try difference(rules)
            #expect(found.isNone(period: Self.frame), "\(rules): \(found)")
        }
    }

    @Test("wrong pictures count by their time, missing and other sound by its own")
    func different() throws {
        let wrong = try difference([
            "set zone_top_left=[5,5] where name=receive_audio chunk=1",
            "set animationFramesChunk[].zone_top_left=[5,5] where name=receive_audio chunk=1",
        ])
        // 36 frames.
        #expect(abs(wrong.pictures.seconds - 1.2) < 0.1 && wrong.sound == .zero, "\(wrong)")
        #expect(wrong.frames == 36)
        let one = try difference([
            "set overlay_id=\"x\" where chunk=1 sequence=20", "corrupt image_data noise where chunk=1 sequence=20",
        ])
        #expect(one.frames == 1 && !one.isNoticeable(period: Self.frame) && !one.isNone(period: Self.frame))
        let silent = try difference(["corrupt audio_data noise where name=receive_audio chunk=2"])
        #expect(silent.pictures == .zero && silent.sound > .seconds(2), "\(silent)")
        let exchanged = try difference([
            "set chunk_index=2 where name=receive_audio chunk=1", "set chunk_index=1 where name=receive_audio chunk=2",
        ])
        #expect(exchanged.sound > .seconds(1), "\(exchanged)")
        let gone = try difference(["drop where message=0"])
        #expect(gone.pictures > .seconds(5) && gone.sound > .seconds(5), "\(gone)")
    }
}
