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
        "an address and an assignment are recorded without what logs in, a text as it is",
        arguments: [
            ("https://me:s3cret@h/x", "https://...@h/x"), ("wss://h/?token=s3cret&x", "'wss://h/?token=...&x'"),
            ("https://h/#token=s3cret", "'https://h/#...'"), ("see http://a?b=c", "'see http://a?b=c'"), ("a@b", "a@b"),
            ("API_KEY=s3cret", "API_KEY=..."), ("x=1", "x=1"), ("=", "="),
        ])
    func arguments(argument: String, expected: String) {
        #expect(RecordingOrigin.command(["cameo", argument]) == "cameo " + expected)
        #expect(RecordingOrigin.command(["cameo", "--say", argument]) == "cameo --say " + expected)
        #expect(RecordingOrigin.command(["cameo", "--header", argument]) == "cameo --header ...")
    }

    @Test(
        "of an option only its name is recorded, unless its values are known to be harmless",
        arguments: [
            (["--auth={\"t\":\"s3cret\"}", "x"], "--auth=... x"), (["--proxy", "http://me:s3cret@h"], "--proxy ..."),
            (["--not-yet-known", "s3cret", "x"], "--not-yet-known ... x"),
            (["--not-yet-known=s3cret"], "--not-yet-known=..."),
            (["--password", "-5", "x"], "--password ... x"), (["--no-audio", "x"], "--no-audio x"),
            (["--overwrite", "x", "y"], "--overwrite x y"), (["-q", "-o", "a b", "x"], "-q -o 'a b' x"),
            (["-o=a", "-zs3cret", "-z=s3cret", "-z", "s3cret"], "-o=a -z... -z=... -z ..."),
            (["--volume=5", "--volume", "-5"], "--volume=5 --volume -5"), (["--email", "a@b", "-"], "--email ... -"),
            (["--", "--auth", "x"], "-- --auth x"), (["--record=https://me:s3cret@h"], "--record=https://...@h"),
        ])
    func options(words: [String], expected: String) {
        #expect(RecordingOrigin.command(["cameo"] + words) == "cameo " + expected)
    }

    @Test(
        "of a shell command only the program's name is recorded",
        arguments: [
            (#"curl -H "Authorization: Bearer s3cret""#, "'curl ...'"), ("/opt/bin/answer", "answer"),
            ("KEY=s3cret curl x", "..."), ("KEY='s3 cret' curl", "..."), ("$(s3cret) x", "..."), ("", "..."),
        ])
    func commands(command: String, expected: String) {
        for option in ["--reply-command", "--voice-command", "--lookup-command", "--translate-command"] {
            #expect(RecordingOrigin.command(["cameo", option, command, "x"]) == "cameo \(option) \(expected) x")
            #expect(RecordingOrigin.command(["cameo", "\(option)=\(command)"]) == "cameo \(option)=\(expected)")
        }
    }

    @Test("a recording says when and where it began")
    func now() throws {
        let meta = Recorder.meta(source: "test")
        #expect(meta["source"] == "test" && meta["host"]?.isEmpty == false && meta["command"]?.isEmpty == false)
        #expect(meta["started"]?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil)
        #expect(meta["time_zone"]?.prefixMatch(of: #/UTC[+-]\d\d:\d\d/#) != nil)
    }
}
