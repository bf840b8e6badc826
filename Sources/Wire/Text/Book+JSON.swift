import BookAPI
import Events
import JSON

/// A book's list of chunks as tapes have it.
extension Book {
    package var json: JSON {
        [
            "title": .string(title), "author": .text(author), "language": .text(language),
            "translation_language": .text(translationLanguage), "complete": .bool(isComplete),
            "chunks": .array(chunks.map(\.json)), "chapters": .array(chapters.map(\.json)),
        ]
    }

    init(_ fields: InputFields) throws(WireError) {
        let text = { (name: String) throws(WireError) in fields.object[name] == nil ? nil : try fields.text(name) }
        self.init(
            try fields.text("title"), author: try text("author"), language: try text("language"),
            translationLanguage: try text("translation_language"), chunks: try fields.list("chunks", ChunkEntry.init),
            chapters: try fields.list("chapters", BookChapter.init), isComplete: try fields.flag("complete"))
    }
}

extension ChunkEntry {
    fileprivate var json: JSON {
        ["id": .string(id), "start": .number(start), "end": .number(end), "count": .number(sentenceCount)]
    }

    fileprivate init(_ fields: InputFields) throws(WireError) {
        self.init(
            try fields.text("id"), start: try fields.number("start"), end: try fields.number("end"),
            sentenceCount: try fields.number("count"))
    }
}

extension BookChapter {
    fileprivate var json: JSON { ["title": .string(title), "start": .number(start), "end": .number(end)] }

    fileprivate init(_ fields: InputFields) throws(WireError) {
        self.init(try fields.text("title"), start: try fields.count("start"), end: try fields.number("end"))
    }
}

extension InputFields {
    /// `nil` where it is not told.
    fileprivate func number(_ name: String) throws(WireError) -> Int? {
        object[name] == nil ? nil : try count(name)
    }

    fileprivate func list<Item>(
        _ name: String, _ item: (InputFields) throws(WireError) -> Item
    ) throws(WireError) -> [Item] {
        guard let values = object[name]?.array else { throw .badField(name: name, reason: "is not a list") }
        guard values.count <= BookLimits.chunks else {
            throw .badField(name: name, reason: "has \(values.count) items, beyond the limit of \(BookLimits.chunks)")
        }
        var items: [Item] = []
        items.reserveCapacity(values.count)
        for value in values { items.append(try item(InputFields(object: value.object ?? JSONObject()))) }
        return items
    }
}
