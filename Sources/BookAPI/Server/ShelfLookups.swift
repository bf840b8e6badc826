import Events
import JSON
import SocketIO

/// The dictionary of a book as a server answers with it (reader 1.15): entries as its file has them. No dictionary, and no such word, is
/// no fault (reader 1.16).
package struct ShelfLookups: Sendable {
    private let file: JSONObject
    /// By words as they are looked for.
    private let entries: [String: JSON]

    /// - Parameter bytes: of `metadata/lookup_cache.json`.
    /// - Returns: `nil` for what is none.
    package init?(_ bytes: [UInt8]) {
        guard let file = (try? BookJSON.parse(bytes))?.object, let members = file["entries"]?.object?.members else {
            return nil
        }
        self.file = file
        let known = members.prefix(BookLimits.lookups).compactMap { member in
            WordLookup.forms(of: member.key).first.map { ($0, member.value) }
        }
        entries = Dictionary(known) { first, _ in first }
    }

    package static func summary(_ lookups: ShelfLookups?) -> HTTPAnswer {
        guard let lookups else { return .json(["available": false, "word_count": 0]) }
        let stats = lookups.file["stats"]?.object ?? JSONObject()
        func stat(_ name: String) -> JSON { stats[name] ?? .null }
        return .json([
            "available": true, "word_count": .number(lookups.entries.count),
            "input_language": lookups.file["input_language"] ?? .null,
            "definition_language": lookups.file["definition_language"] ?? .null, "llm_calls": stat("llm_calls"),
            "skipped_stopwords": stat("skipped_stopwords"), "build_time_seconds": stat("build_time_seconds"),
        ])
    }

    package static func all(_ lookups: ShelfLookups?) throws(HTTPAnswer) -> HTTPAnswer {
        guard let lookups else { throw .detail(404, "Lookup cache not found") }
        return .json(.object(lookups.file))
    }

    package static func answer(_ word: String, _ lookups: ShelfLookups?) -> HTTPAnswer {
        if let entry = lookups?.entry(word), case .object(var object) = entry {
            if object["cached"] == nil { object.append("cached", true) }
            return .json(.object(object))
        }
        return .json(["word": .string(word), "word_normalized": nil, "cached": false, "lookup_result": nil])
    }

    private func entry(_ word: String) -> JSON? { WordLookup.forms(of: word).lazy.compactMap { entries[$0] }.first }

    private static let mostWords = 100

    package static func many(_ request: LibraryRequest, _ lookups: ShelfLookups?) throws(HTTPAnswer) -> HTTPAnswer {
        let list = try request.object()["words"]?.array
        let words = list?.compactMap(\.string) ?? []
        guard let list, words.count == list.count, (1...mostWords).contains(words.count) else {
            throw .invalid("body", "words", "Input should be a list of 1 to \(mostWords) words")
        }
        var (results, hits) = (JSONObject(), 0)
        for word in words {
            let entry = lookups?.entry(word)
            if entry != nil { hits += 1 }
            results.append(word, entry ?? .null)
        }
        return .json([
            "results": .object(results), "cache_hits": .number(hits), "cache_misses": .number(words.count - hits),
        ])
    }
}
