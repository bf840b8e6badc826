import Events
import Platform
import SocketIO
import Support
import Testing
import Transport

@testable import Live

@Suite("A call that is told line by line")
struct CallLinesTests {
    private static let joined = #"{"event":"call_state","data":{"call":"c","state":"JOINED"}}"#
    private static let left = #"{"event":"call_member_left","data":{"id":"a"}}"#

    private static func write(_ text: String, to descriptor: Int32) {
        _ = Descriptor.writeAll(Array(text.utf8), to: descriptor)
    }

    /// Names of events, and reasons of what was none.
    private static func told(_ lines: CallLines, _ count: Int) async -> [String] {
        var told: [String] = []
        while told.count < count, let news = await lines.next() {
            switch news {
            case .message(let message, _): told.append(message.name)
            case .odd(let error), .remark(let error): told.append(error.reason)
            case .ended: told.append("ended")
            default: break
            }
        }
        return told
    }

    @Test("the opening comes first, then what is told, without a time or with one")
    func order() async throws {
        let pipe = try #require(Descriptor.pipe())
        let lines = try CallLines(
            pipe.reading, opening: [WireMessage(event: .callState, arguments: [["call": "c", "state": "JOINED"]])])
        Self.write(Self.left + "\n\r\n  \n" + #"{"t":5,"event":"call_source","data":{"source":"s"}}"#, to: pipe.writing)
        _ = OpenFile(owning: pipe.writing).close()
        let told = await Self.told(lines, 5)
        #expect(
            told.filter { !$0.hasPrefix(", line 1: ") } == ["call_state", "call_member_left", "call_source", "ended"])
        await lines.close()
    }

    @Test(
        "call-pipe-bad-line: a line that is no event is named with its source and number, blank ones counted",
        arguments: [
            ("{", "not JSON"), ("not json", "not JSON"), ("[1]", "not a JSON object"),
            ("null", "not a JSON object"),
            (#"{"input":"ticked"}"#, #""event" is missing"#), (#"{"t":1}"#, #""event" is missing"#),
        ])
    func bad(line: String, reason: String) async throws {
        let pipe = try #require(Descriptor.pipe())
        let lines = try CallLines(pipe.reading, from: "standard input")
        Self.write("\(Self.joined)\n\n\(line)\n\(Self.joined)\n\(line)\n", to: pipe.writing)
        let told = await Self.told(lines, 4)
        #expect(told[0] == "call_state" && told[2] == "call_state")
        #expect(told[1].hasPrefix("standard input, line 3: \(reason)"), "\(told[1])")
        #expect(told[3].hasPrefix("standard input, line 5: \(reason)"), "\(told[3])")
        await lines.close()
        _ = OpenFile(owning: pipe.writing).close()
    }

    @Test(
        "an event that makes no sense, or not all, is received and named as well",
        arguments: [
            (#"{"event":"call_state","data":{"call":"c","state":"NOPE"}}"#, "expected one of JOINING"),
            (#"{"event":"what","data":{}}"#, "unknown event"), (#"{"event":"call_member","data":{"name":"x"}}"#, "id"),
            (#"{"event":"call_member","data":{"id":"a","video":"yes"}}"#, "video"),
            (#"{"event":"call_member_left","data":{"id":"zed"}}"#, "unknown member"),
        ])
    func strange(line: String, reason: String) async throws {
        let pipe = try #require(Descriptor.pipe())
        let lines = try CallLines(pipe.reading, from: "a.fifo")
        Self.write("\(Self.joined)\n\(line)\n", to: pipe.writing)
        let told = await Self.told(lines, 3)
        #expect(told[1].hasPrefix("call_") || told[1] == "what")
        #expect(told[2].hasPrefix("a.fifo, line 2: ") && told[2].contains(reason), "\(told[2])")
        await lines.close()
        _ = OpenFile(owning: pipe.writing).close()
    }

    @Test("whoever tells more than is taken waits, and closing waits for nobody")
    func bounded() async throws {
        let pipe = try #require(Descriptor.pipe())
        Descriptor.setNonBlocking(pipe.writing)
        let lines = try CallLines(pipe.reading)
        let line = Array((Self.left + "\n").utf8)
        var (written, stuck) = (0, 0)
        // Nothing is taken: what the pipe and the reader hold is all that goes.
        while stuck < 200, written < 100 << 20 {
            let count = line.withUnsafeBytes { Descriptor.write(pipe.writing, $0) } ?? 0
            if count == 0 {
                stuck += 1
                _ = Descriptor.wait(pipe.writing, Int32(4), milliseconds: 1)
            }
            written += count
        }
        #expect(written < 1 << 20)
        await lines.close()
        _ = OpenFile(owning: pipe.writing).close()
    }

    @Test("without anybody who tells anything there is the opening alone")
    func alone() async throws {
        let lines = try CallLines(nil, opening: [WireMessage(event: .callMemberLeft, arguments: [["id": "a"]])])
        #expect(await Self.told(lines, 1) == ["call_member_left"])
        await lines.close()
    }
}
