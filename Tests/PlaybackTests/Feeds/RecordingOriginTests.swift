import Events
import Testing

@testable import Playback

@Suite("Where a recording comes from") struct RecordingOriginTests {
    @Test("a command can be typed again, without the program's folder")
    func command() {
        let words = ["/opt/bin/cameo", "record", "http://127.0.0.1:5003", "-o", "a b.cameo", "--say", "it's $1", ""]
        let expected = #"cameo record http://127.0.0.1:5003 -o 'a b.cameo' --say 'it'\''s $1' ''"#
        #expect(RecordingOrigin.command(words) == expected)
    }

    @Test(
        "what opens a backend is not on the tape",
        arguments: [
            ("https://me:s3cret@h/x", "https://...@h/x"), ("wss://h/?token=s3cret&x", "'wss://h/?token=...&x'"),
            ("--auth={\"t\":\"s3cret\"}", "--auth=..."), ("see http://a?b=c", "'see http://a?b=c'"), ("a@b", "a@b"),
        ])
    func secrets(argument: String, expected: String) {
        #expect(RecordingOrigin.command(["cameo", argument]) == "cameo " + expected)
        #expect(RecordingOrigin.command(["cameo", "--header", argument]) == "cameo --header ...")
    }

    @Test("a recording says when and where it began")
    func now() throws {
        let meta = Recorder.meta(source: "test")
        #expect(meta["source"] == "test" && meta["host"]?.isEmpty == false && meta["command"]?.isEmpty == false)
        #expect(meta["started"]?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil)
        #expect(meta["time_zone"]?.prefixMatch(of: #/UTC[+-]\d\d:\d\d/#) != nil)
    }
}
