import JSON
import Testing

@testable import Wire

@Suite("Lines of frame records")
struct FrameRecordLineTests {
    @Test("a frame record becomes a line of a frame log")
    func frameLine() throws {
        let record: JSONObject = [
            "timestamp": "2026-03-01T12:00:31.402Z", "source": "ANDROID", "chunk": 2, "seq": 7, "anim": "talk",
            "base_frame": 41, "overlay_key": "k/41/3", "sync_status": "SYNC", "fps": "29.9", "sprite": 41, "char": "a",
            "buffer": "12/30", "next_chunk": "27",
        ]
        let text = FrameRecordLine.text(record, session: "s1", time: "2026-03-01T12:00:00.000Z")
        #expect(text == "2026-03-01T12:00:31.402Z|ANDROID|s1|2|7|talk|41|k/41/3|SYNC|29.9|41|a|12/30|27")
    }

    @Test("a record cannot break out of its line")
    func frameLineEscapes() throws {
        let record: JSONObject = ["anim": "a|b\nc\u{1B}[2J\u{9B}", "chunk": ["x"], "fps": .double(.infinity)]
        let text = FrameRecordLine.text(record, session: "s", time: "2026-03-01T12:00:00.000Z")
        #expect(text == "2026-03-01T12:00:00.000Z|UNKNOWN|s|||a_b_c_[2J_||||||||")
    }

    @Test(
        "a session's name is safe as a file's",
        arguments: [
            ("2026-03-01_120000_ios", "2026-03-01_120000_ios"), ("../../etc/passwd", "_.._etc_passwd"), ("...", nil),
            ("", nil), ("a\u{0}b é", "a_b__"), (".hidden", "hidden"),
            (String(repeating: "x", count: 200), String(repeating: "x", count: 80)),
        ])
    func names(text: String, expected: String?) {
        #expect(FrameRecordLine.safeName(text) == expected)
    }
}
