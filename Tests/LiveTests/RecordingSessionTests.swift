import Decoding
import Engine
import Events
import Foundation
import JSON
import PlaybackSupport
import SocketIO
import Support
import Testing
import Transport

@testable import Checks
@testable import Live
@testable import Playback
@testable import Tapes

@MainActor
@Suite("A live session without a screen")
struct RecordingSessionTests {
    private let folder = try? Folder()

    private func session(
        _ backend: ScriptedBackend, saying messages: [String], seconds: Double? = nil, cache: Bool = false,
        parting: Duration = .seconds(86_400), clipLimit: TimeSpan = .seconds(180), standing: StandingDisk? = nil,
        limits: (answer: TimeSpan, silence: TimeSpan) = (.seconds(60), .seconds(15)),
        die: @escaping (Int32) -> Void = { _ in },
        tell: @escaping (String) -> Void = { _ in }
    ) throws -> (RecordingSession, tape: String) {
        let folder = try #require(folder)
        let path = folder.file("session-\(folder.names.count).cameo")
        let address = try BackendAddress("http://127.0.0.1:1")
        var connect = ConnectOptions(
            ConnectionOptions(address: address, identity: BackendIdentity(user: "u1", agent: "1")),
            as: .user("u1"))
        connect.logsFrom = 1_772_366_400_000
        if cache { connect.clipFolder = folder.file("clips") }
        var wish = connect.live
        wish.logParting = parting
        wish.cacheTimeouts.parting = standing == nil ? .seconds(86_400) : .milliseconds(1)
        wish.cacheTimeouts.answer = standing == nil ? .seconds(86_400) : .milliseconds(1)
        if let standing {
            wish.cache = standing.clips(in: folder.file("standing"), backend: address.httpBase)
        }
        var options = RecordOptions(connect, output: path)
        options.messages = messages
        (options.limits.clips, options.limits.answer, options.limits.silence) = (
            clipLimit, limits.answer, limits.silence
        )
        options.duration = seconds.map { TimeSpan(microseconds: Int64($0 * 1e6)) }
        let clock = SessionClock()
        let tape = try LiveTape(recording: path, source: address.text)
        let live = LiveSession(wish, backend, tape, clock)
        return (
            RecordingSession(live, options, clock, pictures: BlobPictures(tape.stream), die: die, announce: tell), path
        )
    }

    /// Runs it, and ends it as soon as something has happened.
    private func run(
        _ session: RecordingSession, until hasHappened: @escaping @MainActor () -> Bool
    ) async throws -> RecordReport {
        let watch = Task {
            while !hasHappened() { try await Task.sleep(for: .milliseconds(2)) }
            session.end()
        }
        defer { watch.cancel() }
        return try await session.run()
    }

    private func names(_ path: String) throws -> [String] {
        let tape = try TapeReader(path: path)
        return try tape.entries(limit: 100_000).map(\.name).filter { $0 != "ticked" && $0 != "pictureDecoded" }
    }

    @Test("K58 7.1 connects, loads the clips, says something, hears the answer, and all of it is on the tape")
    func conversation() async throws {
        let backend = try ScriptedBackend()
        backend.connect()
        let (session, path) = try session(backend, saying: ["Good morning", "And again"])
        let report = try await session.run()
        #expect(report.messages == 2 && report.unanswered.isEmpty && report.trouble == nil)
        #expect(backend.requestedClips == [WrittenStream.idle, WrittenStream.talking])
        let ready: [ClipName] = [.idle, ClipName(WrittenStream.talking)]
        #expect(backend.posted == ["Good morning", "And again"].map { OutgoingMessage(text: $0, ready: ready) })
        #expect(backend.emitted.contains { $0.name == "set_session_id" })
        // At most one request a second, and one at the end.
        #expect(backend.logged.count <= Int(report.end.seconds) + 1 && backend.logged.allSatisfy { $0.count <= 100 })
        #expect(backend.endedLogs == ["2026-03-01_120000_terminal"])
        let lines = backend.logged.joined().compactMap(\.object)
        // Two messages of one chunk of 12 frames. A machine that is late holds some longer, which have another line each.
        let frames = lines.compactMap { $0["seq"] }
        let distinct = zip(frames.indices, frames).filter { $0 == 0 || frames[$0 - 1] != $1 }.map(\.1)
        #expect(distinct == (Array(0..<12) + Array(0..<12)).map(JSON.number), "\(frames)")
        #expect(lines.first?["buffer"] == "11/12" && lines.allSatisfy { $0["next_chunk"] == "none" })
        // Before the first one there is nothing to measure by. A machine that is late passes some over, of which there is no rate.
        let shown = lines.prefix(12).filter { $0["sync_status"] != "SKIPPED" }
        #expect(shown.first?["fps"] == nil && shown.dropFirst().allSatisfy { $0["fps"] != nil } && shown.count > 1)
        let told = backend.loggedEvents.compactMap { $0["event_type"]?.string }
        #expect(told.count { $0 == "NEW_MESSAGE" } == 2 && told.count { $0 == "CHUNK_START" } == 2)
        #expect(told.count { $0 == "CHUNK_READY" } == 2)
        let names = try names(path)
        #expect(names.count { $0 == "sent" } == 2 && names.count { $0 == "user_message" } == 2)
        let tape = try TapeReader(path: path)
        var again = Showing(try TapeFeed(tape, isFresh: false))
        try again.run(to: report.end.seconds + 1)
        // A machine that is late passes some over, or holds some longer; each of them is on the tape.
        let spoken = again.records.filter { $0.position != nil }
        #expect(Set(spoken.map { "\($0.generation) \($0.position.map { "\($0)" } ?? "")" }).count == 24)
        #expect(report.frames == spoken.count { $0.wasShown && $0.status != .held })
        var frame = try #require(spoken.first { $0.wasShown && $0.status != .held })
        #expect(RecordReport.counts(frame))
        frame.status = .noOverlay
        #expect(!RecordReport.counts(frame))
        #expect(try !TapeReader(path: path).isBeingRecorded)
    }

