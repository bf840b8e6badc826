import Events
import JSON
import PlaybackSupport
import Settings
import Support
import Tapes
import Testing

@testable import Checks
@testable import Debugger
@testable import Engine
@testable import Files
@testable import Playback
@testable import Sessions

@Suite struct InspectionTests {
    private static func lines(
        _ stream: WrittenStream, _ say: (Inspection) throws -> Void
    ) async throws -> [String] {
        let folder = try Folder()
        let tape = try await stream.tape(folder.file("stream.cameo"))
        let lines = Lines()
        try say(Inspection(tape, of: "stream.cameo", TapePlaying(isFresh: false)) { lines.all.append($0) })
        return lines.all
    }

    private final class Lines { var all: [String] = [] }

    @Test("what was heard has a line for chunks of which nothing came, before and between those of which something did")
    func missingChunks() {
        let chunks = [1, 3, 6].map { number in
            AudibleChunk(chunk: number, group: nil, text: nil, words: [], length: nil, audible: nil, loss: .noSound)
        }
        let message = AudibleMessage(generation: 1, begun: .zero, ended: .zero, end: .over, chunks: chunks)
        let lines = AudibleText.lines(message).dropFirst().filter { $0.contains("neither") }
        let missing = [
            "chunk 0; neither sound nor pictures received", "chunk 2; neither sound nor pictures received",
            "chunks 4 to 5; neither sound nor pictures received",
        ]
        #expect(Array(lines) == missing.map { "  " + $0 })
        #expect(AudibleText.lines(message).count == 7)
        let json = AudibleText.json(message).object?["missing"]?.array?.map { [$0.object?["from"], $0.object?["to"]] }
        #expect(json == [[0, 0], [2, 2], [4, 5]])
    }

    /// Frame 5 of chunk 0 never comes, the batch of chunk 2 comes twice, chunk 1 comes when chunk 2 has been played.
    private static func trouble() throws -> WrittenStream {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        let bytes = { (place: Int) in try WrittenStream.picture(500 + place, side: 4) }
        stream.audio(0, frames: 12, at: 0.5)
        try stream.batch(0, 0..<5, number: 0, of: 2, at: 0.5, bytes: bytes)
        try stream.batch(0, 6..<12, number: 1, of: 2, at: 0.5, bytes: bytes)
        stream.sent(0, 12, at: 0.5)
        stream.audio(2, frames: 14, at: 0.6)
        try stream.batch(2, 0..<14, at: 0.6, bytes: bytes)
        try stream.batch(2, 0..<14, at: 0.65, bytes: bytes)
        stream.sent(2, 14, at: 0.7)
        try stream.chunk(1, frames: 13, at: 6)
        stream.say(9, "audio_end", [:])
        return stream
    }

    /// The words of the chunk table's rows.
    private static func table(_ lines: [String]) -> [[Substring]] {
        guard let start = lines.firstIndex(of: "chunks") else { return [] }
        return lines[(start + 2)...].prefix { $0.hasPrefix("  ") }.map { $0.split(separator: " ") }
    }

