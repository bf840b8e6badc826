/// Looking for something by some of its letters.
package struct Fuzzy {
    /// In lower case.
    private let words: [[UInt8]]
    /// All of them, with a blank between two.
    private let phrase: [UInt8]

    package init(_ typed: String) {
        words = typed.lowercased().split(separator: " ").map { Array($0.utf8) }
        phrase = Array(words.joined(separator: [UInt8(ascii: " ")]))
    }

    package var isEmpty: Bool { words.isEmpty }

    /// What is meant more likely stands first.
    package enum Match: Hashable, Sendable, CaseIterable {
        /// All of it stands in the text as it was typed.
        case phrase
        /// Each word stands in the text as it was typed.
        case whole
        /// The letters of each word are there in their order, whatever stands between them.
        case scattered
    }

    /// - Parameter text: in lower case.
    package func match(_ text: String) -> Match? {
        var text = text
        return text.withUTF8 { text in
            var match = Self.stands(phrase, in: text) ? Match.phrase : .whole
            for word in words where !Self.stands(word, in: text) {
                // Half a character is no letter.
                guard word.allSatisfy({ $0 < 0x80 }), Self.isScattered(word, in: text) else { return nil }
                match = .scattered
            }
            return match
        }
    }

    package static func isFound(_ typed: String, in text: String) -> Bool {
        Fuzzy(typed).match(text.lowercased()) != nil
    }

    private static func stands(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        while start + word.count <= text.count {
            var same = 0
            while same < word.count, text[start + same] == word[same] { same += 1 }
            if same == word.count { return true }
            start += 1
        }
        return false
    }

    private static func isScattered(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        for letter in text where place < word.count && letter == word[place] { place += 1 }
        return place == word.count
    }
}
