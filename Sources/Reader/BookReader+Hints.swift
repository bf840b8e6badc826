import Events

/// Explains why something is not as the user wants it, and whether anything can be done (reader 2.8, 2.9).
extension BookReader {
    // MARK: Languages

    /// Why a language cannot be played by itself at the current place; `nil` if it can, or nothing is known yet.
    package func refusal(of track: BookTrack) -> String? {
        guard let chunk, !chunk.playable.contains(track) else { return nil }
        return chunk.hasWords(of: track)
            ? "no separate sound for the \(track.rawValue) here" : "no \(track.rawValue) here"
    }

    /// Why another language is read than the only requested one; `nil` if that is not so (RA9b).
    package var modeHint: String? {
        guard case .single(let wanted) = switches.mode, let heard = current?.track, let refusal = refusal(of: wanted)
        else { return nil }
        let outcome = heard == .mix ? "both languages are read" : "the \(heard.rawValue) is read"
        // Of one part of several nobody knows whether the others have none either.
        guard let chunk, !chunk.hasWords(of: wanted), let book, book.chunks.count > 1 else {
            return refusal + ": " + outcome
        }
        return "without a \(wanted.rawValue), \(outcome)"
    }

    // MARK: Places

    /// Whether the book has a part this far from the current one; also true while that is unknown.
    package func hasChunk(by delta: Int) -> Bool {
        guard let book, !book.chunks.isEmpty else { return true }
        return book.chunks.indices.contains(selected + delta)
    }

    /// Whether there is a sentence after (1) or before (-1) the shown one; also true while that is unknown.
    package func hasSentence(by delta: Int) -> Bool {
        guard !hasChunk(by: delta), let chunk, let transcript = record.transcript else { return true }
        guard isSequence else { return row(by: delta, from: transcript.row, of: chunk) != nil }
        return transcript.number != (delta > 0 ? chunk.sentences.last : chunk.sentences.first)?.number
    }

    /// Whether the current text failed to load, or arrived empty.
    package var canRetry: Bool {
        switch chunks[selected] {
        case .failed?: true
        case .loaded(let chunk)?: !chunk.hasText
        case nil: false
        }
    }
}

extension LoadedChunk {
    /// Whether any sentence has text in this language.
    fileprivate func hasWords(of track: BookTrack) -> Bool {
        let lane: Lane = track == .original ? .original : .translation
        return sentences.contains { $0.lanes[lane] != nil }
    }
}
