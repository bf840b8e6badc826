import Support
import Testing

@testable import Bytes

@Suite struct LineSplitterTests {
    private static let limit = 10

    /// All that comes of a text that is cut into pieces: lines, and `nil` for each that is too long.
    private static func lines(_ text: String, isFinished: Bool, cuts: inout SplitMix64) -> [String?] {
        var (lines, found, rest) = (LineSplitter(longest: limit), [String?](), Array(text.utf8)[...])
        func take() {
            while let line = lines.next() {
                switch line {
                case .success(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
                case .failure(let error):
                    #expect(error == LineTooLong(limit: limit))
                    found.append(nil)
                }
            }
        }
        while !rest.isEmpty {
            let piece = rest.prefix(1 + cuts.below(cuts.isOneIn(4) ? 40 : 6))
            rest = rest.dropFirst(piece.count)
            lines.receive(piece)
            // Pieces may come before the lines of others are taken.
            if !cuts.isOneIn(3) { take() }
        }
        take()
        let wasInside = lines.isInsideLine
        #expect(wasInside == !(text.isEmpty || text.utf8.last == 0x0A))
        if isFinished { lines.finish() }
        take()
        #expect(lines.isInsideLine == (wasInside && !isFinished))
        return found
    }

    @Test(
        "lines are the same wherever the bytes are cut, and one that is too long is reported once",
        arguments: [
            // What comes, its lines, and the last one that has no end.
            ("", [], nil), ("\n", [""], nil), ("a", [], "a"), ("a\n\nb\n", ["a", "", "b"], nil),
            ("a\r\n\r\nb\r", ["a\r", "\r"], "b\r"), ("längere\n\u{0}\nZeile", ["längere", "\u{0}"], "Zeile"),
            ("1234567890\n1234567890", ["1234567890"], "1234567890"),
            ("12345678901\n2", [nil], "2"), ("12345678901", [nil], nil), ("1\n12345678901", ["1", nil], nil),
            ("123456789\r\n\n", ["123456789\r", ""], nil), ("1234567890\r\n\n", [nil, ""], nil),
            (
                "a\nlonger than ten, and than any piece that comes at once is\nb\nagain longer\nlonger still",
                ["a", nil, "b", nil, nil], nil
            ),
        ] as [(String, [String?], String?)])
    func cuts(text: String, lines: [String?], rest: String?) {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            #expect(Self.lines(text, isFinished: false, cuts: &random) == lines, "seed \(seed)")
            let whole = lines + (rest.map { [$0] } ?? [])
            #expect(Self.lines(text, isFinished: true, cuts: &random) == whole, "seed \(seed)")
        }
    }

    @Test("a line that is too long is reported before its end has come, and what comes of it takes no memory")
    func endless() {
        var lines = LineSplitter(longest: Self.limit)
        lines.receive([UInt8](repeating: 0x61, count: Self.limit))
        #expect(lines.next() == nil)
        lines.receive([0x61])
        #expect(lines.next() == .failure(LineTooLong(limit: Self.limit)))
        for _ in 0..<1_000 {
            lines.receive([UInt8](repeating: 0x61, count: 1_000))
            #expect(lines.next() == nil && lines.bytes.count <= 1_000)
        }
        lines.receive("\nb\n".utf8)
        #expect(lines.next() == .success([0x62]))
    }
}
