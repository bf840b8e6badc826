import Events
import JSON

/// When the words of a text are heard, as a chunk's `receive_audio` says it: the field `words`, one of our own, a list of
/// `{"start":…, "count":…, "from":…, "to":…}`. `start` and `count` are Unicode scalars of the text of the `new_message`
/// with the same `master_chunk_index`; `from` and `to` are milliseconds from the start of the chunk's sound.
package enum SpokenWords {
    /// Words that are read of one chunk, and the bound on all their numbers.
    private static let most = 10_000
    private static let largest = Int(Int32.max)

    /// A word that makes no sense is left out, for nothing depends on it.
    static func read(_ value: JSON?) -> [SpokenWord] { (value?.array ?? []).prefix(most).compactMap(word) }

    private static func word(_ value: JSON) -> SpokenWord? {
        guard let start = number(value, "start"), let count = number(value, "count"),
            let from = number(value, "from"), let to = number(value, "to"), from <= to
        else { return nil }
        return SpokenWord(
            scalars: start..<start + count, span: .milliseconds(Int64(from))..<TimeSpan.milliseconds(Int64(to)))
    }

    private static func number(_ value: JSON, _ name: String) -> Int? {
        value.object?[name]?.lenientInt.flatMap { (0...largest).contains($0) ? $0 : nil }
    }

    package static func json(_ words: [SpokenWord]) -> JSON {
        .array(
            words.map { word in
                [
                    "start": .int(Int64(word.scalars.lowerBound)), "count": .int(Int64(word.scalars.count)),
                    "from": milliseconds(word.span.lowerBound), "to": milliseconds(word.span.upperBound),
                ]
            })
    }

    private static func milliseconds(_ span: TimeSpan) -> JSON { .int(Int64(span.milliseconds.rounded())) }
}
