/// Texts that differ in single words, as one: numbers that differ as a range, other values as a list.
struct MergedWords {
    /// What may differ beside numbers.
    enum Differing {
        /// Names and what stands in quotes, which are listed. Other words make another sentence.
        case values
        /// Anything, which becomes `…`: for hashes, which say nothing to people.
        case anything
    }

    private let differing: Differing
    private var words: [Word]
    /// What stands between and around the words; one more than there are of them.
    private let gaps: [String]

    private struct Word {
        private var least: Substring
        private var most: Substring
        /// Not all of them are the same, nor all numbers.
        private(set) var isMixed = false
        /// Each once, in their order.
        private var listed: [Substring]
        private var unlisted: Set<Substring> = []
        /// A name or a number, or in quotes.
        private let isValue: Bool
        /// Of a clip or a message; what stands behind a slash is a picture of what stands before it.
        let isName: Bool
        var isRange: Bool { !isMixed && least != most }

        init(_ text: Substring, after gap: String) {
            (least, most, listed) = (text, text, [text])
            isName = text.contains("_") && gap.last != "/"
            isValue = gap.last == "\"" || gap.last == "“" || text.contains { $0.isNumber || $0 == "_" }
        }

        func text(_ differing: Differing) -> String {
            guard isMixed else { return least == most ? String(least) : "\(least)–\(most)" }
            guard differing == .values else { return "…" }
            return "[" + listed.joined(separator: ", ") + (unlisted.isEmpty ? "" : " and \(unlisted.count) more") + "]"
        }

        func takes(_ other: Word) -> Bool { isValue && other.isValue || least == other.least && most == other.most }

        mutating func add(_ other: Word) {
            let text = other.least
            list(text)
            guard !isMixed, text != least || text != most else { return }
            guard let value = Self.number(text), let low = Self.number(least), let high = Self.number(most) else {
                isMixed = true
                return
            }
            if value < low { least = text }
            if value > high { most = text }
        }

        /// More of them would not be read; each finding is in the JSON form.
        private static let mostListed = 4

        private mutating func list(_ text: Substring) {
            guard !listed.contains(text) else { return }
            if listed.count < Self.mostListed { listed.append(text) } else { unlisted.insert(text) }
        }

        /// Digits, with a sign and a fraction where there are any: no hash such as `12e45678`.
        private static func number(_ word: Substring) -> Double? {
            word.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E } ? Double(word) : nil
        }
    }

    init(_ text: String, differing: Differing = .values) {
        (words, gaps) = Self.split(text)
        self.differing = differing
    }

    /// - Returns: false, with nothing changed, for another sentence: other words in number, something else between them, a word that
    ///   may not differ, or other numbers of another name, which would be no range.
    mutating func add(_ text: String) -> Bool {
        let (others, gaps) = Self.split(text)
        guard gaps == self.gaps else { return false }
        guard differing == .anything || zip(words, others).allSatisfy({ $0.takes($1) }) else { return false }
        var merged = words
        for (place, other) in others.enumerated() { merged[place].add(other) }
        let pairsNames = merged.contains { $0.isName && $0.isMixed } && merged.contains(where: \.isRange)
        guard differing == .anything || !pairsNames else { return false }
        words = merged
        return true
    }

    /// Several words in a row that are `…` are one.
    var text: String {
        var text = gaps.first ?? ""
        for (place, word) in words.enumerated() {
            let isMore =
                differing == .anything && place > 0 && word.isMixed && words[place - 1].isMixed
                && Self.joins.contains(gaps[place])
            if isMore { text.removeLast(gaps[place].count) } else { text += word.text(differing) }
            text += gaps[place + 1]
        }
        return text
    }

    private static let joins = [" ", "+"]
    /// What is no part of a name or a number, as `_`, `-` and `.` are.
    private static let separators = Set(" ,;:/|+()[]=%#?!\"“”")

    /// A dot behind a word ends a sentence.
    private static func split(_ text: String) -> (words: [Word], gaps: [String]) {
        var (words, gaps): ([Word], [String]) = ([], [""])
        for part in text.split(omittingEmptySubsequences: false, whereSeparator: separators.contains) {
            if part.startIndex > text.startIndex {
                gaps[gaps.count - 1].append(text[text.index(before: part.startIndex)])
            }
            let end = part.lastIndex { $0 != "." }.map { part.index(after: $0) } ?? part.startIndex
            if end > part.startIndex {
                words.append(Word(part[..<end], after: gaps[gaps.count - 1]))
                gaps.append("")
            }
            gaps[gaps.count - 1].append(contentsOf: part[end...])
        }
        return (words, gaps)
    }
}
