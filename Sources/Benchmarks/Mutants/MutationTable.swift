import Checks
import Platform
import Rewriting

/// `make mutants`: trials of several tapes, their rates, and those that `check` got wrong.
package struct MutationTable {
    /// Which faults.
    package enum Faults: Sendable {
        /// Spread over the tapes: even ones are single events, frames and fields, odd ones the kinds that people report.
        case seeds(Range<UInt64>)
        /// Of all, by their places from 0; on each of the tapes.
        case recipes(Range<Int>)
    }

    private let files: [String]
    private let faults: Faults

    package init(_ files: [String], _ faults: Faults) { (self.files, self.faults) = (files, faults) }

    private var tellsAll: Bool { if case .recipes = faults { true } else { false } }

    /// - Throws: what reading and writing tapes can.
    package func write(_ line: (String) -> Void) throws {
        var all: [MutationScore.Trial] = []
        for (place, file) in files.enumerated() {
            let score = try MutationScore(file)
            defer { score.close() }
            let trials = try trials(score, place)
            line("\(file): \(Self.summary(trials))")
            for trial in trials where !trial.isRight || tellsAll { line("  \(Self.text(trial))") }
            all += trials
        }
        if !tellsAll { for row in Self.rows(all, of: MutationScore.kinds) { line(row) } }
    }

    /// A row for each kind, also for those that no tape could have, and one for all.
    static func rows(_ trials: [MutationScore.Trial], of kinds: [String]) -> [String] {
        let groups = Dictionary(grouping: trials, by: \.kind)
        let width = kinds.map(\.count).max() ?? 0
        let row = { (name: String, cells: [String]) in
            name + String(repeating: " ", count: max(0, width - name.count))
                + cells.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }.joined()
        }
        let counts = { (trials: [MutationScore.Trial]) in
            let noticeable = trials.filter { $0.effect == .noticeable }
            return [
                trials.count, noticeable.count, noticeable.count { $0.isFound }, trials.count { $0.effect == .slight },
                trials.count { $0.effect == .none || $0.effect == .healthy },
                trials.count { !$0.isRight && $0.effect != .noticeable },
            ].map(String.init)
        }
        return [row("", ["faults", "noticeable", "found", "between", "unnoticed", "called broken"])]
            + kinds.map { row($0, counts(groups[$0] ?? [])) } + [row("all", counts(trials))]
    }

    private func trials(_ score: MutationScore, _ place: Int) throws -> [MutationScore.Trial] {
        let results: [Result<MutationScore.Trial?, any Error>]
        switch faults {
        case .seeds(let seeds):
            let own = seeds.filter { Int($0 / 2) % files.count == place }
            results = inParallel(own) { seed in
                Result { seed.isMultiple(of: 2) ? try score.mutant(seed) : try score.reported(seed) }
            }
        case .recipes(let places):
            let all = RewriteRecipe.all
            results = inParallel(all[places.clamped(to: all.indices)].map(\.id)) { id in
                Result {
                    do {
                        return try score.recipe(id)
                    } catch RewriteError.lacking {
                        return nil
                    }
                }
            }
        }
        return try results.compactMap { try $0.get() }
    }

    private static func summary(_ trials: [MutationScore.Trial]) -> String {
        let noticeable = trials.filter { $0.effect == .noticeable }
        let unnoticed = trials.filter { $0.effect == .none || $0.effect == .healthy }
        let slight = trials.filter { $0.effect == .slight }
        return
            "\(trials.count) faults: \(noticeable.count { $0.isFound }) of \(noticeable.count) noticeable ones found; "
            + "of \(unnoticed.count) imperceptible ones \(unnoticed.count { !$0.isFound }) ok, "
            + "\(unnoticed.count { $0.isObjection && $0.isRight }) with a message to object to, "
            + "\(unnoticed.count { !$0.isRight }) false alarms; "
            + "\(slight.count) between, \(slight.count { $0.isFound }) of them found"
    }

    private static func text(_ trial: MutationScore.Trial) -> String {
        let verdict = trial.isRight ? "" : trial.effect == .noticeable ? "MISSED " : "FALSE ALARM "
        return verdict + "\(trial.effect.rawValue) (picture \(CheckText.number(trial.pictures.milliseconds)) ms, "
            + "sound \(CheckText.number(trial.sound.milliseconds)) ms) \(trial.isFound ? "found" : "ok"): \(trial.fault)"
            + (trial.exceeded.isEmpty ? "" : " -> \(trial.exceeded.map { "\($0)" }.joined(separator: ", "))")
    }
}
