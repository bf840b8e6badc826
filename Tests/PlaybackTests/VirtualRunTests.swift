import Decoding
import Engine
import Events
import PlaybackSupport
import Settings
import Support
import Tapes
import Testing
import Wire

@testable import Playback

@Suite struct VirtualRunTests {
    private static func run(
        _ stream: WrittenStream, isFresh: Bool = false
    ) async throws -> (records: [FrameRecord], notes: [Note], reports: [ChunkReport], counters: Counters) {
        let folder = try Folder()
        let tape = try await stream.tape(folder.file("stream.cameo"))
        var run = try VirtualRun(tape, isFresh: isFresh)
        var records: [FrameRecord] = []
        var notes: [Note] = []
        var reports: [ChunkReport] = []
        try run.run { item in
            switch item {
            case .frame(let record, _): records.append(record)
            case .note(let note), .tile(_, let note), .reading(_, let note): notes.append(note)
            case .chunk(let report): reports.append(report)
            }
        }
        return (records, notes, reports, run.counters)
    }

    @Test("quit-hour-step: who only measures a tape asks at each step whether to stop, and goes no further")
    func canceled() throws {
        let tape = try TapeReader(path: try DemoLines.tape())
        var asked = 0
        let length = VirtualRun.length(of: tape, TapePlaying(isFresh: false)) {
            asked += 1
            return false
        }
        // The demo has 676 frames.
        #expect(length.map { $0 > Instant(seconds: 19) } == true && asked >= 676)
        asked = 0
        let stopped = VirtualRun.length(of: tape, TapePlaying(isFresh: false)) {
            asked += 1
            return asked == 10
        }
        #expect(stopped == nil && asked == 10)
    }

    @Test("it shows what an engine shows that is driven by hand over the same events")
    func likeSession() async throws {
        let stream = try WrittenStream.message()
        let found = try await Self.run(stream)
        var session = EngineRun()
        session.receive(Event(.zero, .local(.settingsChanged(PlaybackSettings()))))
        for (time, message) in stream.messages {
            session.schedule(time, .wire(interpret(ingest(message).message).event))
        }
        session.run(to: 20)
        // The run ends when the message has ended, the session idles on.
        #expect(found.records == Array(session.records.prefix(found.records.count)))
        #expect(found.records.count >= 27)
        #expect(found.records.last?.mode == .idle)
        #expect(found.reports == session.reports)
        #expect(found.reports.map(\.shown) == [12, 15])
    }

    @Test("pictures that are none are counted, and their frames are shown without overlay")
    func corruptPictures() async throws {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 2, first: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        stream.audio(0, frames: 12, at: 0.5)
        try stream.batch(0, 0..<12, at: 0.5) { place in
            place % 4 == 3 ? Array("no picture \(place)".utf8) : try WrittenStream.picture(place, side: 4)
        }
        stream.sent(0, 12, at: 0.5)
        stream.say(0.6, "audio_end", [:])
        let found = try await Self.run(stream)
        #expect(found.counters.decodeFailures == 3)
        #expect(found.notes.filter { $0.code == .decodeFailed }.count == 3)
        let missing = found.records.filter { $0.status == .noOverlay }.compactMap { $0.position?.frame }
        #expect(missing == [3, 7, 11])
        #expect(found.reports.first?.shown == 12)
    }

    @Test("a picture that the tape does not have counts as broken")
    func missingBytes() async throws {
        let folder = try Folder()
        let writer = try TapeWriter(creating: folder.file("bare.cameo"))
        let messages = try WrittenStream.message().messages
        for (time, message) in messages {
            try await writer.append(ingest(message).message, blobs: [], at: time)
        }
        try await writer.close()
        var run = try VirtualRun(try TapeReader(path: folder.file("bare.cameo")), isFresh: false)
        try run.run { _ in }
        let bases = messages.count { ingest($0.1).message.event == .baseFrame }
        #expect(bases > 0 && run.counters.decodeFailures == 27 + bases)
        #expect(run.counters.messagesFinished == 1)
    }

    @Test("a message that never ends is ended by the limits")
    func openEnd() async throws {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 2, first: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        stream.audio(0, frames: 500, at: 0.5)
        try stream.batch(0, 0..<3, of: 9, at: 0.5) { try WrittenStream.picture($0, side: 4) }
        let found = try await Self.run(stream)
        #expect((found.records.last?.shown ?? .zero) < Instant(seconds: 62))
        #expect(found.counters.shown < 2_000)
    }

    @Test("a silence of years is passed over with a note, and the stream goes on behind it")
    func silence() async throws {
        var stream = try WrittenStream.message()
        stream.say(900_000_000, "new_message", ["message": "years later"])
        try stream.chunk(2, frames: 11, at: 900_000_001)
        let found = try await Self.run(stream)
        let skipped = found.notes.filter { $0.code == .waiting && $0.text.hasPrefix("skipped ") }
        #expect(skipped.count == 1 && skipped[0].text.hasSuffix(" s without events"))
        #expect(found.records.count < 3_000)
        #expect(found.reports.map(\.shown) == [12, 15, 11])
    }

    @Test("an empty tape is over at once")
    func empty() async throws {
        let found = try await Self.run(WrittenStream())
        #expect(found.records == [])
        #expect(found.counters.shown == 0)
    }

    @Test("a replay takes the decode results of the tape")
    func replay() async throws {
        let folder = try Folder()
        let (showing, recorded) = try await Showing.recorded(in: folder)
        var records: [FrameRecord] = []
        var run = try VirtualRun(try TapeReader(path: recorded), isFresh: false)
        try run.run { if case .frame(let record, _) = $0 { records.append(record) } }
        #expect(run.isReplay)
        #expect(records == showing.records)
    }
}
