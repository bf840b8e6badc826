import Events
import JSON
import PlaybackSupport
import Support
import Testing

@testable import Checks

/// `cameo check` of a book's folder: each fault is found, and only that.
@Suite struct BookCheckTests {
    typealias Kind = BookFinding.Kind

    private static func check(_ book: ToneBook, _ path: String? = nil, _ options: CheckOptions = CheckOptions())
        -> CheckResult
    {
        Check.run(path.map(book.folder.file) ?? book.folder.path, options)
    }

    private static func kinds(_ result: CheckResult) -> Set<Kind> {
        Set(result.book?.tally.findings.map(\.kind).filter { $0 != .odd } ?? [])
    }

    // MARK: What is clean

    @Test("a clean folder is clean, and so are a chunk of it and an export")
    func clean() throws {
        let book = try ToneBook()
        let result = Self.check(book)
        #expect(result.verdict == .clean, "\(result.error ?? "") \(result.exceeded)")
        let figures = try #require(result.book)
        #expect(figures.tally.findings == [] && figures.notJudged == [])
        #expect(figures.chunks == 2 && figures.sentences == 4 && figures.sounds == 4 && figures.words == 24)
        #expect(result.duration == .milliseconds(9_600))
        #expect(figures.tally.longest[.wordOutside] == .zero)
        #expect(figures.tally.longest[.earlyWord] == .zero && figures.tally.longest[.declaredLength] == .zero)
        let chunk = Self.check(book, ToneBook.name(1))
        #expect(chunk.verdict == .clean && chunk.book?.sentences == 2)
        let inline = (0..<2).map { ToneBook.chunk($0).json }
        try book.folder.write(
            JSON.object(["schema_version": 1, "chunks": .array(inline)]).text, to: "manifest.json")
        let export = Self.check(book, "manifest.json")
        #expect(export.verdict == .clean && export.book?.sentences == 4)
    }

    @Test("of a job that is not complete it is said that there is more to come, and of a complete one nothing")
    func incomplete() throws {
        for (isComplete, notJudged) in [(false, ["the rest of an unfinished job"]), (true, [])] {
            let book = try ToneBook()
            let record: JSON = ["job_id": "j", "media_completed": .bool(isComplete), "result": ["book_metadata": [:]]]
            try book.folder.write(record.text, to: "metadata/job.json")
            let result = Self.check(book)
            #expect(result.verdict == .clean && result.book?.notJudged == notJudged, "\(result.error ?? "")")
        }
    }

    @Test("what is no book, and what is not there, is unreadable")
    func noBook() throws {
        let folder = try Folder()
        #expect(Check.run(folder.path, CheckOptions()).verdict == .unreadable)
        #expect(Check.run(folder.file("none"), CheckOptions()).verdict == .unreadable)
        try folder.write("{", to: "a.json")
        #expect(Check.run(folder.file("a.json"), CheckOptions()).error?.contains("a.json") == true)
        try folder.write("film", to: "a.mp4")
        try folder.write("1\n00:00:01,000 --> 00:00:02,000\nOne.\n", to: "a.srt")
        let film = Check.run(folder.path, CheckOptions())
        #expect(film.verdict == .unreadable && film.error?.contains("no sentences to check") == true)
    }

    @Test("a file that is no JSON is told in one sentence with its place, whole book or chunk")
    func brokenFiles() throws {
        let book = try ToneBook()
        try book.folder.write("{", to: "metadata/job.json")
        try book.folder.write("[", to: ToneBook.name(1))
        let result = Self.check(book)
        let findings = try #require(result.book?.tally.findings)
        for (name, kind) in [("metadata/job.json", Kind.odd), (ToneBook.name(1), .chunkUnread)] {
            let found = findings.filter {
                $0.kind == kind && $0.found.contains("\(name): line 1, column 1: not JSON: ")
            }
            #expect(found.count == 1 && found.allSatisfy { $0.expected == nil }, "\(findings)")
        }
        let lines = CheckText.lines(result, isLong: true)
        #expect(lines.contains { $0.contains("ODD") } && !lines.contains { $0.contains("found \(book.folder.path)") })
    }

    // MARK: Gates

