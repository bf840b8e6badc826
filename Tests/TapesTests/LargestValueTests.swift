import Events
import Foundation
import JSON
import Support
import Testing

@testable import Tapes

/// What a message within its limit may become on a tape, and what of it is read again.
@Suite struct LargestValueTests {
    @Test("no character takes more JSON than is reckoned with for each of its bytes")
    func escapes() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            // As it may have come: quotes, backslashes and what is below U+0020 were escaped already.
            let came = value < 0x20 || value == 0x22 || value == 0x5C ? 2 : text.utf8.count
            let written = JSON.string(text).utf8.count - 2
            if written > JSON.longestEscape * came { Issue.record("U+\(String(value, radix: 16)): \(written)") }
        }
    }

    @Test(
        "no number takes more JSON than is reckoned with for each of its bytes",
        arguments: [
            "0", "-0", "1e0", "1e9", "1e15", "1E15", "1e16", "9e15", "-1e15", "1e-9", "1e99", "1e308", "0e0", "1.0",
        ])
    func numbers(text: String) throws {
        #expect(try JSON.parse(text).utf8.count <= JSON.longestEscape * text.utf8.count)
    }

    @Test("a whole message of what takes most has room in a row and in a line, and SQLite allows it")
    func derived() {
        #expect(TapeSchema.largestValue > JSON.longestEscape * Limits.messageBytes + 1_024)
        #expect(LineReader.lineLimit >= TapeSchema.largestValue)
        #expect(TapeSchema.largestValue < 1_000_000_000)
    }

    /// Delete characters, at least so many.
    private static func deletes(_ count: Int) -> String {
        String(repeating: String(repeating: "\u{7F}", count: 1_024), count: count / 1_024 + 1)
    }

    @Test("a message of delete characters goes through text and tape and is read again")
    func deletes() throws {
        let folder = try Folder()
        let text = Self.deletes(11 << 20)
        let lines = #"{"t":0,"event":"x","data":""# + text + "\"}\n" + #"{"t":1,"input":"ticked"}"#
        try convert(folder.write(lines.utf8, to: "a.ndjson"), to: folder.file("b.cameo"))
        let entries = try TapeReader(path: folder.file("b.cameo")).entries(limit: 1)
        #expect(try entries.first?.message().arguments.first?.string == text)
        try convert(folder.file("b.cameo"), to: folder.file("c.ndjson"))
        var reader = try LineReader(path: folder.file("c.ndjson"))
        #expect(try reader.next()?.count ?? 0 > JSON.longestEscape * text.utf8.count)
        #expect(try reader.next() == Array(#"{"t":1,"input":"ticked"}"#.utf8)[...])
    }

    @Test("a line that no tape can hold is named, and nothing is written")
    func refused() throws {
        let folder = try Folder()
        let text = Self.deletes(TapeSchema.largestValue / JSON.longestEscape + 1_024)
        let lines = #"{"t":0,"input":"ticked"}"# + "\n" + #"{"t":1,"event":"x","data":""# + text + "\"}\n"
        let input = try folder.write(lines.utf8, to: "a.ndjson")
        let reason = "more than \(TapeSchema.largestValue - 1_024) bytes"
        #expect(throws: TapeError.badLine(path: input, line: 2, reason: reason)) {
            try convert(input, to: folder.file("b.cameo"))
        }
        #expect(folder.names == ["a.ndjson"])
    }
}
