import Sessions

/// The last pictures' timings, some hundreds of them.
package struct TimingRing: Sendable {
    package static let length = 300
    private var kept: [FrameTiming] = []
    private var next = 0

    package init() {}

    package mutating func add(_ timing: FrameTiming) {
        if kept.count < Self.length {
            kept.append(timing)
        } else {
            kept[next] = timing
            next = (next + 1) % Self.length
        }
    }

    package var summary: TimingSummary { TimingSummary(kept) }
}

/// Timings of many pictures together, in milliseconds.
package struct TimingSummary: Hashable, Sendable {
    /// A share of the pictures took at most this long: half, nine in ten, 99 in 100, all.
    package struct Figures: Hashable, Sendable {
        package var p50 = 0.0
        package var p90 = 0.0
        package var p99 = 0.0
        package var most = 0.0

        fileprivate init(_ spans: [Duration]) {
            guard !spans.isEmpty else { return }
            let sorted = spans.sorted()
            func share(_ percent: Int) -> Double {
                // The smallest that so many are not above.
                sorted[max(0, (sorted.count * percent + 99) / 100 - 1)] / .milliseconds(1)
            }
            (p50, p90, p99, most) = (share(50), share(90), share(99), share(100))
        }
    }

    package private(set) var count = 0
    package private(set) var stages: [FrameTiming.Stage: Figures] = [:]
    package private(set) var total = Figures([])
    /// Slow pictures by the stage that took longest.
    package private(set) var bottlenecks: [FrameTiming.Stage: Int] = [:]

    package init(_ timings: [FrameTiming] = []) {
        count = timings.count
        guard count > 0 else { return }
        for stage in FrameTiming.Stage.allCases { stages[stage] = Figures(timings.map { $0[stage] }) }
        total = Figures(timings.map(\.total))
        for timing in timings { timing.bottleneck.map { bottlenecks[$0, default: 0] += 1 } }
    }

    package var slowCount: Int { bottlenecks.values.reduce(0, +) }

    /// `3 of 300 above 20 ms: paint 2, decode 1`, the worst stage first.
    package var slowText: String {
        let by = bottlenecks.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        let parts = by.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
        let limit = Int(FrameTiming.slow / .milliseconds(1))
        return "\(slowCount) of \(count) above \(limit) ms" + (parts.isEmpty ? "" : ": \(parts)")
    }
}