    @Test("the last line counts the messages that have finished, and says so")
    func lastLine() {
        var report = RecordReport()
        report.end = Instant(seconds: 3)
        report.frames = 86
        #expect(report.line("a.cameo") == "a.cameo: 3.000 s, 0 messages finished, 86 overlay frames")
        report.cutOff = 1
        #expect(report.line("a.cameo") == "a.cameo: 3.000 s, 0 messages finished, 1 cut off, 86 overlay frames")
    }

    @Test("which messages nobody has answered is said of each, and of many how many more there are")
    func unansweredWords() {
        var report = RecordReport()
        #expect(report.unansweredWords(of: 3) == nil)
        report.unanswered = ["alpha", "be\u{1B}ta"]
        #expect(report.unansweredWords(of: 3) == "2 of 3 unanswered: alpha, be^[ta")
        report.unanswered = (1...7).map { "m\($0)" }
        #expect(report.unansweredWords(of: 7) == "7 of 7 unanswered: m1, m2, m3, m4, m5, 2 more")
    }

    @Test("an answer that is not whole is told by what ended it")
    func unfinishedWords() {
        var report = RecordReport()
        #expect(report.unfinishedWords == nil)
        report.unfinished = "al\u{1B}pha"
        #expect(report.unfinishedWords == "the answer to al^[pha was not finished when the time was up")
        report.trouble = "not connected at the end"
        #expect(report.unfinishedWords == "the answer to al^[pha was cut off")
    }

    @Test("K48 a clip with holes is not promised to the backend")
    func readiness() async throws {
        let backend = try ScriptedBackend()
        backend.connect()
        let (session, _) = try session(backend, saying: ["Hello"])
        _ = try await session.run()
        #expect(backend.posted.first?.ready.allSatisfy { backend.clips[$0.rawValue] != nil } == true)
    }

    @Test("N51 a message that the backend does not take is named, and nothing else happens")
    func refusedMessage() async throws {
        let backend = try ScriptedBackend()
        backend.fail(posting: "status 500")
        backend.connect()
        let (session, path) = try session(backend, saying: ["Hello"])
        let report = try await session.run()
        #expect(report.unanswered == ["Hello"] && report.frames == 0)
        #expect(try names(path).count { $0 == "sent" } == 1)
    }

