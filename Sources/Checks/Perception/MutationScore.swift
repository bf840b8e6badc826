import Events
import Files
import Platform
import Playback
import Rewriting
import Tapes

/// How much of what goes wrong `check` finds: faults are put into a clean tape, each run is compared with the clean one, and what
/// `check` says is held against what a viewer or listener would notice.
struct MutationScore: Sendable {
    /// What a fault does to what is seen and heard.
    enum Effect: String, Sendable, CaseIterable {
        /// Another picture for two frames, or something else to be heard for 30 ms.
        case noticeable
        /// Less than that: either verdict is right.
        case slight
        /// Nothing at all.
        case none
        /// Nothing, by the way in which it was made, and `check` has no reason to object either.
        case healthy
    }

    /// One fault and what came of it.
    struct Trial: Sendable {
        /// The rules that made it, or the name of a recipe.
        var fault: String
        var effect: Effect
        var isFound: Bool
        var pictures: TimeSpan
        var sound: TimeSpan
        /// What `check` objected to.
        var exceeded: [CheckMeasure]
        /// The kind of fault.
        var kind = MutationScore.single

        /// What is noticed has to be found, and of what makes no difference nothing but the message itself may be objected to.
        var isRight: Bool {
            switch effect {
            case .noticeable: isFound
            case .slight: true
            case .none: !isFound || isObjection
            case .healthy: !isFound
            }
        }

        /// `check` objects only to messages: they are not as the protocol has them, not whole, or sound and frames were not made
        /// to the same length. That is said whether or not anybody notices it.
        var isObjection: Bool {
            isFound && exceeded.allSatisfy { Self.objections.contains($0) }
        }

        private static let objections: Set<CheckMeasure> = [
            .oddities, .notes, .length, .headerless, .soundFailures, .decodeFailures, .missingEnds,
        ]
    }

    /// The kind of all faults in one event, frame or field.
    static let single = "one event, frame or field"
    static let kinds = [single] + MutationOperator.all.map(\.name)

    /// The limits that `check` is tried with.
    static let limits: CheckLimits = {
        var limits = CheckLimits()
        // An avatar that stands still for a second because nobody says that the message is over is noticed.
        limits[.missingEnds] = 0
        return limits
    }()

    private let path: String
    private let options: CheckOptions
    private let clean: (Perception, PerceptionWatch)
    private let tape: OpenTape
    private let index: RewriteIndex
    private let material: MutationMaterial
    private let period: TimeSpan
    /// A fault that changes nothing is drawn anew so many times.
    private static let attempts = 50

    /// - Parameter path: a tape that `check` has nothing to say against.
    /// - Throws: what reading a tape can; `CommandError.unusable` for a tape that is not clean.
    init(_ path: String) throws {
        var options = CheckOptions()
        options.playing.isFresh = true
        options.limits = Self.limits
        (self.path, self.options) = (path, options)
        tape = try OpenTape(path)
        let (result, perception) = try Self.run(tape.reader, options)
        guard result.verdict == .clean else {
            throw CommandError.unusable("\(path): expected a recording without faults, found one beyond limits")
        }
        clean = perception
        index = try rewriteIndex(of: tape.reader)
        period = options.playing.settings.period
        material = try MutationMaterial(tape.reader, index, perception.1, period: period)
    }

    func close() { tape.close() }

    // MARK: Trials

    func recipe(_ id: String) throws -> Trial {
        let recipe = try RewriteRecipe.named(id)
        guard var trial = try trial(try recipe.rules(for: index), named: id) else {
            throw RewriteError.changesNothing(rule: id)
        }
        // There is nothing to lay it beside: `check` must have nothing against it.
        if recipe.visibility == .another { (trial.effect, trial.pictures, trial.sound) = (.none, .zero, .zero) }
        return trial
    }

    /// The fault that a seed stands for.
    func mutant(_ seed: UInt64) throws -> Trial {
        for attempt in 0..<Self.attempts {
            guard let rules = try RewriteMutation.rules(for: index, seed: seed, attempt: attempt) else { break }
            let name = rules.map(\.text).joined(separator: "; ")
            if !rules.isEmpty, let trial = try trial(rules, named: name) { return trial }
        }
        throw CommandError.unusable("\(path): no fault of seed \(seed) changes anything")
    }

    /// A fault of a kind that users report, or a healthy change (`MutationOperator`).
    func reported(_ seed: UInt64) throws -> Trial {
        for attempt in 0..<Self.attempts {
            guard var draw = MutationDraw(material, Chance(seed: seed, attempt, MutationOperator.all.count)),
                let kind = draw.one(of: MutationOperator.all), let rules = try kind.rules(&draw),
                let trial = try trial(rules, named: "\(kind.name) (seed \(seed))", of: kind)
            else { continue }
            return trial
        }
        throw CommandError.unusable("\(path): no kind of fault fits seed \(seed)")
    }

    /// - Parameter kind: `nil` where the run is compared with the clean one.
    /// - Returns: `nil` where the rules change nothing.
    private func trial(_ rules: [RewriteRule], named name: String, of kind: MutationOperator? = nil) throws -> Trial? {
        let folder = try TemporaryFolder.make()
        let temporaryFiles = TemporaryFiles(folder.temporaryFiles)
        defer { temporaryFiles.remove() }
        do {
            _ = try rewrite(
                tape.reader, from: path, to: folder.tape, seed: 0, program: "cameo \(Version.text)",
                rules: { _ in rules })
        } catch let error as RewriteError {
            switch error {
            case .matchesNothing, .changesNothing: return nil
            default: throw error
            }
        }
        let changed = try OpenTape(folder.tape)
        defer { changed.close() }
        let (result, found) = try Self.run(changed.reader, options)
        var comparison = PerceptionComparison(clean, with: found)
        let isCompared = kind.map { $0.notice == .compared } ?? true
        let difference = isCompared ? comparison.difference() : PerceptionDifference()
        var trial = Trial(name, difference, period: period, result)
        if let kind { trial.kind = kind.name }
        switch kind?.notice {
        case .contradiction: trial.effect = .noticeable
        case .healthy: trial.effect = .healthy
        case .compared, nil: break
        }
        return trial
    }

    private static func run(
        _ tape: TapeReader, _ options: CheckOptions
    ) throws -> (CheckResult, (Perception, PerceptionWatch)) {
        let watch = PerceptionWatch(tape)
        var result = CheckResult(file: tape.path)
        let end = try Check.run(tape, options, beside: watch, &result)
        result.judge(by: options.limits)
        return (result, (watch.finish(at: end), watch))
    }
}

extension MutationScore.Trial {
    /// - Parameter result: judged by `MutationScore.limits`.
    init(_ fault: String, _ difference: PerceptionDifference, period: TimeSpan, _ result: CheckResult) {
        self.init(
            fault: fault,
            effect: difference.isNoticeable(period: period)
                ? .noticeable : difference.isNone(period: period) ? .none : .slight,
            isFound: result.verdict != .clean, pictures: difference.pictures, sound: difference.sound,
            exceeded: result.exceeded.map(\.measure))
    }
}

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
