import Debugger
import Events
import Settings
import TOMLKit

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
        let span = { (measure: CheckMeasure) in self[measure].map { TimeSpan(seconds: $0 / 1_000) } }
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

    var blank: TimeSpan { span(.blank) }

    private func span(_ measure: CheckMeasure) -> TimeSpan {
        TimeSpan(seconds: (values[measure] ?? .infinity) / 1_000)
    }
}

extension CheckLimits {
    private static let fileBytes = 1 << 20

    /// The usual limits, changed by a TOML file of lines such as `max_desync = 2` and `max_late = "none"`.
    /// - Throws: `CommandError.unusable` with file, line, what was expected and what was found.
    package init(file path: String) throws(CommandError) {
        self.init()
        let file = try TOMLFile(path, atMost: Self.fileBytes, waitsForPipes: true)
        for (name, value) in file.table {
            let place = file.place(of: name)
            guard let measure = CheckMeasure(rawValue: name) else {
                throw .unusable("\(place): unknown limit \"\(name)\"; `cameo check --help` lists them all")
            }
            guard let limit = Self.limit(value), measure.allows(limit) else {
                throw .unusable("\(place): \(name): expected \(measure.expected), found \(value.asFound)")
            }
            self[measure] = limit
        }
    }

    private static func limit(_ value: any TOMLValueConvertible) -> Double?? {
        if let number = value.int { return Self.value(String(number)) }
        if let number = value.double { return Self.value(String(number)) }
        if let text = value.string { return Self.value(text) }
        return nil
    }
}
