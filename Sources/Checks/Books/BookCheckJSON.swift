import Events
import JSON

/// What was found out about a book, as members of a check's JSON.
enum BookCheckJSON {
    /// Those of a book and of a reading; nothing where there is none.
    static func members(_ result: CheckResult) -> JSONObject {
        var members = JSONObject()
        if let book = result.book { members.append("book", json(book)) }
        if let reading = result.reading { members.append("reading", json(reading)) }
        return members
    }

    private static func json(_ book: BookFigures) -> JSON {
        var object: JSONObject = [
            "chunks": .number(book.chunks), "sentences": .number(book.sentences), "words": .number(book.words),
            "sounds": .number(book.sounds), "sound_ms": .milliseconds(book.sound),
        ]
        append(
            book.tally, [.wordOutside, .earlyWord, .unlitSpeech, .declaredLength], notJudged: book.notJudged,
            to: &object)
        return .object(object)
    }

    private static func json(_ reading: ReadingFigures) -> JSON {
        var object: JSONObject = [
            "sentences": .number(reading.sentences), "dwells": .number(reading.dwells),
            "commands": .number(reading.commands), "late_sounds": .number(reading.lateSounds),
        ]
        append(reading.tally, [.dwell], notJudged: reading.notJudged, to: &object)
        return .object(object)
    }

    private static func append(
        _ tally: BookTally, _ measured: [BookFinding.Kind], notJudged: [String], to object: inout JSONObject
    ) {
        object.append(
            "longest_ms",
            .object(
                JSONObject(measured.map { .init($0.rawValue, tally.longest[$0].map { .milliseconds($0) } ?? .null) })))
        object.append("not_judged", .array(notJudged.map { .string($0) }))
        object.append("counts", CheckJSON.counts(tally.counts))
        object.append("findings", .array(tally.findings.map(json)))
        object.append("findings_dropped", CheckJSON.counts(tally.dropped))
    }

    private static func json(_ finding: BookFinding) -> JSON {
        let place = finding.place
        return [
            "kind": .string(finding.kind.rawValue), "t_ms": place.time.map { .milliseconds($0) } ?? .null,
            "chunk": .text(place.chunk), "sentence": .number(place.sentence), "track": .text(place.track?.rawValue),
            "word": .number(place.word), "sound_ms": .milliseconds(place.position),
            "expected": .text(finding.expected), "found": .string(finding.found), "ms": .milliseconds(finding.amount),
        ]
    }
}