    @Test("the summary counts what was announced, received, shown and lost in each chunk")
    func chunks() async throws {
        let lines = try await Self.lines(try Self.trouble()) { try $0.summary(asJSON: false) }
        let table = Self.table(lines)
        // message, chunk, announced, received, shown, held, no-overlay, skipped, lost, late, twice, sound
        #expect(table.count >= 2)
        #expect(table.first?.prefix(12) == ["0", "0", "12", "11", "12", "0", "1", "0", "1", "0", "0", "yes"])
        #expect(
            table.dropFirst().first?.prefix(12) == ["0", "2", "14", "14", "14", "0", "0", "0", "0", "0", "14", "yes"])
        #expect(lines.contains { $0.hasPrefix("# ") && $0.contains("CHUNK_LATE") })
        #expect(lines.contains { $0.hasPrefix("# ") && $0.contains("FRAME_LOSS") })
        #expect(lines.contains { $0.hasPrefix("  counts     1 lost") && $0.contains(", 14 duplicate, ") })
    }

    @Test("each message has its look-ups, with the frames whose pictures were not there")
    func lookups() async throws {
        let lines = try await Self.lines(try Self.trouble()) { try $0.summary(asJSON: false) }
        let place = try #require(lines.firstIndex(of: "picture lookups by message"))
        #expect(lines[place + 1].hasPrefix("  0       26: 25 hits, 1 miss, 96.1 %;"))
        // The share is that of the hits, and stands there once.
        #expect(lines[place + 1].count { $0 == "%" } == 1 && lines[place + 1].contains("; 25/"))
        #expect(lines[place + 2] == "          missed: 0/5 never")
        let json = try await Self.lines(try Self.trouble()) { try $0.summary(asJSON: true) }
        let figures = try JSON.parse(json.joined()).object?["message_figures"]?.array?.first?.object
        #expect(figures?["lookups"] == 26 && figures?["hits"] == 25 && figures?["rendered"] == 25)
        #expect(figures?["missed"] == [["chunk": 0, "sequence": 5, "key": .null, "late_ms": .null]])
    }

    @Test("a tape that does not tell where the sound was has no drift of frames, and the CSV says why")
    func unknownDrift() async throws {
        let lines = try await Self.lines(try Self.trouble()) { try $0.drift(asJSON: false) }
        #expect(lines == [DriftSeries.header, DriftSeries.missing])
        #expect(DriftSeries.missing.hasPrefix("# ") && DriftSeries.missing.contains("(no sound device)"))
        #expect(try await Self.lines(try Self.trouble()) { try $0.drift(asJSON: true) } == [])
    }

    @Test("the demo tape answers eight of the ten open questions, and says which it has nothing of")
    func questions() throws {
        let tape = try OpenTape(try Assets.demoTape())
        defer { tape.close() }
        let lines = try ProbeInspection(tape.reader).lines(asJSON: false)
        #expect(lines.count == 20)
        let answers = stride(from: 1, to: 20, by: 2).map { lines[$0] }
        #expect(answers.filter { $0 == "   not seen" }.count == 2)
        #expect(answers.first == "   yes  (9 of 9 receive_audio)")
        #expect(answers.last?.contains("44100 Hz, 1 channel, 64 kbit/s") == true)
        #expect(try ProbeInspection(tape.reader).lines(asJSON: true).count == 10)
    }

    @Test("equal events one after the other are one line")
    func events() async throws {
        let lines = try await Self.lines(try WrittenStream.message()) { try $0.summary(asJSON: false) }
        #expect(lines.first == "events")
        #expect(lines.contains("  0.000 to 0.000         receive_base_frame idle_1_s_idle_1_e x4"))
        #expect(lines.contains("  0.500                  receive_frame_images_batch chunk 0 batch 1/1, 12 frames"))
        #expect(lines.contains("  0.500                  new_message \"Hello\""))
        #expect(lines.contains { $0.hasPrefix("  frames     ") && $0.contains("SYNC") })
        #expect(lines.contains { $0.contains("replayed from the stream") })
    }

    @Test("names from outside are made visible")
    func visible() async throws {
        var stream = try WrittenStream.message()
        stream.say(0.9, "new_message", ["message": "\u{1B}[2J\u{7}", "master_chunk_index": 0])
        stream.say(0.9, "bad\u{1B}name", [:])
        for asJSON in [false, true] {
            let lines =
                try await Self.lines(stream) { try $0.summary(asJSON: asJSON) }
                + Self.lines(stream) { try $0.frames(asJSON: asJSON) }
            #expect(!lines.contains { line in line.unicodeScalars.contains { $0.value < 32 } })
        }
    }

    @Test("texts from outside are cut, however long they are")
    func cut() async throws {
        var stream = try WrittenStream.message()
        let long = String(repeating: "word ", count: 20_000)
        stream.say(0.9, "new_message", ["message": .string(long), "master_chunk_index": 0])
        stream.say(0.9, "base_animations_manifest", ["error": .string(long)])
        stream.say(0.9, "x" + long, [:])
        let lines = try await Self.lines(stream) { try $0.summary(asJSON: false) }
        #expect(lines.filter { $0.hasSuffix("…") }.count >= 3)
        #expect(lines.allSatisfy { $0.count <= 240 })
    }

    @Test("the frames as JSON are one object a line, those as text one line a frame")
    func frames() async throws {
        let stream = try WrittenStream.message()
        let json = try await Self.lines(stream) { try $0.frames(asJSON: true) }
        let parsed = try json.map { try JSON.parse($0) }
        #expect(parsed.allSatisfy { $0.object?["frame"] != nil })
        #expect(parsed.compactMap { $0.object?["chunk"] }.count == 27)
        let text = try await Self.lines(stream) { try $0.frames(asJSON: false) }
        #expect(text.filter { !$0.hasPrefix("#") }.count == json.count + 1)
    }

    @Test("the summary as JSON is one object with the counts of the text")
    func summaryJSON() async throws {
        let lines = try await Self.lines(try Self.trouble()) { try $0.summary(asJSON: true) }
        #expect(lines.count == 1)
        let summary = try #require(try JSON.parse(lines[0]).object)
        #expect(summary["lost"] == 1)
        #expect(summary["duplicates"] == 14)
        #expect(summary["chunks"]?.array?.first?.object?["lost"] == [5])
    }
}
