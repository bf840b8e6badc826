import Events

extension BookReader {
    /// The remaining time to the end of the book at the current speed; an estimate unless all of its text is loaded.
    /// `nil` if nothing is known of the book.
    package var timeLeft: (span: Span, isKnown: Bool)? {
        guard let book, let chunk else { return nil }
        var span = isOver ? .zero : left(in: chunk)
        var (known, sentences) = (Span.zero, 0)
        for case .loaded(let loaded) in chunks.values {
            known += length(of: loaded)
            sentences += loaded.sentences.count
        }
        var missing = 0
        for place in book.chunks.indices.dropFirst(selected + 1) {
            if let loaded = self[place] {
                span += length(of: loaded)
            } else {
                missing += book.chunks[place].count
            }
        }
        guard sentences > 0 else { return nil }
        span += known.part(missing, of: sentences)
        return (span.part(100, of: max(1, percent)), missing == 0 && book.isComplete)
    }

    private func length(of chunk: LoadedChunk) -> Span {
        let mode = switches.clamped(to: chunk.playable).mode
        if mode == .sequence, chunk.hasSequence {
            return chunk.plan.segments.filter { !isHidden($0.track) }.reduce(.zero) {
                $0 + $1.length + ReaderRules.dwell
            }
        }
        guard case .alone(let sound, let track)? = SoundChoice(chunk.chunk.sounds, mode, hasSegments: false) else {
            return .zero
        }
        return chunk.duration(of: sound.kind) ?? chunk.windows(on: track).windows.last?.end ?? .zero
    }

    private func left(in chunk: LoadedChunk) -> Span {
        let position = current?.position ?? .zero
        guard isSequence, let pointer else { return max(.zero, length(of: chunk) - position) }
        let segments = chunk.plan.segments
        let own = segments.indices.contains(pointer) ? max(.zero, segments[pointer].end - position) : .zero
        return segments.dropFirst(pointer + 1).filter { !isHidden($0.track) }
            .reduce(own) { $0 + $1.length + ReaderRules.dwell }
    }
}

extension Segment {
    fileprivate var length: Span { end - start }
}

extension ChunkEntry {
    /// Number of the entry's sentences, as far as known.
    fileprivate var count: Int { sentenceCount ?? start.flatMap { start in end.map { max(1, $0 - start + 1) } } ?? 1 }
}
