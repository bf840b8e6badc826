/// Why subtitles are taken for those of a film, the best reason first (reader 1.12).
enum SubtitleMatch: CaseIterable {
    case chunk, range, sentences, segment, directory, stem, partOfStem

    func holds(_ subtitles: ListedFile, _ film: ListedFile) -> Bool {
        switch self {
        case .chunk: Self.isSame(subtitles.chunk, film.chunk)
        case .range: Self.isSame(subtitles.range, film.range)
        case .sentences:
            if let some = subtitles.sentences, let others = film.sentences { some.overlaps(others) } else { false }
        case .segment: Self.isSame(subtitles.segmentKey, film.segmentKey)
        case .directory: subtitles.directory == film.directory
        case .stem: subtitles.stem == film.stem
        case .partOfStem: film.stem.contains(subtitles.stem) || subtitles.stem.contains(film.stem)
        }
    }

    private static func isSame(_ a: String?, _ b: String?) -> Bool { a != nil && a == b }

    /// The reasons that hold: one of them counts more than all that come behind it together.
    static func rank(_ subtitles: ListedFile, _ film: ListedFile) -> Int {
        allCases.reduce(0) { 2 * $0 + ($1.holds(subtitles, film) ? 1 : 0) }
    }

    /// The best ones; of those that are as good, the ones that tell most, and then the first.
    /// - Parameters:
    ///   - film: `nil` where there is none.
    ///   - isOnly: there is no other film that subtitles could belong to for no reason.
    static func best(of subtitles: [ListedFile], for film: ListedFile?, isOnly: Bool = true) -> ListedFile? {
        let ranked = subtitles.map { file in (file: file, rank: film.map { rank(file, $0) } ?? 0) }
        let theirs = isOnly ? ranked : ranked.filter { $0.rank > 0 }
        return theirs.enumerated().min { a, b in
            (-a.element.rank, place(a.element.file), a.offset) < (-b.element.rank, place(b.element.file), b.offset)
        }?.element.file
    }

    private static func place(_ file: ListedFile) -> Int {
        ListedMedia.subtitleEndings.firstIndex(of: file.ending) ?? .max
    }
}
