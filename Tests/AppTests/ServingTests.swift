import Foundation
import Support
import Synchronization
import Tapes
import Testing
import Wire

@testable import App
@testable import Checks
@testable import Events
@testable import Playback
@testable import Serving
@testable import Settings
@testable import Speaking

@Suite("What cameo serve is told")
struct ServingTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    @Test(
        "an address is a host and a port",
        arguments: [
            ("127.0.0.1:5003", "127.0.0.1", 5_003, true), ("[::1]:0", "::1", 0, true),
            ("localhost:1", "localhost", 1, true),
            ("0.0.0.0:80", "0.0.0.0", 80, false), ("[::]:80", "::", 80, false), ("10.0.0.1:80", "10.0.0.1", 80, false),
            ("127.example:80", "127.example", 80, false),
        ])
    func addresses(text: String, host: String, port: Int, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.host == host && address.port == port && address.isLoopback == isLoopback)
        #expect(address.text == text)
    }

    @Test(
        "what is no address is refused",
        arguments: ["", "5003", ":5003", "h:", "h:-1", "h:65536", "::1:80", "a b:1", "h/:1"])
    func noAddress(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test("every scenario that comes along can be read and is in the page about faults")
    func scenarios() throws {
        let folder = Self.root + "/assets/scenarios"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count >= 10)
        let page = try String(contentsOfFile: Self.root + "/docs/faults.md", encoding: .utf8)
        for name in names {
            let scenario = try ScenarioFile.read(folder + "/" + name)
            #expect(!scenario.title.isEmpty && scenario != FaultScenario(), "\(name)")
            #expect(page.contains("`\(name)`"), "\(name)")
        }
        for setting in FaultScenario.settings { #expect(page.contains("| `\(setting.name)` |"), "\(setting.name)") }
    }

    @Test(
        "a scenario that makes no sense is an error with file, line, what was expected and what was found",
        arguments: [
            ("delay-ms = -1", "s.toml:1: \"delay-ms\" expected a whole number from 0 to 86400000, found -1"),
            ("\nevents = \"some\"", "s.toml:2: \"events\" expected \"all\", \"speech\", \"clips\", found \"some\""),
            ("corrupt = true", "s.toml:1: \"corrupt\" expected a share from 0 to 1, found true"),
            ("drop-inside = 1", "s.toml:1: \"drop-inside\" expected true or false, found 1"),
            ("delay-ms = []", "s.toml:1: delay-ms: expected a number, a text, true or false"),
        ])
    func badScenarios(text: String, expected: String) {
        let error = #expect(throws: CommandError.self) { try ScenarioFile.scenario(text, "s.toml") }
        #expect(error?.reason == expected)
    }

    @Test("an unknown name is an error that lists the known ones")
    func unknownName() {
        let error = #expect(throws: CommandError.self) { try ScenarioFile.scenario("# a\ndealy = 1", "s.toml") }
        #expect(error?.reason.hasPrefix("s.toml:2: \"dealy\" is no fault; expected title, seed,") == true)
    }

    @Test("a flag goes over the file; a flag that makes no sense is an error")
    func flags() throws {
        var scenario = try ScenarioFile.scenario("delay-ms = 5\nseed = 2", "s.toml")
        try ScenarioFile.apply("delay-ms=7", to: &scenario)
        try ScenarioFile.apply("connect-error=a=b", to: &scenario)
        #expect(scenario.delay == 7 && scenario.seed == 2 && scenario.connectError == "a=b")
        for wrong in ["delay-ms", "delay-ms=x", "=1", ""] {
            #expect(throws: CommandError.self) { try ScenarioFile.apply(wrong, to: &scenario) }
        }
    }

    @Test("the demo tape: nine clips with all their pictures, one message of nine chunks, each entry as it was")
    func demoTape() throws {
        let reader = try TapeReader(path: Self.root + "/assets/demo.cameo")
        let content = try TapeContent(reader, title: "demo")
        #expect(content.absent.isEmpty)
        #expect(content.content.clips.map(\.frames.count).sorted() == [10, 12, 14, 14, 26, 32, 40, 44, 66])
        #expect(content.content.clips.allSatisfy { $0.total == $0.frames.count })
        let message = try #require(content.content.messages.first)
        #expect(content.content.messages.count == 1 && message.lines.count == 45)
        #expect(message.text.hasPrefix("Hello! I am Mira, and this is Cameo:"))
        for line in message.lines {
            guard case .entry(let number) = line.place else { throw CommandError.failed("no entry") }
            let sent = try content.message(at: line.place)
            let (stored, _) = ingest(sent)
            let entry = try #require(try reader.entries(after: number - 1, limit: 1).first)
            #expect(try stored == entry.message())
            let real = EngineIOPacket.packets(sent).reduce(0) { sum, packet in
                if case .binary(let bytes) = packet { sum + bytes.count } else { sum + (packet.text?.count ?? 0) }
            }
            #expect(abs(line.byteCount - real) < max(64, real / 5), "\(line.name): \(line.byteCount) for \(real)")
        }
        #expect(throws: (any Error).self) { try content.message(at: .entry(999_999)) }
    }

    @Test("a pack's clips, as its pictures are; it has nothing to say")
    func pack() throws {
        let folder = Self.root + "/assets/avatars/mira"
        #expect(PackContent.isPack(folder) && !PackContent.isPack(folder + "/avatar.json"))
        let pack = try PackContent(folder)
        #expect(pack.content.clips.count == 9 && pack.content.messages.isEmpty)
        let frame = try #require(pack.content.clips.first?.frames.last)
        let message = try pack.message(at: frame.place)
        #expect(message.name == "receive_base_frame")
        let picture = try Data(contentsOf: URL(fileURLWithPath: folder + "/clips/idle_1_e_idle_1_s/0039.webp"))
        #expect(pack.content.clips.first?.name == "idle_1_e_idle_1_s" || frame.index == 43)
        let (_, blobs) = ingest(message)
        #expect(blobs.count == 1)
        if pack.content.clips.first?.name == "idle_1_e_idle_1_s" { #expect(blobs.first?.bytes == Array(picture)) }
    }

    @Test(
        "a pack that is none is an error that names the file",
        arguments: [
            ("", "avatar.json: not JSON"), ("[]", "expected a JSON object"), ("{}", "\"clips\""),
            (#"{"clips":{"../x":{"frames":1}}}"#, "cannot be the name of a clip's folder"),
            (#"{"clips":{"a":{"frames":0}}}"#, "\"frames\": expected 1 to 5000"),
            (#"{"clips":{"a":{"frames":99999999}}}"#, "\"frames\": expected 1 to 5000"),
            (#"{"clips":{"a":{"frames":2}}}"#, "clips/a/0000.webp: expected a picture, found no file"),
        ])
    func badPacks(text: String, word: String) throws {
        let folder = NSTemporaryDirectory() + "/cameo-pack-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try text.write(toFile: folder + "/avatar.json", atomically: true, encoding: .utf8)
        let error = #expect(throws: CommandError.self) { try PackContent(folder) }
        #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "-")")
    }

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
        #expect(paths.allSatisfy(FrameLogFile.isLog) && !FrameLogFile.isLog(Self.root + "/assets/demo.cameo"))
        var lines: [String] = []
        try FrameLogInspection(paths[0]) { lines.append($0) }.frames(asJSON: true)
        #expect(lines.count == 2 && lines[0].contains(#""clip":"a_b""#) && lines[1].contains("TERMINAL"), "\(lines)")
        let sides = try paths.map { try DiffSide($0, TapePlaying(isFresh: false)) }
        #expect(sides.allSatisfy(\.isLog) && sides.map { $0.frames.map(\.base) } == [[8], [9], [9]])
        _ = try convert(paths[0], to: folder.file("s.ndjson"))
        let text = String(decoding: try folder.bytes(of: "s.ndjson"), as: UTF8.self)
        #expect(text.contains(#""event":{"event_type":"X","_blob":"00","image_data":"AAAA"}"#), "\(text)")
        let error = #expect(throws: CommandError.self) { try OpenTape(paths[0]) }
        #expect(error?.reason.contains("expected a stream, found what a client logged") == true)
    }

    @Test("a folder that cannot be written to is said once, and logging goes on")
    func fullLogFolder() async throws {
        let folder = try Folder()
        let said = Mutex<[String]>([])
        let logs = try LogFolder(folder.file("logs")) { line in said.withLock { $0.append(line) } }
        try FileManager.default.removeItem(atPath: folder.file("logs"))
        let running = Task { await logs.run() }
        for session in ["a", "b"] { logs.frames([["chunk": 1, "seq": 2]], session: session) }
        logs.close()
        await running.value
        #expect(said.withLock(\.count) == 1 && said.withLock { $0[0].contains("a.cameo") })
    }
}
