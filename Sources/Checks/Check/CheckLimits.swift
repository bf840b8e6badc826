import Debugger
import Events

/// Limits by measure; `nil` where there is none.
package struct CheckLimits: Equatable, Sendable {
    private var values: [CheckMeasure: Double]
    /// What somebody has asked for.
    private var given: Set<CheckMeasure> = []
    /// What was asked for and could not be measured counts as beyond its limit.
    package var isStrict = false

    /// The usual ones, as `docs/reference/limits.md` lists them.
    package init() {
        values = Dictionary(
            CheckMeasure.allCases.compactMap { measure in measure.usual.map { (measure, $0) } }
        ) { first, _ in first }
    }

    package subscript(measure: CheckMeasure) -> Double? {
        get { values[measure] }
        set {
            values[measure] = newValue
            given.insert(measure)
        }
    }

    /// Limits that somebody has asked for.
    var asked: [CheckMeasure] { CheckMeasure.allCases.filter { given.contains($0) && values[$0] != nil } }

    /// Whether the limit depends on the period of the stream.
    func isByPeriod(_ measure: CheckMeasure) -> Bool {
        (measure == .gap || measure == .length) && !given.contains(measure)
    }

    /// A limit as people write it: a number from 0 on, or `none`. `nil` when it is neither.
    package static func value(_ text: String) -> Double?? {
        if text == "none" { return .some(nil) }
        guard let number = Double(text), number.isFinite, number >= 0, number <= 1e12 else { return nil }
        return .some(number)
    }

    var thresholds: AuditThresholds {
        var thresholds = AuditThresholds()
        thresholds.freeze = span(.freeze)
        thresholds.gap = isByPeriod(.gap) ? nil : span(.gap)
        thresholds.soundAhead = span(.soundAhead)
        thresholds.soundBehind = span(.soundBehind)
        thresholds.start = span(.start)
        thresholds.length = isByPeriod(.length) ? nil : span(.length)
        thresholds.speechCutPercent = self[.speechCut] ?? .infinity
        thresholds.holesPercent = self[.speechHoles] ?? .infinity
        thresholds.ratePercent = self[.rate] ?? .infinity
        return thresholds
    }

    var bookThresholds: BookThresholds {
        var thresholds = BookThresholds()
        let span = { (measure: CheckMeasure) in self[measure].map { Span(seconds: $0 / 1_000) } }
        thresholds.wordOutside = span(.wordOutside)
        thresholds.earlyWord = span(.earlyWord)
        thresholds.unlitSpeech = span(.unlitSpeech)
        thresholds.declaredLength = span(.declaredLength)
        thresholds.dwell = span(.dwell)
        return thresholds
    }

    var lipThresholds: LipThresholds {
        var thresholds = LipThresholds()
        let count = { (measure: CheckMeasure) in self[measure].map { Int($0) } ?? .max }
        thresholds.lag = span(.lipLag)
        thresholds.still = span(.stillMouth)
        thresholds.openInSilence = span(.openMouth)
        thresholds.openingsInSilence = count(.silentOpenings)
        thresholds.trembling = count(.trembling)
        return thresholds
    }

    var blank: Span { span(.blank) }

    private func span(_ measure: CheckMeasure) -> Span {
        Span(seconds: (values[measure] ?? .infinity) / 1_000)
    }
}