    @Test(
        "RT3 gates that overlap, run backwards or leave their file are found",
        arguments: [
            ((1, 0, 2_000, 2_400), Kind.gateBackwards), ((2, 1_000, 2_400, 0), .gateOverlap),
            ((2, 2_400, 1_200, 0), .gateBackwards), ((2, 1_200, 4_000, 0), .gateOutside),
        ])
    func gates(gate: (row: Int, start: Int64, end: Int64, first: Int64), kind: Kind) throws {
        let book = try ToneBook { chunk, place in
            guard place == 1 else { return }
            chunk.sentences[gate.row - 1].translationGate = SentenceGate(
                .milliseconds(gate.start), .milliseconds(gate.end))
            // The first one begins behind the second.
            if gate.first > 0 {
                chunk.sentences[0].translationGate = SentenceGate(.milliseconds(1_300), .milliseconds(gate.first))
            }
            for row in 0..<2 { chunk.sentences[row].translationWords = [] }
        }
        let result = Self.check(book)
        let found = try #require(result.book?.tally.findings.first { $0.kind == kind })
        #expect(found.place.chunk == "c1" && found.place.track == .translation)
        #expect(result.exceeded.map(\.measure) == [.gateFaults] && result.verdict == .beyond)
    }

    // MARK: Words

    @Test(
        "RT5 RT6 words that are not the tokens, that are not in order or that lie outside of their gate are found",
        arguments: [
            ("one is missing", Kind.wordCount, CheckMeasure.wordFaults), ("twice", .wordCount, .wordFaults),
            ("of no token", .wordCount, .wordFaults), ("none at all", .wordCount, .wordFaults),
            ("overlap", .wordOrder, .wordFaults), ("swapped", .wordOrder, .wordFaults),
            ("outside", .wordOutside, .wordOutside),
        ])
    func words(fault: String, kind: Kind, measure: CheckMeasure) throws {
        let book = try ToneBook { chunk, place in
            guard place == 0 else { return }
            var words = chunk.sentences[1].originalWords
            switch fault {
            case "one is missing": words.remove(at: 1)
            case "twice": words[1].index = 0
            case "of no token": words[2].index = 7
            case "none at all": words = []
            case "overlap": words[1].start = words[0].start + .milliseconds(100)
            case "swapped": (words[0].index, words[1].index) = (1, 0)
            default: words[2].end += .milliseconds(150)
            }
            chunk.sentences[1].originalWords = words
        }
        let result = Self.check(book)
        let found = try #require(result.book?.tally.findings.first { $0.kind == kind })
        #expect(found.place.sentence == 2 && found.place.track == .original, "\(fault)")
        #expect(result.exceeded.contains { $0.measure == measure }, "\(fault): \(result.exceeded)")
    }

