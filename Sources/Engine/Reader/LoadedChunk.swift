import Events

/// A chunk whose text is loaded, with everything derived from it.
package struct LoadedChunk: Hashable, Sendable {
    package let chunk: BookChunk
    /// The chunk's own sentences, or one without text for each number that the list gives it.
    package let sentences: [BookSentence]
    /// Durations of decoded files. They take precedence over what the files declare.
    private var decoded: [BookSound.Kind: TimeSpan] = [:]
    package private(set) var plan: SequencePlan
    private var windows: [BookTrack: SentenceWindows] = [:]

    /// - Parameters:
    ///   - entry: the chunk's entry in the book's list.
    ///   - before: the last number of the previous chunk.
    package init(_ chunk: BookChunk, for entry: ChunkEntry, after before: Int? = nil) {
        self.chunk = chunk
        sentences = Self.numbered(chunk.sentences, entry, after: before)
        plan = SequencePlan(sentences, durations: (nil, nil))
        renew()
    }

    private static func numbered(
        _ sentences: [BookSentence], _ entry: ChunkEntry, after before: Int?
    ) -> [BookSentence] {
        let first = entry.start ?? (before ?? 0) + 1
        guard !sentences.isEmpty else {
            // The writer counts the last one, others do not.
            let count = entry.sentenceCount ?? entry.end.map { $0 - first + 1 } ?? 1
            let lanes = PerLane<LaneText?> { _ in nil }
            return (0..<min(max(count, 1), mostPlaceholders)).map { BookSentence(number: first + $0, lanes: lanes) }
        }
        let isLocal =
            sentences.indices.allSatisfy { sentences[$0].number == $0 }
            || sentences.indices.allSatisfy { sentences[$0].number == $0 + 1 }
        guard isLocal, sentences.first?.number != first else { return sentences }
        return sentences.enumerated().map { row, sentence in
            var sentence = sentence
            sentence.number = first + row
            return sentence
        }
    }

    private static let mostPlaceholders = 10_000

    private mutating func renew() {
        plan = SequencePlan(sentences, durations: (duration(of: .original), duration(of: .translation)))
        windows = [:]
        for track in BookTrack.allCases {
            windows[track] = SentenceWindows(
                sentences, on: track, isExact: chunk.isExact, duration: duration(on: track))
        }
    }

    /// Records the duration of a decoded file.
    package mutating func learn(_ duration: TimeSpan, of kind: BookSound.Kind) {
        guard decoded[kind] != duration else { return }
        decoded[kind] = duration
        renew()
    }

    package func duration(of kind: BookSound.Kind) -> TimeSpan? { decoded[kind] ?? chunk.sound(of: kind)?.duration }

    private func duration(on track: BookTrack) -> TimeSpan? {
        switch track {
        case .original: duration(of: .original)
        case .translation: duration(of: .translation) ?? duration(of: .other)
        case .mix: duration(of: .combined)
        }
    }

    package func windows(on track: BookTrack) -> SentenceWindows {
        windows[track] ?? SentenceWindows(sentences, on: track, isExact: chunk.isExact, duration: nil)
    }

    /// The tracks that can be played by themselves.
    package var playable: Set<BookTrack> {
        Set(chunk.sounds.map(\.kind.track)).subtracting([.mix])
    }

    package func row(of number: Int) -> Int? { sentences.firstIndex { $0.number == number } }

    /// Whether both languages can be played in turn.
    package var hasSequence: Bool {
        chunk.sound(of: .original) != nil && chunk.sound(of: .translation) != nil && plan.has(.original)
            && plan.has(.translation)
    }

    /// Whether any sentence has text (reader 3.7).
    package var hasText: Bool { sentences.contains { $0.lanes.original != nil || $0.lanes.translation != nil } }
}