    @Test("N49 a backend that refuses ends the recording with its words")
    func refusedConnection() async throws {
        let backend = try ScriptedBackend()
        backend.push(.refused(message: "no such agent"))
        let (session, path) = try session(backend, saying: ["Hello"])
        let report = try await session.run()
        #expect(report.trouble == "refused by the backend: no such agent")
        // Nothing that would stand in the way of the next try.
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("what is not said when the time is over is not answered, and a link that is not there is missed")
    func endWithoutLink() async throws {
        let backend = try ScriptedBackend()
        backend.push(.waiting(attempt: 1, .seconds(1), after: .transportError("connection refused")))
        let (session, _) = try session(backend, saying: ["Hello", "And again"])
        let report = try await run(session) {
            if case .waiting = session.live.link { true } else { false }
        }
        #expect(report.unanswered == ["Hello", "And again"])
        #expect(report.trouble == "not connected at the end: connection refused")
    }

    @Test(
        "an attempt that is under way when the time is over has the reason of the one before, and not one that is past")
    func endWithinAttempt() async throws {
        for hadLink in [false, true] {
            let backend = try ScriptedBackend()
            backend.push(.waiting(attempt: 1, .seconds(1), after: .transportError("connection refused")))
            if hadLink { backend.connect() }
            backend.push(.connecting(attempt: 7))
            let (session, _) = try session(backend, saying: [])
            let report = try await run(session) { session.live.link == .connecting(attempt: 7) }
            let reason = hadLink ? "" : ": connection refused"
            #expect(report.trouble == "not connected at the end\(reason)")
        }
    }

    @Test("an answer that is under way when the time is over is unfinished, and not missing")
    func endWithinAnswer() async throws {
        let backend = try ScriptedBackend()
        backend.connect()
        let (session, _) = try session(backend, saying: ["Hello", "And again"])
        let report = try await run(session) { session.isAnswering }
        #expect(report.unfinished == "Hello" && report.unanswered == ["And again"] && report.trouble == nil)
    }

    @Test("what is on its way when the time is over is not answered")
    func endWithoutAnswer() async throws {
        let backend = try ScriptedBackend(isSilent: true)
        backend.connect()
        let (session, _) = try session(backend, saying: ["Hello"])
        let report = try await run(session) { backend.posted.count == 1 }
        #expect(backend.posted.count == 1 && report.unanswered == ["Hello"] && report.trouble == nil)
    }

    @Test(
        "an answer without an end signal is over by the silence that was set, which is told; leaving breaks nothing off"
    )
    func noEndSignal() async throws {
        let backend = try ScriptedBackend(hasEnd: false)
        backend.connect()
        var told: [String] = []
        let (session, path) = try session(
            backend, saying: ["Hello", "And again"], limits: (.seconds(60), .seconds(3)), tell: { told.append($0) })
        let report = try await session.run()
        #expect(report.unanswered.isEmpty)
        let answered = told.filter { $0.hasPrefix("answered") }
        #expect(answered == Array(repeating: "answered; no end signal within 3s", count: 2), "\(told)")
        let checked = Check.run(path, CheckOptions())
        #expect(checked.figures.brokenOff == 0)
        // Where this side left sooner than an end signal is missed, it is not judged; a busy machine leaves later.
        let isUnfinished = checked.figures.unfinished == .end
        #expect(checked.figures.missingEnds == (isUnfinished ? 0 : 1), "\(checked.findings)")
    }

    @Test("d-websocket-cut: one line says that polling is used from now on")
    func keptToPolling() async throws {
        let backend = try ScriptedBackend()
        backend.push(.keptToPolling)
        backend.connect()
        var told: [String] = []
        let (session, _) = try session(backend, saying: ["Hello"], tell: { told.append($0) })
        _ = try await session.run()
        #expect(told.count { $0 == "WebSocket was cut twice; using polling from now on" } == 1, "\(told)")
    }

    @Test("an answer that has not begun when its time is over is not coming")
    func noAnswer() async throws {
        let backend = try ScriptedBackend(isSilent: true)
        backend.connect()
        var told: [String] = []
        let (session, _) = try session(
            backend, saying: ["Hello"], limits: (.seconds(1), .seconds(15)), tell: { told.append($0) })
        let report = try await session.run()
        #expect(report.unanswered == ["Hello"] && told.contains("no answer within 1s"))
    }

    @Test("a log that the backend does not end keeps nobody from leaving", .timeLimit(.minutes(30)))
    func stalledLog() async throws {
        let backend = try ScriptedBackend(keepsLog: true)
        backend.connect()
        let (session, _) = try session(backend, saying: ["Hello"], parting: .milliseconds(1))
        let report = try await session.run()
        #expect(report.unanswered.isEmpty)
    }

    @Test("a cache whose disk stands still stops neither the stream nor leaving", .timeLimit(.minutes(30)))
    func standingDisk() async throws {
        let backend = try ScriptedBackend()
        backend.connect()
        let disk = StandingDisk()
        defer { disk.goOn() }
        let (session, _) = try session(backend, saying: ["Hello"], standing: disk)
        let report = try await session.run()
        // A machine that is late passes some over.
        #expect(report.unanswered.isEmpty && (1...12).contains(report.frames))
        #expect(backend.requestedClips == [WrittenStream.idle, WrittenStream.talking])
    }

    /// Leaving hangs until a signal ends the process, which has to be 15.
    /// - Returns: the signal that ended the recording.
    private func runHanging(
        end: @escaping @MainActor (RecordingSession) -> Void,
        whileLeaving signal: @escaping @MainActor (RecordingSession) -> Void
    ) async throws -> Int32? {
        let (leaving, dead) = (Gate(), Gate())
        let backend = try ScriptedBackend(onClose: {
            leaving.open()
            await dead.pass()
        })
        backend.connect()
        let (session, _) = try session(
            backend, saying: [],
            die: { number in
                #expect(number == 15, "the same request cuts nothing short")
                dead.open()
            })
        let user = Task {
            while backend.requestedClips.isEmpty { await Task.yield() }
            end(session)
            await leaving.pass()
            signal(session)
        }
        let report = try await session.run()
        await user.value
        return report.signal
    }

    @Test(
        "a signal ends the recording; half a second later, once that is under way, another one ends the process",
        .timeLimit(.minutes(30)))
    func secondSignal() async throws {
        let signal = try await runHanging { session in
            session.receiveSignal(2, at: .zero)
            session.receiveSignal(2, at: .zero)
        } whileLeaving: { session in
            session.receiveSignal(1, at: .zero + RecordingSession.oneRequest - .milliseconds(1))
            session.receiveSignal(15, at: .zero + RecordingSession.oneRequest)
        }
        #expect(signal == 2)
    }

    @Test(
        "where its time is over and leaving hangs one signal ends the process, but not one that comes with the end",
        .timeLimit(.minutes(30)), arguments: [false, true])
    func signalAfterTheEnd(isWithEnd: Bool) async throws {
        let signal = try await runHanging { session in
            session.end()
        } whileLeaving: { session in
            // As early as a signal can be on the session's clock, then so late that leaving must have begun before.
            if isWithEnd { session.receiveSignal(2, at: .zero) }
            session.receiveSignal(15, at: .zero + .seconds(86_400))
        }
        #expect(signal == nil)
    }

    @Test("what becomes of a message late does not concern the one after it")
    func lateFailure() async throws {
        let second = Gate()
        let backend = try ScriptedBackend(onPost: { backend, number in
            backend.push(backend.answer)
            guard number == 1 else { return nil }
            await second.pass()
            return "no answer in time"
        })
        backend.connect()
        let (session, _) = try session(
            backend, saying: ["Hello", "And again"], tell: { if $0 == "you: And again" { second.open() } })
        let report = try await session.run()
        #expect(report.unanswered.isEmpty && report.messages == 2)
    }

    @Test("what the backend does not take is on the tape, and nobody waits for its answer")
    func refused() async throws {
        let backend = try ScriptedBackend(onPost: { backend, number in
            guard number > 2 else { return "status 500" }
            backend.push(backend.answer)
            return nil
        })
        backend.connect()
        let (session, path) = try session(backend, saying: ["Hello", "Hello?", "And again"])
        let report = try await session.run()
        #expect(report.unanswered == ["Hello", "Hello?"] && report.messages == 1)
        let check = Check.run(path, CheckOptions())
        #expect(check.figures.notes[.refused] == 2 && check.figures.notes[.answerUnknown] == nil)
        // Ticks may be late on a busy machine.
        #expect(check.exceeded.map(\.measure).contains(.notes))
    }

    @Test("what is said first gets to the backend first")
    func orderOfMessages() async throws {
        // The backend takes long over the first one; the second one would get past it.
        let backend = try ScriptedBackend(onPost: { _, number in
            for _ in 0..<(number == 1 ? 10_000 : 0) { await Task.yield() }
            return nil
        })
        let tape = try LiveTape(recording: #require(folder).file("order.cameo"), source: "test")
        let address = try BackendAddress("http://127.0.0.1:1")
        let live = LiveSession(
            LiveOptions(title: address.text, identity: BackendIdentity(user: "u1", agent: "1")), backend, tape,
            SessionClock())
        let (taken, told) = AsyncStream<String>.makeStream()
        let texts = ["one", "two", "three"]
        var playback = PlaybackController(
            FeedPlayer(tape.stream), blobs: tape.stream, at: .zero)
        for text in texts {
            live.send(text, number: 1, ready: [], through: &playback) { _ in told.yield(text) }
        }
        var order: [String] = []
        for await text in taken.prefix(texts.count) { order.append(text) }
        #expect(order == texts && backend.posted.map(\.text) == texts)
        await tape.discard()
    }

    @Test(
        "without a clip that is whole nothing is said, and the recording ends with the reason", .timeLimit(.minutes(30))
    )
    func noClip() async throws {
        let backend = try ScriptedBackend(hasHoles: true)
        backend.connect()
        let (session, _) = try session(backend, saying: ["Hello"], clipLimit: .zero)
        let report = try await session.run()
        #expect(report.unanswered == ["Hello"] && backend.posted.isEmpty)
        #expect(report.trouble == "no complete clip received within 0s; nothing was sent")
    }

    @Test("clips are waited for from the first link on, and whoever has set a time gets it", arguments: [false, true])
    func clipsWithoutLink(connects: Bool) async throws {
        let backend = try ScriptedBackend(hasHoles: true)
        if connects { backend.connect() }
        let (session, _) = try session(
            backend, saying: ["Hello"], seconds: connects ? 86_400 : nil, clipLimit: .zero)
        let report = try await run(session) {
            !connects || session.live.link.isConnected && backend.requestedClips.count >= 2
        }
        #expect(report.unanswered == ["Hello"])
        #expect(report.trouble == (connects ? nil : "not connected at the end"))
    }

    @Test(
        "N45 an answer that a lost link breaks off is none; one that was there as a whole is", arguments: [false, true])
    func brokenAnswer(isWhole: Bool) async throws {
        let backend = try ScriptedBackend(onPost: { backend, number in
            backend.push(isWhole || number == 2 ? backend.answer : backend.answer.dropLast())
            guard number == 1 else { return nil }
            backend.push(.lost(.transportClose))
            backend.connect()
            return nil
        })
        backend.connect()
        let (session, _) = try session(backend, saying: ["Hello", "And again"])
        let report = try await session.run()
        #expect(report.unanswered == (isWhole ? [] : ["Hello"]))
        #expect(backend.posted.map(\.text) == ["Hello", "And again"] && report.trouble == nil)
    }

    @Test("1.4 a link that is there again begins a log of its own, and ends the one before")
    func logOfEachLink() async throws {
        let backend = try ScriptedBackend()
        backend.connect()
        let (session, _) = try session(backend, saying: [])
        let report = try await run(session) {
            let begun = backend.emitted.count { $0.name == "set_session_id" }
            if begun == 1, backend.links == 1 { backend.connect() }
            return begun == 2
        }
        #expect(report.trouble == nil)
        #expect(backend.endedLogs == ["2026-03-01_120000_terminal", "2026-03-01_120001_terminal"])
    }

    @Test(
        "K50 what came once is not asked for again: the second session has it from the cache, before there is a link",
        .timeLimit(.minutes(30)))
    func cache() async throws {
        let first = try ScriptedBackend()
        first.connect()
        let (one, _) = try session(first, saying: ["Hello"], cache: true)
        _ = try await one.run()
        #expect(first.requestedClips.count == 2)
        let second = try ScriptedBackend()
        let (two, path) = try session(second, saying: [], cache: true)
        // However slow the disk is: four frames come from it.
        _ = try await run(two) { (try? self.names(path).count { $0 == "receive_base_frame" }) == 4 }
        #expect(second.emitted.isEmpty)
        let third = try ScriptedBackend()
        third.connect()
        let (three, _) = try session(third, saying: ["Hello"], cache: true)
        let report = try await three.run()
        #expect(third.requestedClips.isEmpty && (1...12).contains(report.frames) && report.unanswered.isEmpty)
    }

    @Test("N33 another version of a clip that is in the cache is asked for")
    func otherVersion() async throws {
        let first = try ScriptedBackend()
        first.connect()
        let (one, _) = try session(first, saying: ["Hello"], cache: true)
        _ = try await one.run()
        let second = try ScriptedBackend(version: "b2")
        second.connect()
        let (two, _) = try session(second, saying: ["Hello"], cache: true)
        let report = try await two.run()
        #expect(
            second.requestedClips == [WrittenStream.idle, WrittenStream.talking] && (1...12).contains(report.frames))
    }

    @Test("N45 after a link that was lost in a clip only what is missing is asked for, as a whole")
    func lostLink() async throws {
        let backend = try ScriptedBackend()
        backend.connect()
        let (session, path) = try session(backend, saying: ["Hello"], seconds: nil)
        backend.push(.lost(.transportClose))
        backend.connect()
        let report = try await session.run()
        #expect((1...12).contains(report.frames))
        let names = try names(path)
        #expect(names.count { $0 == "linkRestored" } == 2 && names.contains("linkLost"))
    }
}
