import Events

/// A word of the sounding track, and its time in the file.
package struct WordPlace: Hashable, Sendable {
    package var row: Int
    package var index: Int
    package var text: String
    package var start: TimeSpan
    package var end: TimeSpan
    /// Whether it has a time of its own.
    package var isTold: Bool
}

extension BookReader {
    /// Words of the sounding track whose times overlap a part of its file, in order.
    package func words(from start: TimeSpan, to end: TimeSpan) -> [WordPlace] {
        guard let chunk, let track = record.track else { return [] }
        let lane: Lane = track == .translation ? .translation : .original
        let windows = chunk.windows(on: track).windows
        var found: [WordPlace] = []
        for (row, window) in windows.enumerated() where window.start < end && window.end > start {
            guard let reveal = chunk.reveal(row, lane, on: track), let tokens = chunk.sentences[row].lanes[lane]?.tokens
            else { continue }
            for (index, time) in reveal.times.enumerated() where tokens.indices.contains(index) {
                let next = index + 1 < reveal.times.count ? reveal.times[index + 1] : window.end
                guard time < end, max(next, time) >= start else { continue }
                found.append(
                    WordPlace(
                        row: row, index: index, text: tokens[index], start: time, end: max(next, time),
                        isTold: reveal.isOwn[index]))
            }
        }
        return found
    }

    /// How far the sound is past the time of the highlighted word; when the word has just been highlighted, how late
    /// that was. `nil` if no word has a time.
    package var highlightLag: TimeSpan? {
        guard let chunk, let transcript = record.transcript, let track = record.track, let position = record.position
        else { return nil }
        let lane: Lane = track == .translation ? .translation : .original
        guard let current = transcript.lanes[lane]?.current, let reveal = chunk.reveal(transcript.row, lane, on: track),
            reveal.times.indices.contains(current), reveal.isOwn[current]
        else { return nil }
        return chunk.windows(on: track).effective(position) - reveal.times[current]
    }

    /// Segments of the plan that play from the current file, and which one is current.
    package var segmentsOfTrack: [(segment: Segment, isCurrent: Bool)] {
        guard isSequence, let chunk, let track = record.track else { return [] }
        return chunk.plan.segments.enumerated().filter { $0.element.track == track }
            .map { ($0.element, $0.offset == pointer) }
    }

    /// The segments before and after the current one.
    package var neighborSegments: (before: Segment?, after: Segment?) {
        guard isSequence, let pointer, let segments = chunk?.plan.segments else { return (nil, nil) }
        let before = segments.indices.contains(pointer - 1) ? segments[pointer - 1] : nil
        return (before, segments.indices.contains(pointer + 1) ? segments[pointer + 1] : nil)
    }

    /// The current segment.
    package var soundingSegment: Segment? { segment }
    /// How often the current place was sought again.
    package var seekCount: Int { seeks }
}
