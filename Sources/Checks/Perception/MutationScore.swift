import Events
import Files
import Playback
import Rewriting
import Tapes
import Wire

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
    }

    /// One fault and what came of it.
    struct Trial: Sendable {
        /// The rules that made it, or the name of a recipe.
        var fault: String
        var effect: Effect
        var isFound: Bool
        var pictures: Span
        var sound: Span
        /// What `check` objected to.
        var exceeded: [CheckMeasure]

        /// What is noticed has to be found, and of what makes no difference nothing but the message itself may be objected to.
        var isRight: Bool {
            switch effect {
            case .noticeable: isFound
            case .slight: true
            case .none: !isFound || isObjection
            }
        }

        /// `check` objects only to messages: they are not as the protocol has them, not whole, or sound and frames were not made
        /// to the same length. That is said whether or not anybody notices it.
        var isObjection: Bool {
            isFound && exceeded.allSatisfy { Self.objections.contains($0) }
        }

        private static let objections: Set<CheckMeasure> = [
            .oddities, .notes, .length, .headerless, .soundFailures, .missingEnds,
        ]
    }

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
    private let period: Span
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

    /// `nil` where the rules change nothing.
    private func trial(_ rules: [RewriteRule], named name: String) throws -> Trial? {
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
        return Trial(name, comparison.difference(), period: period, result)
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
    init(_ fault: String, _ difference: PerceptionDifference, period: Span, _ result: CheckResult) {
        self.init(
            fault: fault,
            effect: difference.isNoticeable(period: period)
                ? .noticeable : difference.isNone(period: period) ? .none : .slight,
            isFound: result.verdict != .clean, pictures: difference.pictures, sound: difference.sound,
            exceeded: result.exceeded.map(\.measure))
    }
}
