import Events

/// The dictionary that was made for a book (reader 1.15): what its words mean, by the words as they are looked for.
package struct LookupCache: Hashable, Sendable {
    private var entries: [String: [String]] = [:]

    /// Of a file of a whole book, `metadata/lookup_cache.json`.
    /// - Throws: `BookError` for what is none.
    package init(_ bytes: [UInt8]) throws(BookError) {
        let value: JSON
        do throws(WireError) { value = try JSON.parse(bytes) } catch { throw .unreadable(error) }
        guard let entries = value.object?["entries"]?.object else {
            throw .unexpected(place: "/entries", expected: "an object", found: "none")
        }
        for member in entries.members.prefix(BookLimits.lookups) {
            guard let paragraphs = Self.paragraphs(member.value) else { continue }
            self.entries[Self.normal(member.key)] = paragraphs
        }
    }

    package init() {}

    /// What is known of words; `nil` where nothing is. Where they are not known as they are, the parts around an apostrophe or a
    /// hyphen are looked for.
    package func paragraphs(of words: String) -> [String]? {
        let whole = Self.normal(words)
        if let found = entries[whole] { return found }
        let parts = whole.split { "'’ʼ-‐‑".contains($0) }
        guard parts.count > 1 else { return nil }
        let found = parts.compactMap { part in entries[String(part)].map { ["\(part):"] + $0 } }
        return found.isEmpty ? nil : Array(found.joined())
    }

    /// In lower case, without what stands around it.
    static func normal(_ word: String) -> String {
        let isInside = { (character: Character) in character.isLetter || character.isNumber }
        guard let start = word.firstIndex(where: isInside), let end = word.lastIndex(where: isInside) else {
            return word.lowercased()
        }
        return String(word[start...end]).lowercased()
    }

    /// Of one entry: that of the file, or what a server answers.
    package static func paragraphs(_ entry: JSON) -> [String]? {
        guard let object = entry.object else { return nil }
        let result = object["lookup_result"]?.object ?? object["lookupResult"]?.object ?? object
        guard let definition = result["definition"]?.string else { return nil }
        var first = definition
        if let kind = result["part_of_speech"]?.string ?? result["partOfSpeech"]?.string { first += " (\(kind))" }
        if let sound = result["pronunciation"]?.string { first += " [\(sound)]" }
        var paragraphs = [first]
        func add(_ names: [String], _ title: String) {
            let text = names.lazy.compactMap { result[$0] }.first.flatMap(Self.text)
            if let text, !text.isEmpty { paragraphs.append(title + text) }
        }
        add(["example"], "")
        add(["example_transliteration", "exampleTransliteration"], "")
        add(["example_translation", "exampleTranslation"], "")
        add(["idioms"], "Idioms: ")
        add(["etymology"], "From: ")
        let related = (result["related_languages"] ?? result["relatedLanguages"])?.array ?? []
        let words = related.prefix(20).compactMap { word -> String? in
            guard let word = word.object, let text = word["word"]?.string else { return nil }
            return (word["language"]?.string.map { $0 + ": " } ?? "") + text
        }
        if !words.isEmpty { paragraphs.append(words.joined(separator: ", ")) }
        return paragraphs
    }

    private static func text(_ value: JSON) -> String? {
        switch value {
        case .string(let text): text
        case .array(let values): values.prefix(20).compactMap(\.string).joined(separator: "; ")
        default: nil
        }
    }
}
