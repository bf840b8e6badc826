import Events
import JSON

/// Chapters of a content index (reader 1.11).
package enum BookChapterReading {
    /// - Throws: `BookError` where there is no list of chapters.
    package static func chapters(_ bytes: [UInt8]) throws(BookError) -> (chapters: [BookChapter], oddities: [String]) {
        var odd = Oddities()
        let json = try BookJSON.parse(bytes)
        guard let chapters = chapters(json, &odd) else {
            throw .unexpected(place: "", expected: "a list of chapters", found: Oddities.shown(json))
        }
        return (chapters, odd.all)
    }

    /// In the order of their starts; `nil` where there is no list of them.
    static func chapters(_ json: JSON, _ odd: inout Oddities) -> [BookChapter]? {
        guard let list = json.array ?? json.object?["chapters"]?.array else { return nil }
        if list.count > BookLimits.chapters {
            odd.note("there are \(list.count) chapters; only the first \(BookLimits.chapters) are used")
        }
        var chapters: [BookChapter] = []
        for (place, value) in list.prefix(BookLimits.chapters).enumerated() {
            if let chapter = value.object.flatMap({ chapter(BookFields($0), at: place, &odd) }) {
                chapters.append(chapter)
            } else {
                odd.note("chapter \(place + 1) does not say where it starts")
            }
        }
        let order = chapters.indices.sorted { (chapters[$0].start, $0) < (chapters[$1].start, $1) }
        return order.map { chapters[$0] }
    }

    private static func chapter(_ fields: BookFields, at place: Int, _ odd: inout Oddities) -> BookChapter? {
        guard let start = first([.startSentence, "start"], fields, &odd), BookLimits.numbers.contains(start) else {
            return nil
        }
        let count = first([.sentenceCount, "count"], fields, &odd)
        let declared = first([.endSentence, "end"], fields, &odd)
        let end = declared ?? count.map { start + max($0, 1) - 1 }
        let title = ["title", "toc_label", "name"].lazy.compactMap { fields.name($0) }.first
        return BookChapter(title ?? "Chapter \(place + 1)", start: start, end: end.map { max($0, start) })
    }

    private static func first(_ keys: [BookKey], _ fields: BookFields, _ odd: inout Oddities) -> Int? {
        for key in keys {
            if let number = fields.int(key, &odd) { return number }
        }
        return nil
    }
}
