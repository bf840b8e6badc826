import Support
import Testing

@testable import JSON

@Suite struct JSONTextTests {
    @Test(
        "a text is parsed and written again",
        arguments: [
            "null", "true", "false", "0", "-12", "9223372036854775807", "0.5", "\"\"", "[]", "{}", "[1,[2,[3]]]",
            "{\"b\":1,\"a\":{\"z\":null}}", "\"a\\u0000b\\n\\\"\\\\é😀\"",
        ])
    func parsedAndWritten(text: String) throws { #expect(try JSON.parse(text).text == text) }

    @Test("members keep their order, and of two with one name the last counts")
    func order() throws {
        let object = try #require(try JSON.parse(#"{"z":1,"a":2,"m":3,"z":4}"#).object)
        #expect(object.members.map(\.key) == ["z", "a", "m"])
        #expect(object["z"] == .int(4))
    }

    @Test("numbers that JSON cannot say are written as null")
    func notFinite() {
        #expect(JSON.array([.double(.infinity), .double(.nan), .double(-0.5)]).text == "[null,null,-0.5]")
    }

    @Test("every control character is written as an escape")
    func controlCharacters() throws {
        let all = String(decoding: Array(UInt8(0)..<0x20) + [0x7F], as: UTF8.self)
        let text = JSON.string(all).text
        #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        #expect(try JSON.parse(text) == .string(all))
    }

    @Test("marks of direction and ends of lines beyond ASCII are written as escapes, other text as it is")
    func directions() throws {
        let marks = [UInt32(0x061C), 0x200E, 0x200F] + Array(UInt32(0x2028)...0x202E) + Array(UInt32(0x2066)...0x2069)
        let all = String(String.UnicodeScalarView(marks.compactMap(Unicode.Scalar.init)))
        let text = JSON.string(all).text
        #expect(text.utf8.allSatisfy { $0 < 0x7F })
        #expect(try JSON.parse(text) == .string(all))
        let letters = "\u{061B}\u{061D}\u{200B}\u{200D}\u{2010}\u{2027}\u{202F}\u{2065}\u{206A}"
        #expect(JSON.string(letters).text == "\"\(letters)\"")
    }

    @Test("an integer beyond 64 bits makes numbers double instead of losing the message")
    func bigInteger() throws {
        #expect(try JSON.parse("[1,123456789012345678901234567890]") == [1.0, 1.2345678901234568e29])
    }

    @Test(
        "half a surrogate pair counts as U+FFFD, wherever it stands; nothing else of the text is another",
        arguments: [
            (#""\ud83d""#, "\u{FFFD}"), (#""x \uD83D z""#, "x \u{FFFD} z"), (#""\ude00""#, "\u{FFFD}"),
            (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83d\ude00\ude00""#, "😀\u{FFFD}"),
            (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\\ud83d \ud83d""#, "\\ud83d \u{FFFD}"),
            (#""\\\ud83dé\u00e9""#, "\\\u{FFFD}éé"),
        ])
    func halfPair(text: String, wanted: String) throws {
        #expect(try JSON.parse(text) == .string(wanted))
        let object = try JSON.parse("{\"a\":\(text),\"b\":123456789012345678901234567890}")
        #expect(object == ["a": .string(wanted), "b": 1.2345678901234568e29])
        #expect(throws: JSONError.self) { try JSON.parse("[\(text),\"\\u00g0\"]") }
    }

    @Test("bad text is an error with its place", arguments: ["", "{", "[1,]", "nul", "1 2", "1e999"])
    func bad(text: String) {
        #expect(throws: JSONError.self) { try JSON.parse(text) }
    }

    @Test("the place of an error is line, column and offset")
    func place() throws {
        do {
            _ = try JSON.parse("{\n \"a\": x}")
            Issue.record("no error")
        } catch JSONError.notJSON(_, let line, let column, let offset) {
            #expect([line, column, offset] == [2, 7, 9])
        }
    }

    @Test("bytes that are no UTF-8 are an error")
    func notUTF8() { #expect(throws: JSONError.self) { try JSON.parse([0x22, 0xFF, 0xC0, 0x22]) } }

    @Test("64 levels are read, 65 are an error, and 100,000 do not end the program")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        _ = try JSON.parse(nested(JSON.depthLimit))
        #expect(throws: JSONError.tooDeep(limit: JSON.depthLimit)) { try JSON.parse(nested(JSON.depthLimit + 1)) }
        #expect(throws: JSONError.self) { try JSON.parse(nested(100_000)) }
    }

    @Test("a text of nothing but commas is refused before it takes memory")
    func manyValues() {
        let text = "[0" + String(repeating: ",0", count: JSON.valueLimit) + "]"
        #expect(throws: JSONError.tooLarge(limit: JSON.valueLimit)) { try JSON.parse(text) }
    }

    @Test(
        "N62 whole numbers in every spelling",
        arguments: [
            (JSON.int(12), 12), (.double(12.0), 12), (.string("12"), 12), (.string("12.0"), 12), (.string(" 12 "), 12),
            (.string("-1.2e1"), -12), (.double(12.4), 12), (.string("inf"), nil), (.string("0x10"), nil),
            (.string(""), nil), (.bool(true), nil), (.null, nil), (.double(1e30), nil), (.double(.nan), nil),
            (.string("9223372036854775808"), nil), (.array([]), nil),
        ] as [(JSON, Int?)])
    func lenientInt(value: JSON, number: Int?) { #expect(value.lenientInt == number) }

    @Test("text may be a number")
    func lenientString() {
        #expect([JSON.int(5), 5.0, 5.5, "x", .null].map(\.lenientString) == ["5", "5", "5.5", "x", nil])
    }

    @Test("writing and parsing is identity for 2,000 random values")
    func identity() throws {
        var numbers = SplitMix64(seed: 7)
        for _ in 0..<2_000 {
            let value = RandomJSON.value(&numbers, depth: 0)
            #expect(try JSON.parse(value.utf8) == value)
        }
    }
}
