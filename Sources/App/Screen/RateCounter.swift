import Events

/// Frames of the last second, for the rate on the status line.
struct RateCounter: Sendable {
    private var moments: ArraySlice<Instant> = []

    mutating func count(_ moment: Instant) {
        moments.append(moment)
        forget(before: moment)
    }

    mutating func rate(at moment: Instant) -> Int {
        forget(before: moment)
        return moments.count
    }

    private mutating func forget(before moment: Instant) {
        while let first = moments.first, moment - first > .seconds(1) { moments.removeFirst() }
    }
}
