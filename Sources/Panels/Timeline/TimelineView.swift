import Events

/// Which stretch of a session the timeline shows.
package struct TimelineView: Hashable, Sendable {
    package private(set) var from: Instant
    package private(set) var span: TimeSpan
    /// Whether all of the session is shown, however long it gets.
    private(set) var showsAll = false
    /// Somebody asked for it: it stays until the playhead moves, which may be elsewhere.
    private var asked: Asked?

    private struct Asked: Hashable {
        /// Where the playhead was at first.
        var playhead: Instant?
    }

    /// One frame at 30 a second over the whole width.
    static let leastSpan = TimeSpan(microseconds: 33_333)
    /// A day; nothing is longer.
    static let mostSpan = TimeSpan.seconds(86_400)

    package init(from: Instant = .zero, span: TimeSpan = .seconds(10)) {
        self.from = from
        self.span = Self.bounded(span)
    }

    private static func bounded(_ span: TimeSpan) -> TimeSpan { min(max(span, leastSpan), mostSpan) }

    package var end: Instant { from + span }

    // MARK: As text

    /// `2s..4.5s` from a moment to another one, or `all`; `nil` for anything else.
    package init?(typed text: String) {
        self.init()
        guard text != "all" else {
            showAll()
            return
        }
        guard let dots = text.firstRange(of: ".."), let from = Instant(typed: text[..<dots.lowerBound]),
            let end = Instant(typed: text[dots.upperBound...]), from < end
        else { return nil }
        (self.from, span, asked) = (from, Self.bounded(end - from), Asked())
    }

    /// To the millisecond: as much as anybody wants to read.
    package var typed: String {
        guard !showsAll else { return "all" }
        return "\(from.inSeconds)s..\((end + TimeSpan(microseconds: 999)).inSeconds)s"
    }

    // MARK: Scale

    package mutating func zoomIn(around time: Instant) {
        scale(to: TimeSpan(microseconds: span.microseconds / 2), time)
    }
    package mutating func zoomOut(around time: Instant) { scale(to: span * 2, time) }

    /// The moment stays in its column when it is in view, and else comes to the middle.
    private mutating func scale(to wanted: TimeSpan, _ time: Instant) {
        let new = Self.bounded(wanted)
        let isInView = from <= time && time < end
        let share = isInView ? Double((time - from).microseconds) / Double(span.microseconds) : 0.5
        from = time - TimeSpan(microseconds: Int64(Double(new.microseconds) * share))
        span = new
        (showsAll, asked) = (false, nil)
    }

    /// From the beginning to the end, also when it grows.
    package mutating func showAll() { (showsAll, asked) = (true, nil) }

    // MARK: Place

    /// To be called before drawing: turns pages so that the playhead is in view, and keeps to the session.
    /// - Parameters:
    ///   - end: of what has been heard or, when known, of the whole tape.
    ///   - isGrowing: there is no end yet, and what comes has room on the page.
    ///   - isSeeking: the playhead is on its way to elsewhere.
    package mutating func update(playhead: Instant, end: Instant, isGrowing: Bool = false, isSeeking: Bool = false) {
        let end = max(end, playhead, .zero)
        if showsAll {
            from = .zero
            // One part in a hundred, so that the end is seen to be one.
            span = Self.bounded(
                TimeSpan(microseconds: min(end.microseconds, Self.mostSpan.microseconds) / 100 * 101 + 1_000))
            return
        }
        if let asked {
            // Where it was before it was sent somewhere says nothing.
            guard !isSeeking else {
                self.asked = Asked()
                return
            }
            let first = asked.playhead ?? playhead
            self.asked = playhead == first ? Asked(playhead: first) : nil
            guard self.asked == nil else { return }
        }
        if !(from <= playhead && playhead < self.end) {
            // Going on it has most of the page before it, going back after it.
            let share: Int64 = playhead < from ? 7 : 1
            from = playhead - TimeSpan(microseconds: span.microseconds / 8 * share)
        }
        let last = end - TimeSpan(microseconds: span.microseconds / 8 * (isGrowing ? 1 : 7))
        from = max(.zero, min(from, last))
    }
}

/// A row of the timeline's cells: which moment a column begins with, and back.
struct TimeScale: Hashable, Sendable {
    let from: Instant
    let span: TimeSpan
    let columns: Int

    /// `column` may be `columns`: the end.
    func time(_ column: Int) -> Instant {
        from + TimeSpan(microseconds: Int64(Double(span.microseconds) * Double(column) / Double(max(1, columns))))
    }

    /// `nil` outside.
    func column(_ time: Instant) -> Int? {
        guard from <= time, time < from + span else { return nil }
        let exact = Double((time - from).microseconds) * Double(columns) / Double(max(1, span.microseconds))
        var column = min(max(0, Int(exact)), max(0, columns - 1))
        // The same rounding as `time`.
        while column + 1 < columns, self.time(column + 1) <= time { column += 1 }
        while column > 0, self.time(column) > time { column -= 1 }
        return columns > 0 ? column : nil
    }
}
