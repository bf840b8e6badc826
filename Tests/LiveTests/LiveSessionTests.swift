import Events
import Platform
import Sessions
import SocketIO
import Support
import Testing
import Transport

@testable import Live
@testable import Playback
@testable import Tapes

@MainActor
@Suite("What a live session tells the loop", .timeLimit(.minutes(30)))
struct LiveSessionTests {
    private let folder: Folder
    private let backend: ScriptedBackend
    private let live: LiveSession

    init() throws {
        folder = try Folder()
        backend = try ScriptedBackend()
        let tape = try LiveTape(recording: folder.file("new.cameo"), source: "test")
        let options = LiveOptions(title: "test", identity: BackendIdentity(user: "u1", agent: "1"))
        live = LiveSession(options, backend, tape, SessionClock())
    }

    /// All that it tells until it is refused.
    private func told(_ news: [ConnectionEvent]) async -> [LiveEvent] {
        for one in news + [.refused(message: "no")] { backend.push(one) }
        let (stream, sink) = AsyncStream<LiveEvent>.makeStream()
        live.start(wake: {}, report: { sink.yield($0) })
        var all: [LiveEvent] = []
        for await one in stream {
            if case .link(.refused) = one { break }
            all.append(one)
        }
        return all
    }

    @Test("however much comes that is no message, one piece of news of it waits for the loop")
    func oddities() async throws {
        let all = await told((1...100).map { .odd(.badPacket(reason: "\($0)")) })
        try #require(all.count == 1)
        guard case .odd(let oddities) = all[0] else {
            Issue.record("nothing odd is told")
            return
        }
        let newest = WireError.badPacket(reason: "100").reason
        #expect(oddities.take() == "from the backend: 100 invalid messages; the last: \(newest)")
        // Once that is taken, the next one is told.
        #expect(oddities.add("more") && !oddities.add("still more"))
        #expect(oddities.take() == "from the backend: 2 invalid messages; the last: still more")
        #expect(oddities.add("one") && oddities.take() == "from the backend: one")
        #expect(await live.end { [] } == nil)
    }

    @Test("an input that ends without a message leaves nothing to show", arguments: [false, true])
    func ended(hasMessage: Bool) async throws {
        let message = WireMessage(event: .callMemberLeft, arguments: [["id": "a"]])
        let news: [ConnectionEvent] = hasMessage ? [.message(message, arrived: .now), .ended] : [.ended]
        let all = await told(news)
        try #require(all.count == 1)
        switch all[0] {
        case .nothing(let reason): #expect(!hasMessage && reason == "test: closed before the first line")
        case .trouble(let reason): #expect(hasMessage && reason == "test has ended; the call is unchanged")
        default: Issue.record("no end is told")
        }
        #expect(await live.end { [] } == nil)
    }

    @Test("what came and is no message is on the tape, as something odd, each time that it came")
    func unreadable() async throws {
        _ = await told((1...3).map { .odd(.json(.notJSON(reason: "cut \($0)", line: 1, column: 7, offset: 6))) })
        var odd: [String] = []
        while let entry = live.tape.stream.next(EventCount(odd.count)) { odd += entry.oddities }
        #expect(odd == (1...3).map { "not JSON: cut \($0) (column 7)" })
        #expect(await live.end { [] } == nil)
    }

    @Test("the link is what the loop has been told of it")
    func link() async {
        let all = await told([.connecting(attempt: 3)])
        #expect(live.link == .connecting(attempt: 0))
        for one in all { live.receive(one) }
        #expect(live.link == .connecting(attempt: 3))
        #expect(await live.end { [] } == nil)
    }

    @Test("what a session puts on its tape is a call of one member, from joining to leaving, with the agent's name")
    func call() async throws {
        let backend = try ScriptedBackend(profile: ("Lea", nil))
        let path = folder.file("call.cameo")
        let (tape, clock) = (try LiveTape(recording: path, source: "test"), SessionClock())
        let options = LiveOptions(title: "test", identity: BackendIdentity(user: "u1", agent: "1"))
        let call = AgentCall("test", [CallAgent(id: "1")], on: tape.stream, clock)
        let live = LiveSession(options, backend, tape, clock, in: call)
        let (named, sink) = AsyncStream<Void>.makeStream()
        live.start(wake: { sink.yield() }, report: { _ in })
        backend.push(.connected(.polling))
        // The name comes from beside the connection.
        for await _ in named where tape.stream.received.messages >= 5 { break }
        backend.push(.lost(.pingTimeout))
        await live.hangUp()
        var (told, number): ([CallEvent], EventCount) = ([], 0)
        while let entry = tape.stream.next(number) {
            number += 1
            if case .wire(.call(let event)) = entry.body { told.append(event) }
        }
        let states = told.compactMap { if case .state(let state, _) = $0 { state } else { nil } }
        #expect(states == [.joining, .joined, .reconnecting, .left])
        #expect(told.contains(.member("1", [.name("Lea")])))
        _ = await tape.close()
    }

    @Test(
        "a recording that replaces another one leaves the old one where it comes to nothing, and nothing else beside it",
        arguments: [false, true])
    func overwriting(isHeard: Bool) async throws {
        let path = folder.file("call.cameo")
        let old = try TapeWriter(creating: path, meta: ["source": "old"])
        try await old.append(.ticked, at: .zero)
        try await old.close()
        let tape = try LiveTape(recording: path, source: "new", overwrites: true)
        // Killed here, Cameo leaves the old one under a name that says so.
        let aside = "\(path).\(getpid()).old"
        #expect(try TapeReader(path: aside).meta()["source"] == "old")
        #expect(folder.names.allSatisfy { !$0.hasSuffix(".partial") })
        if isHeard {
            tape.stream.receiveMessage(WireMessage(name: "x", arguments: []), at: .zero)
            guard let entry = tape.stream.next(0), case .wire = entry.body else {
                throw RawClient.Failed(description: "nothing")
            }
            tape.recorder.record([RecordedEvent(event: Event(entry.time, entry.body), message: entry.message)])
        }
        #expect(await tape.close(hadLink: isHeard) == nil)
        #expect(try TapeReader(path: path).meta()["source"] == (isHeard ? "new" : "old"))
        #expect(folder.names.filter { $0.hasPrefix("call") } == ["call.cameo"])
    }

    @Test("a recording that a killed process has set aside is not replaced by another one")
    func oldOneLeft() async throws {
        let path = folder.file("call.cameo")
        try await TapeWriter(creating: path).close()
        try folder.write("kept", to: "call.cameo.\(getpid()).old")
        let new = try folder.bytes(of: "call.cameo")
        #expect(throws: TapeError.self) { try LiveTape(recording: path, source: "", overwrites: true) }
        #expect(try folder.text(of: "call.cameo.\(getpid()).old") == "kept")
        #expect(try folder.bytes(of: "call.cameo") == new)
    }

    @Test("what is no recording is not replaced; the beginning of one is")
    func notOverwriting() async throws {
        try folder.write("mine", to: "photo.cameo")
        #expect(throws: TapeError.self) {
            try LiveTape(recording: folder.file("photo.cameo"), source: "", overwrites: true)
        }
        #expect(try folder.text(of: "photo.cameo") == "mine")
        try folder.write("", to: "empty.cameo")
        let tape = try LiveTape(recording: folder.file("empty.cameo"), source: "", overwrites: true)
        _ = await tape.close()
        #expect(try TapeReader(path: folder.file("empty.cameo")).count() == 0)
    }
}
