import Events

/// What plays an item, by what there is of it (reader 1.12). Paths are those of the list.
package enum ItemPlayer: Hashable, Sendable {
    /// Sentence by sentence, as a book is read.
    case reader
    /// The sound of a film, straight through.
    case film(String, subtitles: String)
    /// Subtitles alone, by the clock.
    case subtitles(String)
    /// Nothing, and why.
    case nothing(String)
}

extension ItemPlayer {
    /// What lists call it; `nil` for what is read as whatever it is.
    package var kind: LibraryItem.Kind? {
        switch self {
        case .film, .nothing: .video
        case .subtitles: .subtitle
        case .reader: nil
        }
    }

    /// All files that it takes.
    package var files: [String] {
        switch self {
        case .film(let film, let subtitles): [film, subtitles]
        case .subtitles(let path): [path]
        case .reader, .nothing: []
        }
    }

    /// With other paths for the same files.
    package func placed(_ place: (String) -> String) -> ItemPlayer {
        switch self {
        case .film(let film, let subtitles): .film(place(film), subtitles: place(subtitles))
        case .subtitles(let path): .subtitles(place(path))
        case .reader, .nothing: self
        }
    }
}

extension BookList {
    /// Whether there are sentences in any of its chunks, or nobody says that there are none.
    package var mayHaveText: Bool { chunks.contains(where: \.mayHaveText) }

    /// - Parameter isThere: whether a file can be had.
    package func player(_ isThere: (String) -> Bool) -> ItemPlayer {
        let hasText = mayHaveText
        // It is one that is read, whatever else there is of it.
        if hasText, !media.isFilm { return .reader }
        let films = media.films.filter { isThere($0.path) }
        let subtitles = media.subtitles.filter { media.texts[$0.path] != nil || isThere($0.path) }
        guard let film = films.first else {
            guard !hasText, let best = SubtitleMatch.best(of: subtitles, for: media.films.first) else { return .reader }
            return .subtitles(best.path)
        }
        if let best = SubtitleMatch.best(of: subtitles, for: film, isOnly: films.count == 1) {
            return .film(film.path, subtitles: best.path)
        }
        return hasText ? .reader : .nothing("a film without subtitles has no text to read")
    }
}

extension ListedChunk {
    /// Whether there are sentences of it, or nobody says that there are none.
    fileprivate var mayHaveText: Bool {
        var odd = Oddities()
        let fields = BookFields(object)
        if isInline { return true }
        if let count = fields.int(.sentenceCount, &odd) { return count > 0 }
        return path != nil || url != nil || hasTracks(fields)
    }

    private func hasTracks(_ fields: BookFields) -> Bool {
        switch fields.value(.audioTracks) {
        case .object(let tracks): !tracks.members.isEmpty
        case .array(let tracks): !tracks.isEmpty
        default: false
        }
    }
}
