import BookAPI
import Files
import Texts

/// The subtitles that lie beside a film, by the names that players know: `film.srt`, `film.SRT`, `film.en.srt`, `film.pt-BR.sdh.vtt`.
struct SubtitlesBeside {
    /// Of the file.
    let path: String
    /// What its name says it is in; `nil` where it says nothing.
    let language: String?

    /// - Parameter film: path of a film or a sound.
    /// - Returns: `nil` when there are none. The name of the film alone comes first, then whole subtitles before those for parts in
    ///   another language; of those that are as good, the ending that tells most, then the order of the alphabet.
    static func find(_ film: String) -> SubtitlesBeside? {
        let folder = FileNames.folder(of: film)
        let names = (try? OpenFolder(following: folder).names()) ?? []
        guard let name = best(of: names, for: FileNames.last(of: film)) else { return nil }
        let path = film.contains("/") ? String(film[...(film.lastIndex(of: "/") ?? film.startIndex)]) + name : name
        return SubtitlesBeside(path: path, language: Match(name, film: FileNames.last(of: film))?.language)
    }

    /// - Parameters:
    ///   - names: of a folder's files, in any order.
    ///   - film: the name of the film.
    static func best(of names: [String], for film: String) -> String? {
        let matches = names.compactMap { name in Match(name, film: film).map { (name: name, match: $0) } }
        return matches.min { ($0.match.rank, $0.name) < ($1.match.rank, $1.name) }?.name
    }

    /// How a name belongs to that of a film.
    private struct Match {
        let language: String?
        /// Lower is better.
        let rank: Int

        /// Behind the language: what the subtitles are for.
        private static let notes: Set<String> = ["sdh", "cc", "forced", "default", "full", "foreign", "subs", "sub"]
        private static let mostParts = 4

        init?(_ name: String, film: String) {
            guard let (stem, ending) = Self.parts(of: name), let filmStem = Self.parts(of: film)?.stem,
                let place = ListedMedia.subtitleEndings.firstIndex(of: ending.lowercased())
            else { return nil }
            let isExact = stem.hasPrefix(filmStem)
            guard isExact || stem.lowercased().hasPrefix(filmStem.lowercased()) else { return nil }
            let rest = stem.dropFirst(filmStem.count)
            guard rest.isEmpty || rest.first == "." || rest.first == "_" else { return nil }
            let parts = rest.split { $0 == "." }.map { $0.drop { $0 == "_" }.lowercased() }.filter { !$0.isEmpty }
            var languages = parts.filter { !Self.notes.contains($0) }
            // Behind a language it says "hearing impaired"; alone it is Hindi.
            let isImpaired = languages.count == 2 && languages[1] == "hi"
            if isImpaired { languages.removeLast() }
            guard parts.count <= Self.mostParts, languages.count <= 1 else { return nil }
            language = languages.first.flatMap(LanguageTag.reading)
            guard languages.isEmpty || language != nil else { return nil }
            var rank = place
            if !isExact { rank += 10 }
            if isImpaired || parts.contains("sdh") || parts.contains("cc") { rank += 20 }
            if language != nil { rank += 40 }
            if parts.contains("forced") || parts.contains("foreign") { rank += 80 }
            self.rank = rank
        }

        private static func parts(of name: String) -> (stem: String, ending: String)? {
            guard let dot = name.lastIndex(of: ".") else { return nil }
            return (String(name[..<dot]), String(name[name.index(after: dot)...]))
        }
    }
}
