import Foundation
import PlaybackSupport
import Support
import Testing

@testable import Exports

@Suite struct LogWritingTests {
    private static func text(_ folder: Folder, _ name: String) throws -> String {
        String(decoding: try folder.bytes(of: name), as: UTF8.self)
    }

    @Test("a log written in parts is the one that is written at once", arguments: ["txt", "csv", "ndjson", "log"])
    func parts(ending: String) async throws {
        let folder = try Folder()
        let log = try await Showing.recorded(in: folder).showing.player.timeline.log
        let form = try #require(LogWriting.Form(path: "a.\(ending)"))
        let places = Array(log.entries.indices)
        var whole = try LogWriting(places, to: folder.file("whole"), form)
        #expect(try whole.write(log, atMost: .max))
        var writing = try LogWriting(places, to: folder.file("parts"), form)
        var parts = 1
        while try !writing.write(log, atMost: 7), parts < 1_000 {
            parts += 1
            #expect(!folder.names.contains("parts"))
        }
        #expect(parts == (places.count + 6) / 7 && parts > 3)
        let text = try Self.text(folder, "parts")
        #expect(text == (try Self.text(folder, "whole")))
        let lines = text.split(whereSeparator: \.isNewline)
        switch ending {
        case "txt", "csv": #expect(lines.count == places.count + 1)
        case "ndjson": #expect(lines.count == places.count)
        default: #expect(lines.count(where: { $0.hasPrefix("timestamp|") }) == 1)
        }
    }

    @Test(
        "how many lines the file has is said, and how many its form leaves out",
        arguments: ["txt", "csv", "ndjson", "log"])
    func report(ending: String) async throws {
        let folder = try Folder()
        let log = try await Showing.recorded(in: folder).showing.player.timeline.log
        let places = Array(log.entries.indices)
        let path = folder.file("out.\(ending)")
        var writing = try LogWriting(places, to: path, try #require(LogWriting.Form(path: path)))
        while try !writing.write(log, atMost: 7) {}
        let lines = try Self.text(folder, "out.\(ending)").split(whereSeparator: \.isNewline)
        let count = ending == "ndjson" ? lines.count : lines.count - 1
        let written = "wrote \(count) lines to \(path)"
        guard ending == "log" else {
            #expect(writing.report == written && count == places.count)
            return
        }
        #expect(count > 0 && count < places.count)
        #expect(
            writing.report == "\(written); \(places.count - count) omitted (.log has only drawn frames of chunks)")
    }

    @Test("a log that is given up half-way leaves no file")
    func givenUp() async throws {
        let folder = try Folder()
        let log = try await Showing.recorded(in: folder).showing.player.timeline.log
        let before = folder.names
        do {
            var writing = try LogWriting(Array(log.entries.indices), to: folder.file("half.txt"), .txt)
            #expect(try !writing.write(log, atMost: 3))
            #expect(writing.progress > 0 && writing.progress < 1)
        }
        #expect(folder.names == before)
    }
}
