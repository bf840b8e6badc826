import Engine
import Events
import Synchronization
import Testing

@testable import Live

@Suite("The backend's log of a session")
struct BackendLogTests {
    private static func name(_ number: Int) -> String { "2026-03-01_12000\(number)_terminal" }

    @Test("1.4 a log that comes when there is another link already is ended at once, and is nobody's")
    func lateLog() async throws {
        let gate = Gate()
        let backend = try ScriptedBackend(onStartLog: { if $0 == 0 { await gate.pass() } })
        let log = BackendLog(backend, epoch: 0)
        let first = Task { await log.begin().value }
        while backend.begunLogs == 0 { await Task.yield() }
        #expect(await log.begin().value == Self.name(1))
        gate.open()
        #expect(await first.value == nil)
        #expect(backend.endedLogs == [Self.name(0)])
        await log.end()
        #expect(backend.endedLogs == [Self.name(0), Self.name(1)])
    }

    @Test("a log that is still being asked for when the session ends is ended, too")
    func endBeforeBegin() async throws {
        let gate = Gate()
        let backend = try ScriptedBackend(onStartLog: { _ in await gate.pass() })
        let log = BackendLog(backend, epoch: 0)
        let first = Task { await log.begin().value }
        while backend.begunLogs == 0 { await Task.yield() }
        let ending = Task { await log.end() }
        gate.open()
        await ending.value
        #expect(backend.endedLogs == [Self.name(0)])
        // It had come before the end, or after it: either way there is none any more.
        _ = await first.value
        #expect(backend.endedLogs.count == 1)
    }

    private static func event(_ number: Int) -> SessionEvent {
        SessionEvent(.chunkStart, ["chunk": .int(Int64(number)), "animation": "t"])
    }

    @Test("K66 events go with their type, details, source and time, and nothing is kept without a log")
    func events() async throws {
        let backend = try ScriptedBackend()
        let log = BackendLog(backend, epoch: 1_772_366_400_000)
        log.record(Self.event(0), at: .zero)
        _ = await log.begin().value
        log.record(Self.event(1), at: Instant(seconds: 1.5))
        await log.end()
        #expect(
            backend.loggedEvents == [
                [
                    "source": "TERMINAL", "event_type": "CHUNK_START", "details": ["chunk": 1, "animation": "t"],
                    "timestamp": "2026-03-01T12:00:01.500Z",
                ]
            ])
    }

    @Test("K66 what happens while a log is asked for waits for it")
    func awaited() async throws {
        let gate = Gate()
        let backend = try ScriptedBackend(onStartLog: { _ in await gate.pass() })
        let log = BackendLog(backend, epoch: 0) {}
        let beginning = Task { await log.begin().value }
        while backend.begunLogs == 0 { await Task.yield() }
        log.record(Self.event(1), at: .zero)
        gate.open()
        _ = await beginning.value
        while backend.loggedEvents.isEmpty { await Task.yield() }
        #expect(backend.loggedEvents.first?["details"]?.object?["chunk"] == 1)
        await log.end()
        #expect(backend.loggedEvents.count == 1)
    }

    @Test("of many events a few are sent at the end, and what found no room is dropped")
    func manyEvents() async throws {
        let backend = try ScriptedBackend()
        let pauses = Pauses()
        let log = BackendLog(backend, epoch: 0) { await pauses.pass() }
        _ = await log.begin().value
        for number in 0..<1_000 { log.record(Self.event(number), at: .zero) }
        // The task that sends is still in its first pause.
        await log.end()
        #expect(backend.loggedEvents.count == BackendLog.eventsAtEnd)
        pauses.end()
    }

    @Test(
        "between two requests there is a pause, and in each there are a few events; then it rests until there is more")
    func pauses() async throws {
        let backend = try ScriptedBackend()
        let pauses = Pauses()
        let log = BackendLog(backend, epoch: 0) { await pauses.pass() }
        _ = await log.begin().value
        for number in 0..<BackendLog.eventsAtOnce + 3 { log.record(Self.event(number), at: .zero) }
        await pauses.waitForOne()
        #expect(backend.loggedEvents.isEmpty)
        pauses.endOne()
        await pauses.waitForOne()
        #expect(backend.loggedEvents.count == BackendLog.eventsAtOnce)
        pauses.endOne()
        await pauses.waitForOne()
        #expect(backend.loggedEvents.count == BackendLog.eventsAtOnce + 3)
        // Nothing is left. Whether it has come to rest by then or not, another one is sent.
        pauses.endOne()
        log.record(Self.event(99), at: .zero)
        while backend.loggedEvents.count < BackendLog.eventsAtOnce + 4 {
            pauses.endOne()
            await Task.yield()
        }
        pauses.end()
        await log.end()
    }
}

/// Pauses that last until the test ends them.
private final class Pauses: Sendable {
    private let state = Mutex((paused: [CheckedContinuation<Void, Never>](), isOver: false))

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.paused.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Until somebody pauses.
    func waitForOne() async { while state.withLock(\.paused.isEmpty) { await Task.yield() } }

    /// The oldest, where there is one.
    func endOne() { state.withLock { $0.paused.isEmpty ? nil : $0.paused.removeFirst() }?.resume() }

    /// This one and all later ones.
    func end() {
        let paused = state.withLock { state in
            defer { state = ([], true) }
            return state.paused
        }
        for continuation in paused { continuation.resume() }
    }
}
