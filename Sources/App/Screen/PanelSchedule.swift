import Events

/// When panels are drawn again: at once where they would show something else, at some distance while what they show moves by itself,
/// and not at all while nothing does.
///
/// Figures that change 30 times a second cannot be read; lines of a log that scroll ten times a second can.
struct PanelSchedule<Shown: Equatable, Place: Equatable> {
    private struct Drawing {
        /// What does not move by itself.
        let shown: Shown
        /// What does.
        let place: Place
        let time: Instant
        /// Of frames, as the status line says it; looked at again even when no frame comes any more.
        let rate: Int

        var nextRate: Instant? { rate > 0 ? time + .seconds(1) : nil }
    }

    private var last: Drawing?
    /// How soon they follow what moves by itself, for which nobody else may wake; `nil` while nothing does.
    private var interval: TimeSpan?
    /// When they have their turn; `nil` while nothing of them moves by itself.
    private(set) var dueAt: Instant?

    func isDue(at time: Instant) -> Bool { dueAt.map { $0 <= time } ?? false }

    /// Looks at what would be drawn now.
    /// - Parameters:
    ///   - moves: there is something that changes by itself and is part of neither `shown` nor `place`.
    ///   - isLogBeside: lines of a log scroll along.
    ///   - isBusy: a recording is heard ahead; drawing all that is known of a long one, ten times a second, would take longer than that.
    mutating func look(
        at shown: Shown, _ place: Place, moves: Bool, isLogBeside: Bool, isBusy: Bool = false, now: Instant
    ) {
        let distance = TimeSpan.milliseconds(isBusy ? 500 : isLogBeside ? 100 : 250)
        interval = moves ? distance : nil
        guard let last, last.shown == shown else {
            dueAt = now
            return
        }
        dueAt = moves || last.place != place ? last.time + distance : last.nextRate
    }

    mutating func draw(_ shown: Shown, _ place: Place, rate: Int, now: Instant) {
        let drawing = Drawing(shown: shown, place: place, time: now, rate: rate)
        (last, dueAt) = (drawing, [interval.map { now + $0 }, drawing.nextRate].compactMap(\.self).min())
    }

    /// The screen may show anything.
    mutating func forget() { last = nil }
}
