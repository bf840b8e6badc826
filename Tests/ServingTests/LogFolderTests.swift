import Events
import Foundation
import JSON
import Settings
import Support
import Synchronization
import Tapes
import Testing
import Wire

@testable import Checks
@testable import Playback
@testable import Serving

@Suite("What clients log, as cameo serve keeps it")
struct LogFolderTests {
    @Test("logs of clients are tapes: inspected and compared as logs, and not played")
    func logFolder() async throws {
        let folder = try Folder()
        let logs = try LogFolder(folder.path) { _ in }
        #expect(logs.time.count == 24 && logs.time.hasSuffix("Z"))
        let running = Task { await logs.run() }
        func log(_ source: JSON, _ base: JSON, _ session: String) {
            logs.frames(
                [["source": source, "chunk": 1, "seq": 2, "anim": "a|b", "base_frame": base, "sync_status": "SYNC"]],
                session: session)
        }
        log("BACKEND", 7, "s")
        log("TERMINAL", 8, "s")
        logs.event(["event_type": "X", "_blob": "00", "image_data": "AAAA"], session: "s")
        logs.end("s")
        log("TERMINAL", 9, "s")
        log("BACKEND", 9, "other")
        logs.close()
        await running.value
        #expect(logs.sessions == ["s", "other"])
        let paths = ["s", "s-2", "other"].map { folder.file($0 + ".cameo") }
        #expect(paths.allSatisfy(FrameLogFile.isLog) && !FrameLogFile.isLog(Repository.file("assets/demo.cameo")))
        var lines: [String] = []
        try FrameLogInspection(paths[0]) { lines.append($0) }.frames(asJSON: true)
        #expect(lines.count == 2 && lines[0].contains(#""clip":"a_b""#) && lines[1].contains("TERMINAL"), "\(lines)")
        let sides = try paths.map { try DiffSide($0, TapePlaying(isFresh: false)) }
        #expect(sides.allSatisfy(\.isLog) && sides.map { $0.frames.map(\.base) } == [[8], [9], [9]])
        _ = try convert(paths[0], to: folder.file("s.ndjson"))
        let text = String(decoding: try folder.bytes(of: "s.ndjson"), as: UTF8.self)
        #expect(text.contains(#""event":{"event_type":"X","_blob":"00","image_data":"AAAA"}"#), "\(text)")
        let error = #expect(throws: CommandError.self) { try OpenTape(paths[0]) }
        let words = ": a client's frame log, not a stream; use `cameo inspect` or `cameo diff`"
        #expect(error?.reason.hasSuffix(words) == true)
    }

    @Test("a session ends once, until more of it comes; one that never began does not end")
    func ends() {
        var backlog = LogBacklog()
        var ends = [backlog.end("s")]
        for records in 1...2 {
            for _ in 0..<records { _ = backlog.append(10, to: "s") }
            ends += [backlog.end("s"), backlog.end("s")]
        }
        #expect(ends == [false, true, false, true, false])
        #expect(backlog.sessions == ["s"])
    }

    @Test("no more waits than there is room for, and what is written makes room")
    func room() {
        var backlog = LogBacklog()
        var refusals = [backlog.append(8 << 20, to: "s"), backlog.append(1, to: "s"), backlog.append(1, to: "t")]
        backlog.written(1)
        refusals.append(backlog.append(1, to: "t"))
        #expect(refusals == [nil, .tooMuch, .tooMuch, nil])
        #expect(backlog.sessions == ["s", "t"])
    }

    @Test("of a thousand sessions logs are kept, and of those that go on, not of one more")
    func sessions() {
        var backlog = LogBacklog()
        for session in 0..<LogBacklog.mostSessions { #expect(backlog.append(1, to: "\(session)") == nil) }
        let refusal = backlog.append(1, to: "another")
        #expect(refusal == .tooManySessions && refusal?.reason == "of more than 1,000 sessions")
        #expect(backlog.append(1, to: "7") == nil)
        #expect(backlog.sessions.count == LogBacklog.mostSessions)
    }

    @Test("for one tape more than may be open the least recently used one is closed, and goes on in another")
    func openTapes() async throws {
        let folder = try Folder()
        var tapes = LogTapes(folder.path)
        let (message, _) = ingest(ClientLog.event([:], session: "s", time: ""))
        let sessions = (0..<LogTapes.mostOpen).map { "s\($0)" }
        for session in sessions + [sessions[0]] { try await tapes.append(message, [], weight: 100, to: session) }
        let first = sessions.map { $0 + ".cameo" }
        func kept() -> Set<String> { Set(folder.names.filter { $0.hasSuffix(".cameo") }) }
        #expect(kept() == Set(first))
        for session in ["another", sessions[0], sessions[2], sessions[1]] {
            try await tapes.append(message, [], weight: 100, to: session)
        }
        #expect(kept() == Set(first + ["another.cameo", sessions[1] + "-2.cameo"]))
        #expect(await tapes.closeAll().isEmpty)
    }

    @Test("each reason is said once, and logging goes on")
    func fullLogFolder() async throws {
        let folder = try Folder()
        let said = Mutex<[String]>([])
        let logs = try LogFolder(folder.file("logs")) { line in said.withLock { $0.append(line) } }
        try FileManager.default.removeItem(atPath: folder.file("logs"))
        let picture = JSON.string(String(repeating: "x", count: 9 << 20))
        for _ in 0..<2 { logs.event(["picture": picture], session: "a") }
        let running = Task { await logs.run() }
        for session in ["a", "b", "a"] { logs.frames([["chunk": 1, "seq": 2]], session: session) }
        logs.close()
        await running.value
        let lines = said.withLock(\.self)
        #expect(lines.count == 3 && lines[0] == "log records skipped: too many at once")
        #expect(lines[1].contains("a.cameo") && lines[2].contains("b.cameo"))
    }

    @Test("a folder takes no more than its limit, with what lay there before, and takes more once that is removed")
    func limit() throws {
        let folder = try Folder()
        try folder.write([UInt8](repeating: 0, count: 600), to: "old")
        var space = LogSpace(folder.path, limit: 1_000)
        try space.take(300)
        try space.take(100)
        let words = "log records skipped: \(folder.path) has reached its limit of 0 MiB; remove old logs"
        for _ in 0..<2 { #expect(throws: CommandError.failed(words)) { try space.take(1) } }
    }

    @Test("many short sessions fill the folder no further than its limit, and their tapes are their owner's alone")
    func shortSessions() async throws {
        let folder = try Folder()
        let place = folder.file("logs")
        let logs = try LogFolder(place) { _ in }
        let running = Task { await logs.run() }
        logs.event([:], session: "s")
        logs.close()
        await running.value
        func rights(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try rights(place) == 0o700 && rights(place + "/s.cameo") == 0o600)
        let size = try FileManager.default.attributesOfItem(atPath: place + "/s.cameo")[.size] as? Int
        #expect(size.map { $0 <= LogSpace.emptyTape } == true)
        var tapes = LogTapes(place, limit: 10 * LogSpace.emptyTape)
        let (message, _) = ingest(ClientLog.event([:], session: "s", time: ""))
        var refused = 0
        for _ in 0..<100 {
            do {
                try await tapes.append(message, [], weight: 100, to: "s")
                try await tapes.close("s")
            } catch { refused += 1 }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        #expect(refused >= 80 && names.count { $0.hasSuffix(".cameo") } <= 17)
    }
}
