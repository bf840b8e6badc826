import Cells
import Typesetting

/// Letters that narrow a list while they are typed.
package struct TypedFilter: Hashable, Sendable {
    package private(set) var text: String
    /// Letters go into it.
    package var isTyping: Bool
    private static let longest = 40

    package init(_ text: String = "", isTyping: Bool = false) { (self.text, self.isTyping) = (text, isTyping) }

    package mutating func insert(_ typed: String) {
        text = String((text + LineEditor(typed).text).prefix(Self.longest))
    }

    package mutating func deleteBackward() { _ = text.popLast() }
    package mutating func clear() { text = "" }

    /// Something is typed, or was and still narrows the list.
    var isOpen: Bool { isTyping || !text.isEmpty }

    /// The row in which it is typed, the cursor a reversed cell; of a text with no room its end.
    /// - Parameter aside: stands behind it while there is room.
    func row(_ label: String, aside: String = "", cells: Int) -> TextLine {
        let name = TextSpan(" \(label) ", TextStyle(.accent, isBold: true))
        var shown = TerminalText.visible(text)
        let room = max(0, cells - TerminalText.cellWidth(of: name.text) - 2)
        while TerminalText.cellWidth(of: shown) > room { shown.removeFirst() }
        var line = TextLine([name, TextSpan(shown)])
        if isTyping { line.spans.append(TextSpan(" ", TextStyle(isReverse: true))) }
        let gap = cells - line.cellWidth - TerminalText.cellWidth(of: aside)
        if !aside.isEmpty, gap >= 2 { line.spans.append(TextSpan("  " + aside, TextStyle(.faint))) }
        return line
    }
}

/// Looking for something by some of its letters.
package struct Fuzzy {
    private let words: [Word]
    /// All of them, with a blank between two.
    private let phrase: [UInt8]

    private static let longestScatter = 48

    package init(_ typed: String) {
        words = typed.lowercased().split(separator: " ").map { Word(Array($0.utf8)) }
        phrase = Array(words.map(\.letters).joined(separator: [UInt8(ascii: " ")]))
    }

    package var isEmpty: Bool { words.isEmpty }

    /// What is meant more likely stands first.
    package enum Match: Int, Sendable, CaseIterable {
        /// All of it stands in the text as it was typed, from the beginning of a word.
        case phrase
        /// So does each word.
        case whole
        /// The letters of each word are there in their order, each behind the one before in the same word of the text or at the
        /// beginning of a later one, all of them in the first `longestScatter` bytes: somewhere in a sentence are those of any word.
        case scattered
        /// A word stands in the text as it was typed, within another one: `fault` in `default`.
        case inside
    }

    /// - Parameter text: in lower case.
    package func match(_ text: String) -> Match? {
        var text = text
        return text.withUTF8 { text in
            var match = Self.stands(phrase, in: text) == .whole ? Match.phrase : .whole
            for word in words {
                guard let found = Self.stands(word.letters, in: text) ?? (word.isScattered(in: text) ? .scattered : nil)
                else { return nil }
                if found != .whole, found.rawValue > match.rawValue { match = found }
            }
            return match
        }
    }

    package static func isFound(_ typed: String, in text: String) -> Bool {
        Fuzzy(typed).match(text.lowercased()) != nil
    }

    /// - Returns: `.whole` where it begins a word, else `.inside`; `nil` where it does not stand there.
    private static func stands(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Match? {
        var found: Match?
        for start in 0...max(0, text.count - word.count) where start + word.count <= text.count {
            var same = 0
            while same < word.count, text[start + same] == word[same] { same += 1 }
            guard same == word.count else { continue }
            if start == 0 || !isLetter(text[start - 1]) { return .whole }
            found = .inside
        }
        return found
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
        default: false
        }
    }

    /// One word that is typed.
    private struct Word {
        /// In lower case.
        let letters: [UInt8]
        /// Of each byte the bits of its places in the word; empty where letters may not stand apart: half a character is no letter, and
        /// there are only so many bits.
        private let places: [UInt64]

        init(_ letters: [UInt8]) {
            self.letters = letters
            guard letters.count < UInt64.bitWidth, letters.allSatisfy({ $0 < 0x80 }) else {
                places = []
                return
            }
            var places = [UInt64](repeating: 0, count: 256)
            for (place, letter) in letters.enumerated() { places[Int(letter)] |= 1 << UInt64(place) }
            self.places = places
        }

        /// Bit n of what is found says that the first n letters are.
        func isScattered(in text: UnsafeBufferPointer<UInt8>) -> Bool {
            guard !places.isEmpty else { return false }
            // In all of the text, and with the last of them in the word of it that has been begun.
            var (found, inWord): (UInt64, UInt64) = (1, 0)
            var beginsWord = true
            for letter in text.prefix(longestScatter) {
                let next = ((beginsWord ? found : inWord) & places[Int(letter)]) << 1
                inWord = beginsWord ? next : inWord | next
                found |= inWord
                beginsWord = !Fuzzy.isLetter(letter)
            }
            return found & 1 << UInt64(letters.count) != 0
        }
    }
}
