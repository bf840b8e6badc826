import Events

/// A piece of sound that is played from start to end.
package struct Segment: Hashable, Sendable {
    package var row: Int
    package var track: BookTrack
    package var start: TimeSpan
    package var end: TimeSpan

    package init(_ row: Int, _ track: BookTrack, _ start: TimeSpan, _ end: TimeSpan) {
        (self.row, self.track, self.start, self.end) = (row, track, start, end)
    }
}

/// The segments of a chunk in playing order: of each sentence the original, then the translation (reader 2.3).
package struct SequencePlan: Hashable, Sendable {
    package let segments: [Segment]

    /// - Parameter durations: of both files, as far as known.
    package init(_ sentences: [BookSentence], durations: (original: TimeSpan?, translation: TimeSpan?)) {
        var segments: [Segment] = []
        segments.reserveCapacity(2 * sentences.count)
        var cursors = (original: TimeSpan.zero, translation: TimeSpan.zero)
        let isOnly = sentences.count == 1
        for (row, sentence) in sentences.enumerated() {
            let original = Self.range(sentence.gate(on: .original), sentence.phases.original, &cursors.original)
            let length = sentence.phases.translation ?? sentence.totalDuration
            let translation = Self.range(sentence.gate(on: .translation), length, &cursors.translation)
            if let range = original ?? Self.whole(isOnly ? durations.original : nil) {
                segments.append(Segment(row, .original, range.lowerBound, range.upperBound))
            }
            if let range = translation ?? Self.whole(isOnly ? durations.translation : nil) {
                segments.append(Segment(row, .translation, range.lowerBound, range.upperBound))
            }
        }
        self.segments = segments
    }

    private static func range(_ gate: SentenceGate, _ length: TimeSpan?, _ cursor: inout TimeSpan) -> Range<TimeSpan>? {
        if let range = gate.range {
            cursor = range.upperBound
            return range
        }
        guard let length, length > .zero else { return nil }
        let start = cursor
        cursor += length
        return start..<cursor
    }

    private static func whole(_ duration: TimeSpan?) -> Range<TimeSpan>? {
        duration.flatMap { $0 > .zero ? TimeSpan.zero..<$0 : nil }
    }

    package func has(_ track: BookTrack) -> Bool { segments.contains { $0.track == track } }

    /// The first segment of a sentence on this track, or else on the other one.
    package func segment(of row: Int, preferring track: BookTrack) -> Int? {
        let own = segments.indices.filter { segments[$0].row == row }
        return own.first { segments[$0].track == track } ?? own.first
    }

    /// The next segment after an index that is to be played.
    package func next(after place: Int, isHidden: (BookTrack) -> Bool) -> Int? {
        segments.indices.dropFirst(place + 1).first { !isHidden(segments[$0].track) }
    }
}
