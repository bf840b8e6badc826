import Engine
import Events
import Foundation
import Support
import Tapes
import Testing
import Wire

@testable import App
@testable import Checks
@testable import Platform
@testable import Playback

/// Faults that nobody thought of, and the measure by which they are judged.
@Suite struct MutationTests {
    /// Two chunks of the demo.
    private static func tape(in folder: Folder) throws -> String {
        var rewriting = Rewriting()
        rewriting.rules = [
            "drop where chunk=2..", "drop where name=play_base_animation", "drop where name=new_message time=5s..",
            "move 5s where name=audio_end",
        ]
        _ = try rewriting.run(try RewrittenDemo.tape(in: folder), to: folder.file("two.cameo"))
        return folder.file("two.cameo")
    }

    /// What `check` does not find, each for a reason that docs/check.md gives.
    private static let unfound: Set<UInt64> = [
        // Forty wrong bits in an MP3 that can be decoded all the same.
        3
    ]

    @Test("of sixty faults by chance each one that is noticed is found, and nothing else is called broken")
    func sixty() throws {
        let folder = try Folder()
        let score = try MutationScore(try Self.tape(in: folder))
        defer { score.close() }
        let trials = try inParallel(Array(1...60)) { seed in
            Result { (seed: UInt64(seed), trial: try score.mutant(UInt64(seed))) }
        }.map { try $0.get() }
        for (seed, trial) in trials {
            #expect(trial.isRight != Self.unfound.contains(seed), "seed \(seed): \(trial)")
        }
        // Enough of each kind, so that all of it is tried.
        let noticed = trials.count { $0.trial.effect == .noticeable }
        #expect(noticed >= 15 && trials.count { $0.trial.effect == .none } >= 15, "\(noticed)")
    }

    @Test("a fault follows from its seed alone, and all its rules can be applied")
    func seeded() throws {
        let folder = try Folder()
        let open = try OpenTape(try Self.tape(in: folder))
        defer { open.close() }
        let index = try rewriteIndex(of: open.reader)
        var kinds: Set<String> = []
        for seed in 0..<400 as Range<UInt64> {
            let rules = try #require(try RewriteMutation.rules(for: index, seed: seed))
            #expect(try !rules.isEmpty && rules == RewriteMutation.rules(for: index, seed: seed))
            var plan = RewritePlan(index, seed: 0)
            for rule in rules { try Self.apply(rule, to: &plan) }
            kinds.insert(String(rules[0].text.prefix { $0 != " " }))
        }
        #expect(kinds.isSuperset(of: ["drop", "duplicate", "delay", "corrupt", "set", "remove"]), "\(kinds)")
        #expect(try RewriteMutation.rules(for: RewriteIndex(), seed: 1) == nil)
    }

    /// That there is nothing to drop any more is the one thing that may be wrong with it.
    private static func apply(_ rule: RewriteRule, to plan: inout RewritePlan) throws {
        do {
            try plan.apply(rule)
        } catch {
            guard case .matchesNothing = error else { throw error }
        }
    }

    /// What becomes of the demo by these rules, laid beside the clean run.
    private func difference(_ rules: [String]) throws -> PerceptionDifference {
        let folder = try Folder()
        var rewriting = Rewriting()
        rewriting.rules = rules
        _ = try rewriting.run(try RewrittenDemo.tape(in: folder), to: folder.file("other.cameo"))
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
            ["delay 300ms where message=1"],
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
        let gone = try difference(["drop where message=1"])
        #expect(gone.pictures > .seconds(5) && gone.sound > .seconds(5), "\(gone)")
    }
}
