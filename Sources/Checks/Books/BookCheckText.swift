import Events
import JSON
import Typesetting

/// What was found out about a book, in words.
enum BookCheckText {
    static func size(_ book: BookFigures) -> String {
        "book of \(plural(book.chunks, "chunk")), \(plural(book.sentences, "sentence")), \(plural(book.sounds, "sound")), "
            + "\(book.sound.inSeconds) s"
    }

    static func size(_ reading: ReadingFigures) -> String {
        "reading of \(plural(reading.sentences, "sentence"))"
    }

    // MARK: Figures

    static func rows(_ book: BookFigures) -> [(String, String)] {
        let count = { (kind: BookFinding.Kind) in book.tally.count(kind) }
        let longest = { (kind: BookFinding.Kind) in Self.longest(book.tally, kind) }
        return [
            (
                "text",
                "\(plural(count(.chunkUnread), "chunk")) unread; numbers: \(count(.numberTwice)) duplicate, "
                    + "\(plural(count(.numberHole), "hole")); \(count(.odd)) odd"
            ),
            (
                "gates",
                "\(count(.gateOverlap)) overlap, \(count(.gateBackwards)) backwards, \(count(.gateOutside)) outside their files"
            ),
            (
                "words",
                "\(book.words) with times; \(plural(count(.wordCount), "sentence")) with mismatched tokens, "
                    + "\(count(.wordOrder)) out of order, outside their gates \(longest(.wordOutside))"
            ),
            (
                "sound",
                "\(book.sounds) decoded, \(count(.soundFailed)) missing or broken; words lit early \(longest(.earlyWord)), "
                    + "without a word \(longest(.unlitSpeech)), off the declared length \(longest(.declaredLength))"
            ),
        ]
    }

    static func row(_ reading: ReadingFigures) -> (String, String) {
        let count = { (kind: BookFinding.Kind) in reading.tally.count(kind) }
        return (
            "reading",
            "\(plural(reading.dwells, "dwell")), at most \(longest(reading.tally, .dwell)) off; "
                + "\(plural(count(.stalePosition), "stale position")), \(count(.seekAgain)) repeated seeks, "
                + "\(reading.lateSounds) late; \(count(.wordAhead)) words ahead, \(count(.segmentSkipped)) skipped, "
                + "\(count(.segmentTwice)) repeated, \(plural(count(.failed), "failure")), \(plural(reading.commands, "command"))"
        )
    }

    private static func longest(_ tally: BookTally, _ kind: BookFinding.Kind) -> String {
        tally.longest[kind].map { "\(CheckText.number($0.milliseconds)) ms" } ?? "not judged"
    }

    // MARK: Findings

    static func findings(_ result: CheckResult, where isListed: (BookFinding) -> Bool) -> [String] {
        result.bookTallies.flatMap { tally in
            let kept = Set(tally.findings.map(\.kind))
            let dropped = tally.dropped.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                "  " + CheckText.dropped($0.value, $0.key.rawValue, besideOthers: kept.contains($0.key))
            }
            return tally.findings.filter(isListed).map { "  " + text($0) } + dropped
        }
    }

    private static func text(_ finding: BookFinding) -> String {
        let place = finding.place
        let fields: [(String?, Int)] = [
            (finding.kind.rawValue, 16), (place.time.map { "\($0.inSeconds) s" }, 11),
            (place.chunk.map { OutsideText.shown($0, cells: 20) }, 20),
            (place.sentence.map { "sentence \($0)" }, 14), (place.track?.rawValue, 12),
            (place.word.map { "word \($0)" }, 9), (place.position.map { "at \($0.inSeconds) s" }, 13),
        ]
        return fields.map { TerminalText.column($0 ?? "", toCells: $1 + 1) }.joined()
            + CheckText.shown(finding.found)
            + (finding.expected.map { " (expected \(CheckText.shown($0)))" } ?? "")
    }
}

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
