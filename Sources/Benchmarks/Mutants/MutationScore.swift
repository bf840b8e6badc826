import Checks
import Events
import Files
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
