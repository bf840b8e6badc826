import Events
import JSON
import SocketIO
import Support
import Testing

@testable import Wire

@Suite struct NDJSONLineTests {
    static func line(_ message: WireMessage, _ microseconds: Int64 = 1_250_000) -> String {
        let line = NDJSONLine(time: Instant(microseconds: microseconds), body: .wire(message))
        return String(decoding: line.utf8, as: UTF8.self)
    }

    @Test("a plain event is one short line")
    func plain() {
        let message = WireMessage(name: "chunk_images_ready", arguments: [["chunk_index": 0, "total_images_sent": 27]])
        #expect(
            Self.line(message)
                == #"{"t":1.25,"event":"chunk_images_ready","data":{"chunk_index":0,"total_images_sent":27}}"#)
    }

    @Test("attachments are base64 in place, marked as binary")
    func binary() {
        let frames: JSON = [["image_data": WireMessage.placeholder(0)], ["image_data": WireMessage.placeholder(1)]]
        let message = WireMessage(name: "b", arguments: [["frames": frames]], attachments: [[1], [2]])
        #expect(
            Self.line(message)
                == #"{"t":1.25,"event":"b","binary":true,"data":{"frames":[{"image_data":"AQ=="},{"image_data":"Ag=="}]}}"#
        )
    }

    @Test("when only some were binary, or stood elsewhere, their places are listed")
    func someBinary() {
        let mixed: JSON = ["image_data": WireMessage.placeholder(0), "audio_data": "AQ=="]
        #expect(
            Self.line(WireMessage(name: "b", arguments: [mixed], attachments: [[1]]))
                == #"{"t":1.25,"event":"b","binary":["/image_data"],"data":{"image_data":"AQ==","audio_data":"AQ=="}}"#)
        let elsewhere: JSON = ["a/b": WireMessage.placeholder(0)]
        #expect(
            Self.line(WireMessage(name: "b", arguments: [elsewhere, 1], attachments: [[1]]))
                == #"{"t":1.25,"event":"b","binary":["/0/a~1b"],"args":[{"a/b":"AQ=="},1]}"#)
    }

    @Test("5,000 random messages come back from their lines")
    func roundTrip() throws {
        var numbers = SplitMix64(seed: 3)
        for _ in 0..<5_000 {
            let message = RandomMessage.message(&numbers)
            let line = NDJSONLine(time: Instant(microseconds: 123_456_789), body: .wire(message))
            #expect(!line.utf8.contains(0x0A))
            #expect(try NDJSONLine(line.utf8) == line)
        }
    }

    @Test("inputs come back from their lines", arguments: LocalInputCodingTests.inputs)
    func inputs(input: LocalInput) throws {
        let line = NDJSONLine(time: Instant(microseconds: 1), body: .input(input))
        #expect(try NDJSONLine(line.utf8) == line)
    }

    @Test("a line written by hand has base64 text, and an event without data has an empty object")
    func byHand() throws {
        let line = try NDJSONLine(
            #" { "t": 2, "event": "receive_audio", "data": {"chunk_index":0,"audio_data":"AQI="} } "#.utf8)
        #expect(line.time == Instant(microseconds: 2_000_000))
        #expect(
            line.body
                == .wire(WireMessage(name: "receive_audio", arguments: [["chunk_index": 0, "audio_data": "AQI="]])))
        #expect(
            try NDJSONLine(#"{"t":0,"event":"audio_end"}"#.utf8).body
                == .wire(WireMessage(name: "audio_end", arguments: [[:]])))
    }

    @Test("times keep their microseconds", arguments: [0, 1, 999_999, 1_000_000, 3_599_999_999, 86_400_000_001])
    func times(microseconds: Int64) throws {
        let line = NDJSONLine(time: Instant(microseconds: microseconds), body: .input(.ticked))
        #expect(try NDJSONLine(line.utf8).time == line.time)
    }

    @Test(
        "a bad line is an error that says what is wrong",
        arguments: [
            ("[]", "\"line\" is not a JSON object"), ("{}", "\"t\" is missing"),
            (#"{"t":"1","event":"x"}"#, "\"t\" is text, not a number of seconds"),
            (#"{"t":-0.5,"event":"x"}"#, "\"t\" is negative"),
            (#"{"t":1e10,"event":"x"}"#, "\"t\" is more than 1000000000 seconds"),
            (#"{"t":4.999999,"event":"x"}"#, "\"t\" is earlier than the line before (5)"),
            (#"{"t":9}"#, "\"event\" is missing"), (#"{"t":9,"event":5}"#, "\"event\" is not text"),
            (#"{"t":9,"event":"x","input":"ticked"}"#, "\"input\" cannot stand beside \"event\""),
            (#"{"t":9,"input":"danced"}"#, "unknown input \"danced\""),
            (#"{"t":9,"event":"x","args":{}}"#, "\"args\" is not an array"),
            (#"{"t":9,"event":"x","args":[],"data":1}"#, "\"args\" cannot stand beside \"data\""),
            (#"{"t":9,"event":"x","binary":7}"#, "\"binary\" is neither true nor a list of JSON pointers"),
            (#"{"t":9,"event":"x","binary":["/a"]}"#, "\"binary\" names \"/a\", which is not base64 text"),
            (#"{"t":9,"event":"x","attachments":["!"]}"#, "\"attachments\" is not a list of base64 texts"),
            (#"{"t":9,"event":"x""#, "not JSON: '}' expected near end of file (column 18)"),
        ])
    func bad(text: String, reason: String) {
        do {
            _ = try NDJSONLine(text.utf8, notBefore: Instant(microseconds: 5_000_000))
            Issue.record("no error")
        } catch {
            #expect(error.reason == reason)
        }
    }
}
