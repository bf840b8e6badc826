import Events

/// A text of Project Gutenberg without its own words around it, those of the nineties too.
struct GutenbergText {
    let header: ArraySlice<Substring>
    let body: ArraySlice<Substring>
    let isTrimmed: Bool

    /// Its words in front are never longer.
    private static let headerLines = 1_000

    init(_ lines: [Substring]) {
        var (start, end) = (0, lines.count)
        for place in lines.indices {
            switch GutenbergMark(lines[place].utf8.prefix(200)) {
            case .start where place < Self.headerLines: start = Self.markEnd(from: place, in: lines)
            case .end where place >= start: end = place
            default: continue
            }
            if end < lines.count { break }
        }
        isTrimmed = start > 0 || end < lines.count
        header = lines[..<start]
        body = lines[(start > 0 ? Self.behindCredits(start, in: lines[..<end]) : 0)..<end]
    }

    /// A mark whose title is long goes on in the next lines.
    private static func markEnd(from place: Int, in lines: [Substring]) -> Int {
        if lines[place].stripped.hasSuffix("*") { return place + 1 }
        let next = lines[(place + 1)...].prefix(3).prefix { !$0.isBlank }
        return next.firstIndex { $0.stripped.hasSuffix("***") }.map { $0 + 1 } ?? place + 1
    }

    /// `Produced by …`, up to an empty line.
    private static func behindCredits(_ start: Int, in lines: ArraySlice<Substring>) -> Int {
        guard let first = lines[start...].firstIndex(where: { !$0.isBlank }) else { return start }
        let small = lines[first].prefix(40).lowercased()
        guard credits.contains(where: small.hasPrefix) else { return start }
        return lines[first...].prefix(12).firstIndex { $0.isBlank } ?? start
    }

    private static let credits = [
        "produced by", "e-text prepared by", "etext prepared by", "this etext was p", "this e-text was p",
        "this ebook was p",
        "transcribed from", "scanned by", "etext produced by", "e-text produced by", "prepared by",
    ]

    /// `***The Project Gutenberg Etext of A Tale, by A. Body***`
    static func titleOfOld(_ line: Substring) -> (title: String, author: String?)? {
        let bare = line.drop { $0 == "*" || $0 == " " }.prefix { $0 != "*" }
        for start in [
            "The Project Gutenberg Etext of ", "The Project Gutenberg EText of ", "Project Gutenberg Etext of ",
        ] {
            guard bare.hasPrefix(start) else { continue }
            let parts = bare.dropFirst(start.count).split(separator: ", by ", maxSplits: 1)
            guard let title = parts.first else { return nil }
            return (String(title), parts.count > 1 ? String(parts[1]) : nil)
        }
        return nil
    }
}

/// Between these two lines lies a text of Project Gutenberg; its own words stand around it.
enum GutenbergMark {
    case start, end

    /// `*** START OF THE PROJECT GUTENBERG EBOOK …`, `***END OF THIS PROJECT GUTENBERG …`, `*END*THE SMALL PRINT! …`,
    /// `End of the Project Gutenberg Etext of …`
    init?(_ text: some Collection<UInt8>) {
        let begin = text.drop { $0 == 0x20 || $0 == 0x0A }
        guard let first = begin.first, "*EF".utf8.contains(first) else { return nil }
        let words = FoldedText.line(String(decoding: begin.prefix(80), as: UTF8.self).drop { $0 == "*" || $0 == " " })
            .uppercased()
        if first == UInt8(ascii: "*"), words.hasPrefix("END"), words.prefix(24).contains("SMALL PRINT") {
            self = .start
            return
        }
        guard
            words.contains("PROJECT GUTENBERG") || words.contains("PROJEKT GUTENBERG")
                || words.contains("PROJET GUTENBERG")
        else { return nil }
        if first == UInt8(ascii: "*"), words.hasPrefix("START OF TH") {
            self = .start
        } else if Self.ends.contains(where: words.hasPrefix) {
            self = .end
        } else {
            return nil
        }
    }

    private static let ends = [
        "END OF TH", "END OF PROJECT GUTENBERG", "END PROJECT GUTENBERG", "FIN DU PROJE", "FIN DE PROJE", "FIN DE L",
        "ENDE DES PROJE", "ENDE DIESES PROJE",
        "EINDE VAN",
    ]
}
