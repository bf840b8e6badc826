import Debugger
import Events
import Sessions

/// What is measured against its limits.
extension CheckResult {
    package enum Verdict: String, Sendable, CaseIterable, Comparable {
        case clean
        /// Something is beyond its limit.
        case beyond
        /// The tape cannot be read, or not to its end.
        case unreadable

        package static func < (a: Self, b: Self) -> Bool { a.severity < b.severity }

        private var severity: Int {
            switch self {
            case .clean: 0
            case .beyond: 1
            case .unreadable: 2
            }
        }
    }

    package var verdict: Verdict { error != nil ? .unreadable : exceeded.isEmpty ? .clean : .beyond }

    package mutating func judge(by limits: CheckLimits) {
        unmeasured = limits.asked.filter { isUnmeasured($0) }
        exceeded = CheckMeasure.allCases.compactMap { measure in
            if let beyond = beyond(measure, limits) { return beyond }
            guard limits.isStrict, unmeasured.contains(measure), let limit = limits[measure] else { return nil }
            return Exceeded(measure: measure, limit: limit, found: nil)
        }
    }

    private func beyond(_ measure: CheckMeasure, _ limits: CheckLimits) -> Exceeded? {
        if limits.isByPeriod(measure) {
            return (measure == .gap ? figures.gapBeyond : figures.sounds?.apartBeyond).map {
                Exceeded(measure: measure, limit: $0.limit.milliseconds, found: $0.found.milliseconds)
            }
        }
        guard let limit = limits[measure], let found = value(measure) else { return nil }
        // What could not be read is not lacking.
        guard error == nil || !measure.isLeast else { return nil }
        let isBeyond = measure.isLeast ? found < limit : found > limit
        return isBeyond ? Exceeded(measure: measure, limit: limit, found: found) : nil
    }

    /// Whether a finding tells of a limit that was not kept.
    package func isBeyond(_ finding: AuditFinding) -> Bool {
        exceeded.contains { $0.measure.kinds.contains(finding.kind) }
    }

    package func isBeyond(_ finding: BookFinding) -> Bool {
        exceeded.contains { $0.measure.bookKinds.contains(finding.kind) }
    }
}
