import Testing

@testable import App

@Suite("The backend's log of a session")
struct BackendLogTests {
    private static func name(_ number: Int) -> String { "2026-03-01_12000\(number)_terminal" }

    @Test("1.4 a log that comes when there is another link already is ended at once, and is nobody's")
    func lateLog() async throws {
        let gate = Gate()
        let backend = try ScriptedBackend(onStartLog: { if $0 == 0 { await gate.pass() } })
        let log = BackendLog(backend, epoch: 0)
        let first = Task { await log.begin() }
        while backend.begunLogs == 0 { await Task.yield() }
        #expect(await log.begin() == Self.name(1))
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
        let first = Task { await log.begin() }
        while backend.begunLogs == 0 { await Task.yield() }
        let ending = Task { await log.end() }
        gate.open()
        await ending.value
        #expect(backend.endedLogs == [Self.name(0)])
        // It had come before the end, or after it: either way there is none any more.
        _ = await first.value
        #expect(backend.endedLogs.count == 1)
    }
}
