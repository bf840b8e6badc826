import Events
import JSON

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
