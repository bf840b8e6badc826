import BookAPI
import Testing

@Suite("Which bytes of a file are wanted") struct ByteRangeTests {
    @Test(
        "ranges at their limits",
        arguments: [
            (nil, 10, .whole), (nil, 0, .whole), ("bytes=0-0", 10, .part(0..<1)), ("bytes=0-9", 10, .part(0..<10)),
            ("bytes=0-10", 10, .part(0..<10)), ("bytes=9-9", 10, .part(9..<10)), ("bytes=9-", 10, .part(9..<10)),
            ("BYTES=2-3", 10, .part(2..<4)), ("bytes=-1", 10, .part(9..<10)), ("bytes=-10", 10, .part(0..<10)),
            ("bytes=-11", 10, .part(0..<10)), ("bytes=1-2,5-6", 10, .part(1..<3)),
            ("bytes=3-99999999999999999999999", 10, .part(3..<10)),
            ("bytes=-99999999999999999999999", 10, .part(0..<10)),
            ("bytes=10-", 10, .outside), ("bytes=10-20", 10, .outside), ("bytes=0-", 0, .outside),
            ("bytes=-1", 0, .outside), ("bytes=-0", 10, .outside), ("bytes=5-2", 10, .outside),
            ("bytes=99999999999999999999999-", 10, .outside), ("bytes=", 10, .outside), ("bytes=-", 10, .outside),
            ("bytes=a-b", 10, .outside), ("bytes=1", 10, .outside), ("bytes=+1-2", 10, .outside),
            ("bytes=1-2-3", 10, .outside), ("items=0-1", 10, .outside), ("", 10, .outside),
        ] as [(String?, Int, ByteRange)])
    func ranges(header: String?, size: Int, expected: ByteRange) {
        #expect(ByteRange(header, size: size) == expected)
    }

    @Test("the head of an answer says which part it is, or how large the file is")
    func heads() {
        let part = FileAnswer("media/a.mp3", size: 10, range: "bytes=2-")
        #expect(part.head.status == 206 && part.bytes == 2..<10 && part.head.type == "audio/mpeg")
        #expect(part.head.headers.contains(.init("Content-Range", "bytes 2-9/10")))
        let whole = FileAnswer("a.vtt", size: 0, range: nil)
        #expect(whole.head.status == 200 && whole.bytes == 0..<0 && whole.head.type == "text/vtt; charset=utf-8")
        #expect(whole.head.headers.contains(.init("Accept-Ranges", "bytes")))
        let outside = FileAnswer("a", size: 10, range: "bytes=10-")
        #expect(outside.head.status == 416 && outside.bytes == nil)
        #expect(outside.head.headers.contains(.init("Content-Range", "bytes */10")))
    }
}
