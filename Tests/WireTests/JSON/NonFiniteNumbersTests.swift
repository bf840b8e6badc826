import Events
import Testing

@testable import Wire

@Suite("numbers that JSON cannot hold")
struct NonFiniteNumbersTests {
    private static let frames =
        #"{"chunk_index":0,"note":"NaN, [\"1e999","frames":[{"image_data":""},{"image_data":"","confidence":NaN}]}"#

    private func mended(_ text: String) throws -> (value: JSON, numbers: NonFiniteNumbers?) {
        var numbers: NonFiniteNumbers?
        let value = try JSON.parse(mending: text.utf8, &numbers)
        return (value, numbers)
    }

    @Test(
        "c-nan-in-a-file: each spelling is read as null, and is named with its place",
        arguments: ["NaN", "-NaN", "Infinity", "-Infinity", "nan", "-nan", "inf", "+inf", "1e999", "-1e999"])
    func spellings(word: String) throws {
        let (value, numbers) = try mended("[1, {\"a\": [2, \(word)]}]")
        #expect(value == [1, ["a": [2, nil]]])
        #expect(numbers?.place.text == "/1/a/1" && numbers?.word == word && numbers?.count == 1)
    }

    @Test("texts, names and numbers that JSON can hold stay as they are")
    func others() throws {
        let text = #"{"NaN":"inf","b":["-Infinity","\"NaN"],"c":1e308,"d":-1e-999}"#
        let (value, numbers) = try mended(text)
        #expect(value == (try JSON.parse(text)) && numbers == nil)
        #expect(try mended("[\(text),NaN]").value == [try JSON.parse(text), nil])
    }

    @Test("several are one sentence, with the place of the first")
    func several() throws {
        let numbers = try #require(try mended(#"["e",{"a":[NaN],"b":Infinity,"c":NaN}]"#).numbers)
        #expect(numbers.reason(inside: 1) == #""/a/0" is NaN and 2 more, which JSON cannot hold; read as null"#)
    }

    @Test(
        "what is wrong in another way too is an error of the text as it came",
        arguments: ["[NaN", "[NaN,]", "NaNs", "{NaN:1}", "[NaN] 1"])
    func wrong(text: String) throws {
        let error = #expect(throws: WireError.self) { try mended(text) }
        #expect(error == #expect(throws: WireError.self) { try JSON.parse(text) })
    }

    @Test("no nesting traps")
    func nesting() {
        for text in [String(repeating: "[", count: 100_000) + "NaN", "]]]}NaN", "\"", "\"\\", "NaN\"\\"] {
            #expect(throws: WireError.self) { try mended(text) }
        }
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
        let arrivals = assembly.receive(text: Array("2[\"receive_frame_images_batch\",\(Self.frames)]".utf8))
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