    @Test("a word whose end is told before its begin is found, though it is read the other way round")
    func backwards() throws {
        let book = try ToneBook()
        let text = try book.folder.text(of: ToneBook.name(0))
        let changed = text.replacing(#""start":0.4,"end":0.8"#, with: #""start":0.8,"end":0.4"#)
        #expect(text != changed)
        try book.folder.write(changed, to: ToneBook.name(0))
        #expect(Self.kinds(Self.check(book)) == [.wordOrder])
    }

    @Test("a sentence that is not spoken in a language has no times of words there")
    func unspoken() throws {
        let book = try ToneBook { chunk, place in
            guard place == 0 else { return }
            chunk.sentences[1].translationWords = []
            (chunk.sentences[1].translationGate, chunk.sentences[1].phases) = (SentenceGate(), SentencePhases())
            chunk.sentences[1].totalDuration = nil
        }
        #expect(!Self.kinds(Self.check(book)).contains(.wordCount))
    }

    @Test("words of a sentence that is not there are found")
    func lost() throws {
        let book = try ToneBook()
        let text = try book.folder.text(of: ToneBook.name(0))
        try book.folder.write(
            text.replacing(#""lane":"orig","sentenceIdx":1"#, with: #""lane":"orig","sentenceIdx":900"#),
            to: ToneBook.name(0))
        #expect(Self.kinds(Self.check(book)).contains(.wordCount))
    }

    // MARK: Words on the sound

    @Test("a word that is lit in silence is found, and how long the silence is")
    func silentWord() throws {
        let book = try ToneBook(sound: { values, file, place in
            if place == 1, file.kind == .translation { ToneBook.silence(&values, from: 0.4, to: 0.8) }
        })
        let result = Self.check(book)
        #expect(Self.kinds(result) == [.earlyWord] && result.exceeded.map(\.measure) == [.earlyWord])
        let found = try #require(result.book?.tally.findings.first)
        #expect(found.place.word == 2 && found.place.sentence == 3 && found.place.track == .translation)
        #expect(found.amount.map { ($0 - .milliseconds(380)).magnitude <= .milliseconds(10) } == true, "\(found)")
        var lax = CheckOptions()
        lax.limits[.earlyWord] = 500
        #expect(Self.check(book, nil, lax).verdict == .clean)
    }

    @Test("sound without a word that is lit is found, and which sentence it is of")
    func unlit() throws {
        let far = try ToneBook(
            change: { chunk, place in
                guard place == 0 else { return }
                // The first sentence is heard, and its words are told for the last part of it.
                chunk.sentences[0].originalWords = (0..<3).map {
                    WordTime($0, .milliseconds(900 + 100 * Int64($0)), .milliseconds(1_000 + 100 * Int64($0)))
                }
            },
            sound: { values, file, place in
                guard place == 0, file.kind == .original else { return }
                for frame in 0..<8_000 { values[frame] = Int16(9_000 * (frame % 2 == 0 ? 1 : -1)) }
            })
        let found = Self.check(far)
        #expect(Self.kinds(found) == [.unlitSpeech] && found.exceeded.map(\.measure) == [.unlitSpeech])
        #expect(found.book?.tally.findings.first?.place.sentence == 1)
    }

    @Test("words without times are not judged, and neither are those on a sound of both languages; it is said")
    func notJudged() throws {
        let book = try ToneBook { chunk, _ in
            for row in chunk.sentences.indices {
                chunk.sentences[row].translationWords = []
                chunk.sentences[row].picture = "media/a.png"
            }
            chunk.sounds[0].kind = .combined
        }
        let result = Self.check(book)
        #expect(
            result.book?.notJudged == [
                "words on 2 sounds without word times", "words on 2 sounds of mixed language", "pictures",
            ])
        #expect(result.book?.tally.longest[.earlyWord] == nil && result.value(.earlyWord) == nil)
        let text = CheckText.lines(result, isLong: true).joined(separator: "\n")
        #expect(text.contains("not judged: words on 2 sounds without") && text.contains("words lit early not judged"))
    }

    // MARK: Chunks and numbers

    @Test("RN5 a chunk that is missing or cut off is found, with a list of chunks and without one")
    func chunks() throws {
        let book = try ToneBook()
        let text = try book.folder.text(of: ToneBook.name(1))
        try book.folder.write(String(text.prefix(200)), to: ToneBook.name(1))
        let cut = Self.check(book)
        #expect(Self.kinds(cut) == [.chunkUnread] && cut.exceeded.map(\.measure) == [.unreadChunks])
        let list = (0..<3).map { place in
            #"{"chunk_id":"c\#(place)","metadata_path":"\#(ToneBook.name(place))","start_sentence":\#(1 + 2 * place)}"#
        }
        try book.folder.write(
            #"{"generated_files":{"chunks":[\#(list.joined(separator: ","))]}}"#, to: "metadata/job.json")
        let listed = Self.check(book)
        #expect(listed.book?.tally.count(.chunkUnread) == 2 && listed.book?.sentences == 2)
        #expect(
            Set(listed.book?.tally.findings.filter { $0.kind == .chunkUnread }.map(\.place.chunk) ?? []) == [
                "c1", "c2",
            ])
    }

    @Test("numbers that repeat, within a chunk and over two, and numbers that are missing are found")
    func numbers() throws {
        let twice = try ToneBook { chunk, place in if place == 1 { chunk.sentences[0].number = 2 } }
        #expect(Self.kinds(Self.check(twice)) == [.numberTwice, .numberHole])
        let hole = try ToneBook { chunk, place in
            if place == 1 { for row in 0..<2 { chunk.sentences[row].number += 2 } }
        }
        let found = Self.check(hole)
        #expect(Self.kinds(found) == [.numberHole] && found.exceeded.map(\.measure) == [.numberFaults])
        #expect(found.book?.tally.findings.first?.found == "no sentence 3 to 4")
        let same = try ToneBook()
        let text = try same.folder.text(of: ToneBook.name(1))
        try same.folder.write(
            text.replacing(#""sentence_number":4"#, with: #""sentence_number":3"#), to: ToneBook.name(1))
        #expect(Self.kinds(Self.check(same)) == [.numberTwice])
    }

    // MARK: Sounds

    @Test("sounds that are missing or broken, and lengths that are not as they are said, are found")
    func sounds() throws {
        let book = try ToneBook { chunk, place in
            if place == 0 { chunk.sounds[0].path = "media/none.wav" }
        }
        try book.folder.write("no sound", to: "media/1_original.wav")
        let broken = Self.check(book)
        #expect(Self.kinds(broken) == [.soundFailed] && broken.book?.tally.count(.soundFailed) == 2)
        #expect(broken.exceeded.map(\.measure) == [.soundFailures] && broken.book?.sounds == 2)
        let long = try ToneBook { chunk, place in if place == 0 { chunk.sounds[1].duration = .milliseconds(2_700) } }
        let found = Self.check(long)
        #expect(Self.kinds(found) == [.declaredLength] && found.value(.declaredLength) == 300)
        let none = try ToneBook { chunk, place in if place == 0 { chunk.sounds = [] } }
        #expect(Self.kinds(Self.check(none)) == [.soundFailed])
        let away = try ToneBook { chunk, place in if place == 0 { chunk.sounds[0].path = "../away.wav" } }
        #expect(Self.kinds(Self.check(away)) == [.soundFailed])
    }

    @Test("a sound that ends before its header says is broken off, also by less than anybody hears")
    func brokenOff() throws {
        let book = try ToneBook()
        let whole = Self.check(book)
        #expect(whole.value(.soundFailures) == 0 && whole.verdict == .clean)
        let bytes = try book.folder.bytes(of: "media/1_original.wav")
        try book.folder.write(bytes.dropLast(40), to: "media/1_original.wav")
        let cut = Self.check(book)
        #expect(cut.exceeded.map(\.measure) == [.soundFailures] && cut.book?.sounds == 4)
        let finding = try #require(cut.book?.tally.findings.first { $0.kind == .soundFailed })
        #expect(finding.found == "truncated: 40 of the announced bytes are missing")
        let json = CheckJSON.line(cut).object
        #expect(json?["judged"]?.object?["sound"] == true && json?["sound"]?.object?["failed"] == 1)
        #expect(json?["sound"]?.object?["judged"] == true && json?["sound"]?.object?["decoded"] == 4)
    }

    // MARK: Output

    @Test("text, JSON and JUnit name what is beyond its limit, harmless whatever a stranger wrote")
    func output() throws {
        let book = try ToneBook { chunk, place in
            chunk.id += "\u{1B}[31m<&"
            if place == 0 { chunk.sentences[1].originalGate = SentenceGate(.milliseconds(500), .milliseconds(2_400)) }
        }
        let result = Self.check(book)
        let lines = CheckText.lines(result, isLong: false)
        let first = try #require(lines.first)
        #expect(first.hasPrefix("BEYOND") && first.contains("book of 2 chunks, 4 sentences, 4 sounds, 9.600 s"))
        #expect(lines.contains { $0.contains("max_gate_faults: 1, limit 0") })
        #expect(lines.contains { $0.contains("GATE_OVERLAP") && $0.contains("sentence 2") })
        #expect(!lines.joined().contains("\u{1B}"))
        #expect(CheckText.total([.clean, .beyond], books: 2).hasPrefix("2 books: 1 clean"))
        #expect(CheckText.total([.clean, .beyond], books: 1).hasPrefix("2 files"))
        let json = try #require(CheckJSON.line(result).object)
        let found = json["book"]?.object?["findings"]?.array?.first?.object
        #expect(found?["kind"] == "GATE_OVERLAP" && found?["sentence"]?.lenientInt == 2 && found?["ms"] == 700.0)
        #expect(json["verdict"] == "beyond" && json["book"]?.object?["counts"]?.object?["GATE_OVERLAP"] == 1)
        let line = try ReportLine(Array(CheckJSON.line(result).text.utf8))
        #expect(line.findings.count == 1 && line.findings.first?.contains("GATE_OVERLAP sentence 2") == true)
    }

    @Test("only so many findings of a kind are listed, and how many more there are is said")
    func dropped() throws {
        let book = try ToneBook { chunk, _ in
            for row in chunk.sentences.indices { chunk.sentences[row].originalWords.swapAt(0, 2) }
        }
        var options = CheckOptions()
        options.findingsKept = 1
        let result = Self.check(book, nil, options)
        let count = try #require(result.book?.tally.count(.wordOrder))
        #expect(count > 1 && result.book?.tally.dropped[.wordOrder] == count - 1)
        #expect(CheckText.lines(result, isLong: false).contains("  ... and \(count - 1) more WORD_ORDER"))
        options.findingsKept = 0
        let lines = CheckText.lines(Self.check(book, nil, options), isLong: false)
        #expect(lines.contains("  \(count) WORD_ORDER") && !lines.contains { $0.contains(" more ") })
    }
}
