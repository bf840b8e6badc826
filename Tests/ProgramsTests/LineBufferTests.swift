import Testing

@testable import Programs

@Suite("Lines from a pipe")
struct LineBufferTests {
    @Test("lines come out the same wherever the bytes are split")
    func splitAnywhere() throws {
        let lines = ["", "a", "{\"x\":1}", "", "längere Zeile"]
        let bytes = Array((lines.joined(separator: "\n") + "\nrest").utf8)
        for first in 0...bytes.count {
            for second in stride(from: first, through: bytes.count, by: 3) {
                var buffer = LineBuffer(longest: 20)
                var found: [String] = []
                for piece in [bytes[..<first], bytes[first..<second], bytes[second...]] {
                    buffer.append(Array(piece))
                    while let line = try buffer.next() { found.append(String(decoding: line, as: UTF8.self)) }
                }
                #expect(found == lines)
            }
        }
    }

    @Test("a line beyond the limit is refused, whole or not; one at the limit is read")
    func longLines() throws {
        var buffer = LineBuffer(longest: 4)
        buffer.append(Array("1234\n12".utf8))
        #expect(try buffer.next().map(Array.init) == Array("1234".utf8))
        #expect(try buffer.next() == nil)
        buffer.append(Array("345".utf8))
        #expect(throws: LineTooLong(limit: 4)) { try buffer.next() }
        var whole = LineBuffer(longest: 4)
        whole.append(Array("12345\n".utf8))
        #expect(throws: LineTooLong(limit: 4)) { try whole.next() }
    }
}
