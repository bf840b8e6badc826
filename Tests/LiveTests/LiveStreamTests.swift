import Debugger
import Engine
import Events
import PlaybackSupport
import SocketIO
import Tapes
import Testing

@testable import Live
@testable import Playback

@Suite("A live connection's stream")
struct LiveStreamTests {
    @Test("what comes is shown at once, and the session's tape shows the same again")
    func replay() async throws {
        var session = try VirtualSession(try WrittenStream.message().messages)
        try session.run(to: 6)
        #expect(session.shown.count { $0.mode == .overlay && $0.status == .sync } == 27)
        #expect(session.playback.isAtEdge && session.playback.lag(at: session.now) == .zero)
        #expect(await session.tape.close() == nil)
        let tape = try TapeReader(path: session.path)
        #expect(!tape.isBeingRecorded)
        var again = Showing(try TapeFeed(tape, isFresh: false))
        try again.run(to: 6)
        #expect(again.records == session.shown)
        #expect(again.player.engine == session.playback.timeline.edge)
    }

    @Test("the past is the one that was heard, before and after the tape has it")
    func past() async throws {
        var session = try VirtualSession(try WrittenStream.message().messages)
        try session.run(to: 1.2)
        let (heard, engine) = (session.playback.heard, session.playback.engine)
        try session.run(to: 3)
        try session.go(to: .heard(heard))
        #expect(session.playback.engine == engine && !session.playback.isAtEdge)
        #expect(!session.playback.timeline.isDoubtful)
        try await session.close()
        try session.go(to: .start)
        try session.go(to: .heard(heard))
        #expect(session.playback.engine == engine)
        #expect(!session.playback.timeline.isDoubtful)
        session.playback.goLive(at: session.now)
        #expect(session.playback.isAtEdge && !session.playback.isPaused)
    }

    @Test("bytes and events leave memory when the tape has them, and are read from there")
    func memory() async throws {
        var session = try VirtualSession(try WrittenStream.message().messages)
        try session.run(to: 3)
        try await session.close()
        #expect(session.stream.byteCount == 0)
        let picture = contentHash(of: try WrittenStream.picture(0))
        #expect(session.stream.unwrittenBytes(of: picture) == nil)
        #expect(session.stream.bytes(of: picture) == (try WrittenStream.picture(0)))
    }

    @Test("how a picture came is said while the session goes on as it is of its tape afterwards")
    func carriage() async throws {
        var session = try VirtualSession(try WrittenStream.message().messages)
        try session.run(to: 3)
        try await session.close()
        let frame = try #require(session.shown.first { $0.position?.sequence == 2 })
        var finder = WhyFinder(hasTestedSeams: true)
        let live = finder.why(frame.ordinal, in: session.playback.timeline)
        #expect(live?[.packet]?.sentence.contains("arrived as binary attachment 3 of 12") == true)
        #expect(live?[.message]?.sentence.hasSuffix(" bytes of text, 12 attachments") == true)
        var again = Showing(try TapeFeed(try TapeReader(path: session.path), isFresh: false))
        try again.run(to: 3)
        var later = WhyFinder(hasTestedSeams: true)
        let taped = later.why(frame.ordinal, in: again.player.timeline)
        #expect(taped?[.packet] == live?[.packet] && taped?[.message] == live?[.message])
    }

