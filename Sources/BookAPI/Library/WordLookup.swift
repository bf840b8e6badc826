import Events
import JSON

/// What the dictionary that was made for a book says of a word (reader 1.15).
package struct WordLookup: Hashable, Sendable {
    package var word: String
    package var definition: String
    package var partOfSpeech: String?
    package var pronunciation: String?
    package var etymology: String?
    package var example: String?

    /// `nil` for a word that it does not have, which is no error.
    package static func entry(_ body: [UInt8]) throws(BookError) -> WordLookup? {
        let fields = try LibraryAnswer.object(body).fields
        if case .bool(false)? = fields.value("cached") { return nil }
        return WordLookup(fields)
    }

    /// Of an entry, as a server answers it and as a book's own file has it.
    init?(_ fields: BookFields) {
        guard let result = fields.fields("lookup_result") else { return nil }
        func text(_ key: BookKey) -> String? {
            result.value(key)?.lenientString.flatMap { $0.isBlank ? nil : $0.cut(to: BookLimits.textScalars) }
        }
        guard let definition = text("definition") else { return nil }
        self.init(
            word: fields.name("word") ?? "", definition: definition, partOfSpeech: text("part_of_speech"),
            pronunciation: text("pronunciation"), etymology: text("etymology"), example: text("example"))
    }

    package init(
        word: String, definition: String, partOfSpeech: String? = nil, pronunciation: String? = nil,
        etymology: String? = nil, example: String? = nil
    ) {
        (self.word, self.definition, self.partOfSpeech) = (word, definition, partOfSpeech)
        (self.pronunciation, self.etymology, self.example) = (pronunciation, etymology, example)
    }

    /// For people; a stranger's text.
    package var paragraphs: [String] {
        let kind = partOfSpeech.map { " (\($0))" } ?? ""
        let sound = pronunciation.map { " [\($0)]" } ?? ""
        return [definition + kind + sound] + [example, etymology].compactMap(\.self)
    }

    /// What is asked for, one after the other: the word without what stands around it, then the parts that an apostrophe or a hyphen
    /// joins.
    package static func forms(of word: String) -> [String] {
        let whole = trimmed(word.lowercased().unicodeScalars[...])
        let joints: Set<Unicode.Scalar> = ["'", "’", "-", "‐"]
        let parts = whole.split { joints.contains($0) }.map { trimmed($0) }.filter {
            $0.count > 1 && $0.count < whole.count
        }
        var seen: Set<String> = []
        return ([whole] + parts).map { String($0) }.filter {
            !$0.isEmpty && seen.insert($0).inserted
        }
    }

    /// Without what stands around the words.
    package static func bare(_ words: String) -> String { String(trimmed(words.unicodeScalars[...])) }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark
                || scalar.properties.generalCategory == .spacingMark
        }
        guard let first = text.firstIndex(where: isOfWord), let last = text.lastIndex(where: isOfWord) else {
            return text.prefix(0)
        }
        return text[first...last]
    }
}

/// Whether a book has such a dictionary.
package struct LookupSummary: Hashable, Sendable {
    package var isAvailable: Bool
    package var words: Int

    package init(_ body: [UInt8]) throws(BookError) {
        let fields = try LibraryAnswer.object(body).fields
        var odd = Oddities()
        isAvailable = fields.value("available") == .bool(true)
        words = max(0, fields.int("word_count", &odd) ?? 0)
    }
}

/// A place where a text was found: in the book that was searched, or another title.
package struct SearchHit: Hashable, Sendable {
    package var job: String
    package var label: String?
    package var snippet: String?
    /// The first of its chunk; `nil` for a title alone.
    package var sentence: Int?
    package var chunk: String?

    package static func hits(_ body: [UInt8]) throws(BookError) -> [SearchHit] {
        try LibraryAnswer.object(body).list("results").compactMap { value in
            guard let fields = value.object.map({ BookFields($0) }), let job = fields.name("job_id") else { return nil }
            var odd = Oddities()
            return SearchHit(
                job: job, label: fields.name("job_label"), snippet: fields.name("snippet"),
                sentence: fields.sentenceNumber(.startSentence, &odd), chunk: fields.name(.chunkID))
        }
    }
}

/// What a server's language model says of words (reader 1.15); a stranger's text.
package enum ModelAnswer {
    /// An entry as a dictionary has it, in JSON, or else whatever it is.
    /// - Returns: paragraphs; none where it has nothing to say.
    package static func paragraphs(_ body: [UInt8]) throws(BookError) -> [String] {
        let answer = try LibraryAnswer.object(body).fields.value("answer")
        if let entry = answer?.object { return entry.paragraphs ?? [] }
        guard let text = answer?.string?.cut(to: BookLimits.textScalars) else { return [] }
        return entry(in: text)?.paragraphs
            ?? text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.isBlank }
    }

    /// Models put fences around what is not asked to have any.
    private static func entry(in text: String) -> JSONObject? {
        guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end else { return nil }
        return (try? BookJSON.parse(Array(text[start...end].utf8)))?.object
    }
}

extension JSONObject {
    /// Of an entry; `nil` where it is none.
    fileprivate var paragraphs: [String]? { WordLookup(BookFields(["lookup_result": .object(self)]))?.paragraphs }
}
