/// Texts that differ in single words, as one: numbers that differ as a range, anything else that differs as `…`.
struct MergedWords {
    private var words: [Word]
    /// What stands between and around the words; one more than there are of them.
    private let gaps: [String]

    private struct Word {
        var least: Substring
        var most: Substring
        /// Not all of them are the same, nor all numbers.
        var isMixed = false

        var text: String { isMixed ? "…" : least == most ? String(least) : "\(least)–\(most)" }

        mutating func add(_ other: Substring) {
            guard !isMixed, other != least || other != most else { return }
            guard let value = Self.number(other), let low = Self.number(least), let high = Self.number(most) else {
                isMixed = true
                return
            }
            if value < low { least = other }
            if value > high { most = other }
        }

        /// Digits, with a sign and a fraction where there are any: no hash such as `12e45678`.
        private static func number(_ word: Substring) -> Double? {
            word.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E } ? Double(word) : nil
        }
    }

    init(_ text: String) {
        let (words, gaps) = Self.split(text)
        (self.words, self.gaps) = (words.map { Word(least: $0, most: $0) }, gaps)
    }

    /// - Returns: false, with nothing changed, where the other text has other words in number, or something else between them.
    mutating func add(_ text: String) -> Bool {
        let (others, gaps) = Self.split(text)
        guard gaps == self.gaps else { return false }
        for (place, other) in others.enumerated() { words[place].add(other) }
        return true
    }

    /// Several words in a row that differ are one `…`.
    var text: String {
        var text = gaps.first ?? ""
        for (place, word) in words.enumerated() {
            let isMore = place > 0 && word.isMixed && words[place - 1].isMixed && Self.joins.contains(gaps[place])
            if isMore { text.removeLast(gaps[place].count) } else { text += word.text }
            text += gaps[place + 1]
        }
        return text
    }

    private static let joins = [" ", "+"]
    /// What is no part of a name or a number, as `_`, `-` and `.` are.
    private static let separators = Set(" ,;:/|+()[]=%#?!\"“”")

    /// A dot behind a word ends a sentence.
    private static func split(_ text: String) -> (words: [Substring], gaps: [String]) {
        var (words, gaps): ([Substring], [String]) = ([], [""])
        for part in text.split(omittingEmptySubsequences: false, whereSeparator: separators.contains) {
            if part.startIndex > text.startIndex {
                gaps[gaps.count - 1].append(text[text.index(before: part.startIndex)])
            }
            let end = part.lastIndex { $0 != "." }.map { part.index(after: $0) } ?? part.startIndex
            if end > part.startIndex {
                words.append(part[..<end])
                gaps.append("")
            }
            gaps[gaps.count - 1].append(contentsOf: part[end...])
        }
        return (words, gaps)
    }
}