    @Test("a picture that comes again and again is forgotten only with the last message that has it")
    func sharedPictures() throws {
        let stream = LiveStream()
        let bytes: [UInt8] = [1, 2, 3]
        let message = WireMessage(name: "a", arguments: [WireMessage.placeholder(0)], attachments: [bytes])
        for number in 1...3 { stream.receiveMessage(message, at: Instant(seconds: Double(number))) }
        for number in 1...3 { #expect(stream.next(number)?.id == Int64(number)) }
        stream.wrote(messages: 2)
        #expect(stream.unwrittenBytes(of: contentHash(of: bytes)) == bytes)
        stream.wrote(messages: 1)
        #expect(stream.unwrittenBytes(of: contentHash(of: bytes)) == nil)
        #expect(stream.byteCount == 0)
    }

    @Test("what waited for room stands behind what was said meanwhile, with no time before it")
    func order() throws {
        let stream = LiveStream()
        let message = WireMessage(name: "a", arguments: [])
        stream.receiveMessage(message, at: Instant(seconds: 1))
        stream.receiveInput(.sent, at: Instant(seconds: 3))
        stream.receiveMessage(message, at: Instant(seconds: 2))
        stream.receiveMessage(message, at: Instant(seconds: 4))
        let times = (1...4).compactMap { stream.next($0)?.time.seconds }
        #expect(times == [1, 3, 3, 4])
        #expect(stream.duration == Instant(seconds: 4))
    }

    @Test("no more is taken from the connection than the disk can receive, until it has")
    func backPressure() async throws {
        let stream = LiveStream(roomLimit: 5_000)
        let message = WireMessage(
            name: "a", arguments: [WireMessage.placeholder(0)], attachments: [[UInt8](repeating: 1, count: 6_000)])
        stream.receiveMessage(message, at: .zero)
        let waiting = Task { await stream.waitForRoom() }
        _ = stream.next(1)
        #expect(stream.byteCount > 5_000)
        stream.wrote(messages: 1)
        await waiting.value
        #expect(stream.byteCount == 0)
    }

    @Test("small messages take the room that they take in memory: some thousands may wait")
    func smallMessages() {
        let stream = LiveStream()
        for _ in 0..<10_000 { stream.receiveMessage(WireMessage(name: "a", arguments: ["x"]), at: .zero) }
        #expect(stream.byteCount > 16 << 20)
    }

    @Test("without a tape no more is taken than is heard, either")
    func withoutTapeUnheard() async {
        let stream = LiveStream(roomLimit: 5_000, keptWithoutTape: 9_000)
        stream.endTape()
        for number in 1...4 {
            let bytes = [UInt8](repeating: UInt8(number), count: 3_000)
            stream.receiveMessage(
                WireMessage(name: "a", arguments: [WireMessage.placeholder(0)], attachments: [bytes]), at: .zero)
        }
        let waiting = Task { await stream.waitForRoom() }
        for number in 1...4 {
            #expect(stream.byteCount > 9_000)
            _ = stream.next(number)
            if stream.byteCount <= 9_000 { break }
        }
        await waiting.value
        #expect(stream.byteCount <= 9_000)
    }

    @Test("without a tape the newest stays, within a limit, and nobody waits for the disk")
    func withoutTape() async throws {
        let stream = LiveStream(roomLimit: 5_000, keptWithoutTape: 20_000)
        stream.endTape()
        for number in 1...100 {
            let bytes = [UInt8](repeating: UInt8(number), count: 3_000)
            let message = WireMessage(name: "a", arguments: [WireMessage.placeholder(0)], attachments: [bytes])
            stream.receiveMessage(message, at: Instant(seconds: Double(number)))
            await stream.waitForRoom()
            #expect(stream.next(number)?.id == Int64(number))
            #expect(stream.unwrittenBytes(of: contentHash(of: bytes)) == bytes)
            #expect(stream.byteCount <= 20_000 + 4_000)
        }
    }

    @Test("what was dropped for want of room is not forgotten a second time when the tape reports it")
    func droppedAndWritten() throws {
        let stream = LiveStream(roomLimit: 5_000, keptWithoutTape: 7_000)
        let pictures = (1...4).map { [UInt8](repeating: UInt8($0), count: 3_000) }
        for (number, bytes) in pictures.enumerated() {
            let message = WireMessage(name: "a", arguments: [WireMessage.placeholder(0)], attachments: [bytes])
            stream.receiveMessage(message, at: Instant(seconds: Double(number)))
        }
        for number in 1...2 { #expect(stream.next(number) != nil) }
        // The first two have been heard, and go for want of room; then the writer reports them.
        stream.endTape()
        stream.wrote(messages: 2)
        stream.wrote(messages: 2)
        for bytes in pictures.dropFirst(2) { #expect(stream.unwrittenBytes(of: contentHash(of: bytes)) == bytes) }
        for number in 3...4 { #expect(stream.next(number) != nil) }
    }

    @Test("whoever leaves waits for no disk, and nothing is dropped for that")
    func release() async throws {
        let stream = LiveStream(roomLimit: 1_000, keptWithoutTape: 2_000)
        let bytes = [UInt8](repeating: 1, count: 9_000)
        let message = WireMessage(name: "a", arguments: [WireMessage.placeholder(0)], attachments: [bytes])
        stream.receiveMessage(message, at: .zero)
        #expect(stream.next(1) != nil)
        let waiting = Task { await stream.waitForRoom() }
        stream.release()
        await waiting.value
        #expect(stream.unwrittenBytes(of: contentHash(of: bytes)) == bytes)
    }
}
