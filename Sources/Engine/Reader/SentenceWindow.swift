import Events

/// The time in which a sentence counts as spoken, in the file of a track (reader 3.3).
package struct SentenceWindow: Hashable, Sendable {
    package var start: TimeSpan
    package var end: TimeSpan

    package init(_ start: TimeSpan, _ end: TimeSpan) { (self.start, self.end) = (start, end) }

    package var length: TimeSpan { end - start }

    func contains(_ time: TimeSpan) -> Bool {
        start - ReaderRules.windowMargin <= time && time <= end + ReaderRules.windowMargin
    }
}

/// The windows of a chunk on one track, and which one is active at a time.
package struct SentenceWindows: Hashable, Sendable {
    package let windows: [SentenceWindow]
    /// Rows that the track speaks. Others have no length: their text in the track's language is spoken with a later
    /// row, or not at all.
    private let spoken: [Bool]
    /// Whether no time is scaled.
    private let isFixed: Bool
    private let length: TimeSpan
    private let duration: TimeSpan?

    /// - Parameter duration: of the file; `nil` if unknown.
    package init(_ sentences: [BookSentence], on track: BookTrack, isExact: Bool, duration: TimeSpan?) {
        let gates = sentences.map { $0.gate(on: track) }
        let hasGates = gates.contains { $0.start != nil }
        spoken = sentences.map { !hasGates || $0.isSpoken(on: track) }
        var windows = Self.told(sentences, gates, spoken, on: track)
        let end = windows.last?.end ?? .zero
        if !hasGates, !isExact, track != .mix, let duration, duration > .zero, end > .zero {
            windows = windows.map {
                SentenceWindow($0.start.scaled(duration, by: end), $0.end.scaled(duration, by: end))
            }
        }
        self.windows = windows
        self.duration = duration
        isFixed = hasGates || isExact
        length = windows.last?.end ?? .zero
    }

    private static func told(
        _ sentences: [BookSentence], _ gates: [SentenceGate], _ spoken: [Bool], on track: BookTrack
    ) -> [SentenceWindow] {
        var windows: [SentenceWindow] = []
        windows.reserveCapacity(sentences.count)
        // From behind, so that each finds the next gate without a walk.
        var next: TimeSpan?
        var nextStarts: [TimeSpan?] = Array(repeating: nil, count: gates.count)
        for place in gates.indices.reversed() {
            nextStarts[place] = next
            if let start = gates[place].start { next = start }
        }
        for (place, sentence) in sentences.enumerated() {
            let start = gates[place].start ?? windows.last?.end ?? .zero
            guard spoken[place] else {
                windows.append(SentenceWindow(start, start))
                continue
            }
            let declaredEnd = gates[place].start == nil ? nil : gates[place].range?.upperBound ?? nextStarts[place]
            let end = declaredEnd.flatMap { $0 > start ? $0 : nil } ?? start + sentence.estimatedLength(on: track)
            windows.append(SentenceWindow(start, end))
        }
        return windows
    }

    /// Converts a time of the file to the sentences' time.
    package func effective(_ time: TimeSpan) -> TimeSpan {
        let time = max(time, .zero)
        guard !isFixed, let duration, duration > .zero, length > .zero else { return time }
        let (low, high) = (duration * 98, duration * 102)
        if (low...high).contains(length * 100) { return min(time, length) }
        return min(time.scaled(length, by: duration), length)
    }

    /// The highlighted row; at a border the earlier one, for 1 ms more. `nil` without any row.
    /// - Parameter time: effective time.
    package func activeRow(at time: TimeSpan) -> Int? {
        windows.indices.first { spoken[$0] && windows[$0].contains(time) }
            ?? windows.indices.last { spoken[$0] && windows[$0].end < time } ?? spoken.firstIndex(of: true)
    }

    /// The row that is played for a requested row: itself, or else the next one that the track speaks, which contains
    /// what several rows say together; the last one if none follows.
    func heardRow(for row: Int) -> Int {
        spoken.indices.contains(row) ? self.row(after: row - 1) ?? self.row(before: row) ?? row : row
    }

    /// The next row that the track speaks.
    func row(after row: Int) -> Int? { spoken.indices.first { $0 > row && spoken[$0] } }
    func row(before row: Int) -> Int? { spoken.indices.last { $0 < row && spoken[$0] } }
}

extension BookSentence {
    /// Whether both languages have the same gate, as in cues that show both: in a file of both they are then spoken
    /// at once, not in turn.
    var isAtOnce: Bool { originalGate == translationGate && originalGate.range.map { !$0.isEmpty } == true }

    /// The gate within its file; none in a file in which both languages follow each other.
    package func gate(on track: BookTrack) -> SentenceGate {
        switch track {
        case .original: originalGate.bounded
        case .translation: translationGate.bounded
        case .mix: isAtOnce ? originalGate.bounded : SentenceGate()
        }
    }

    package func words(on track: BookTrack) -> [WordTime] {
        switch track {
        case .original: originalWords
        case .translation: translationWords
        case .mix: isAtOnce ? translationWords : []
        }
    }

    func tokenCount(_ lane: Lane) -> Int { lanes[lane]?.tokens.count ?? 0 }

    /// Whether the track has anything of the sentence: text, a gate or a length. In a file of both languages it has
    /// all sentences.
    func isSpoken(on track: BookTrack) -> Bool {
        let text = track == .original ? lanes.original : lanes.translation ?? lanes.transliteration
        return track == .mix || text != nil || hasPlace(on: track)
    }

    /// The estimated length if no gate gives it.
    func estimatedLength(on track: BookTrack) -> TimeSpan {
        switch track {
        case .original: positive(phases.original) ?? spoken(tokenCount(.original))
        case .translation: positive(phases.translation) ?? positive(totalDuration) ?? stepsOrTokens
        case .mix: positive(mixLength) ?? positive(totalDuration) ?? stepsOrTokens
        }
    }

    private var stepsOrTokens: TimeSpan {
        positive(timeline.reduce(TimeSpan.zero) { $0 + $1.duration })
            ?? spoken(Lane.allCases.map { tokenCount($0) }.max() ?? 0)
    }

    private var mixLength: TimeSpan {
        [phases.original, phases.gap, phases.translation, phases.tail].reduce(.zero) { $0 + ($1 ?? .zero) }
    }

    private func spoken(_ tokens: Int) -> TimeSpan {
        tokens > 0 ? ReaderRules.wordTime * Int64(tokens) : ReaderRules.sentenceTime
    }

    private func positive(_ span: TimeSpan?) -> TimeSpan? { span.flatMap { $0 > .zero ? $0 : nil } }
}

extension SentenceGate {
    /// The gate without a start before its file.
    fileprivate var bounded: SentenceGate { start.map { $0 < .zero } == true ? SentenceGate() : self }
}

extension TimeSpan {
    /// Multiplied by `factor / divisor`, rounded.
    /// - Precondition: the divisor is above zero.
    func scaled(_ factor: TimeSpan, by divisor: TimeSpan) -> TimeSpan {
        TimeSpan(seconds: seconds * (factor.seconds / divisor.seconds))
    }
}
