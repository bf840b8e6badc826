import Engine
import Events
import Foundation
import PlaybackSupport
import Rewriting
import Support
import Tapes
import Testing

@testable import Benchmarks
@testable import Platform
@testable import Playback

/// Faults that nobody thought of, and the measure by which they are judged.
@Suite struct MutationScoreTests {
    /// Two chunks of the demo.
    private static func tape(in folder: Folder) throws -> String {
        var job = RewriteJob()
        job.rules = [
            "drop where chunk=2..", "drop where name=play_base_animation", "drop where name=new_message time=5s..",
            "move 5s where name=audio_end",
        ]
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: folder.file("two.cameo"))
        return folder.file("two.cameo")
    }

    private static let folder = Result { try Folder() }
    /// Of the demo's first chunks; open as long as the tests run.
    private static let demo = Result { try MutationScore(try RewrittenDemo.tape(in: try folder.get())) }

    /// What `check` does not find, each for a reason that docs/inside/check-proof.md gives.
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

    @Test(
        "of an answer without dates that comes while it is played, nobody notices what a recipe says that nobody does")
    func unnoticedOfAnAnswer() async throws {
        let folder = try Folder()
        _ = try await WrittenStream.answer().tape(folder.file("answer.cameo"))
        let score = try MutationScore(folder.file("answer.cameo"))
        defer { score.close() }
        // An idle clip of four pictures shows when two of them are exchanged; a hundred messages take too long.
        let recipes = RewriteRecipe.all.filter { $0.visibility == .unnoticed && !["N33", "N57"].contains($0.id) }
        let trials = try inParallel(recipes.map(\.id)) { id in Result { try Self.trial(id, score) } }
            .compactMap { try $0.get() }
        for trial in trials { #expect(trial.effect == .none && !trial.isFound, "\(trial)") }
        #expect(trials.count > 20)
    }

    @Test(
        "what a recipe says that a viewer or listener notices is what the runs say, and check finds it, or has nothing to say",
        arguments: RewriteRecipe.all.filter { $0.id != "N57" }.map(\.id))
    func expected(id: String) throws {
        let trial = try Self.demo.get().recipe(id)
        let comment: Comment = "\(trial)"
        switch try RewriteRecipe.named(id).visibility {
        case .noticeable: #expect(trial.effect == .noticeable && trial.isFound, comment)
        case .slight: #expect(trial.effect == .slight && trial.isFound, comment)
        case .unnoticed: #expect(trial.effect == .none && !trial.isFound, comment)
        case .odd: #expect(trial.effect == .none && trial.isObjection, comment)
        case .another: #expect(!trial.isFound, comment)
        }
    }

    /// `nil` where the tape lacks what the recipe needs.
    private static func trial(_ id: String, _ score: MutationScore) throws -> MutationScore.Trial? {
        do {
            return try score.recipe(id)
        } catch RewriteError.lacking {
            return nil
        }
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
}
