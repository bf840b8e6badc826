import Events
import JSON
import SocketIO
import Testing

@testable import Wire

@Suite("messages with numbers that JSON cannot hold")
struct MendedMessageTests {
    private static let frames =
        #"{"chunk_index":0,"note":"NaN, [\"1e999","frames":[{"image_data":""},{"image_data":"","confidence":NaN}]}"#

    @Test("several are one sentence, with the place of the first")
    func several() throws {
        var numbers: NonFiniteNumbers?
        _ = try JSON.parse(mending: #"["e",{"a":[NaN],"b":Infinity,"c":NaN}]"#.utf8, &numbers)
        #expect(numbers?.reason(inside: 1) == #""/a/0" is NaN and 2 more, which JSON cannot hold; read as null"#)
    }

    @Test("c-nan-in-a-file: a line with one is the message, and its oddity says what was mended")
    func line() throws {
        let line = try NDJSONLine(Array(#"{"t":1,"event":"receive_frame_images_batch","data":\#(Self.frames)}"#.utf8))
        guard case .wire(let message) = line.body else { return #expect(Bool(false), "\(line.body)") }
        #expect(message.oddities == [#""/frames/1/confidence" is NaN, which JSON cannot hold; read as null"#])
        #expect(try NDJSONLine(line.utf8) == line)
        let stored = ingest(message).message
        #expect(try StoredMessage(name: message.name, body: stored.body) == stored)
        #expect(try rebuild(stored) { _ in nil } == message)
        #expect(interpret(stored).oddities.first == message.oddities.first)
        let list = try NDJSONLine.message(Array(#"{"event":"a","args":[1,{"b":NaN}]}"#.utf8))
        #expect(list.oddities == [#""/b" is NaN, which JSON cannot hold; read as null"#])
    }

    @Test("c-nan-from-a-server: a packet with one is the message, and its oddity says what was mended")
    func packet() throws {
        var assembly = SocketIOAssembly()
        let arrivals = assembly.receiveText(Array("2[\"receive_frame_images_batch\",\(Self.frames)]".utf8))
        guard case .packet(let packet, let attachments)? = arrivals.first, arrivals.count == 1 else {
            return #expect(Bool(false), "\(arrivals)")
        }
        let message = try #require(packet.event(attachments))
        #expect(message.oddities == [#""/frames/1/confidence" is NaN, which JSON cannot hold; read as null"#])
    }

    @Test("a local input is not mended, and a file's oddities are bounded")
    func bounds() throws {
        #expect(throws: WireError.self) { try NDJSONLine(Array(#"{"t":1,"input":"ticked","data":{"a":NaN}}"#.utf8)) }
        let texts = JSON.array([.string(String(repeating: "x", count: 1_025)), 1] + (0..<30).map { .string("\($0)") })
        let stored = try StoredMessage(name: "a", body: ["arguments": [], "loose": [], "odd": texts])
        #expect(stored.oddities == (0..<20).map { "\($0)" })
    }
}
