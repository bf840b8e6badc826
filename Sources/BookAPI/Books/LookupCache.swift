import Events
import JSON

/// The dictionary that was made for a book (reader 1.15): what its words mean, by the words as they are looked for.
package struct LookupCache: Hashable, Sendable {
    private var entries: [String: WordLookup] = [:]

    /// Of a file of a whole book, `metadata/lookup_cache.json`.
    /// - Throws: `BookError` for what is none.
    package init(_ bytes: [UInt8]) throws(BookError) {
        let value: JSON
        do throws(JSONError) { value = try JSON.parse(bytes) } catch { throw .unreadable(error) }
        guard let entries = value.object?["entries"]?.object else {
            throw .unexpected(place: "/entries", expected: "an object", found: "none")
        }
        for member in entries.members.prefix(BookLimits.lookups) {
            guard let word = WordLookup.forms(of: member.key).first,
                let entry = member.value.object.flatMap({ WordLookup(BookFields($0)) })
            else { continue }
            self.entries[word] = entry
        }
    }

    package init() {}

    /// What is known of words; `nil` where nothing is.
    package func entry(of words: String) -> WordLookup? {
        WordLookup.forms(of: words).lazy.compactMap { entries[$0] }.first
    }
}
