import Events
import Foundation
import JSON
import PlaybackSupport
import Settings
import Support
import Tapes
import Testing

@testable import Checks
@testable import Playback

@Suite("Tapes that were damaged after they were recorded") struct DamagedTapeTests {
    private let folder: Folder
    private let path: String
    /// Of a chunk of 45 frames: several pages of the database.
    private static let sound = WrittenStream.sound(0, frames: 45)

    init() async throws {
        folder = try Folder()
        path = folder.file("a.cameo")
        try await Self.stream().tape(path).close()
    }

    private static func stream() throws -> WrittenStream {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        try stream.clip(WrittenStream.talking, frames: 45, first: 100)
        try stream.chunk(0, frames: 45, at: 0.5)
        stream.say(0.6, "audio_end", [:])
        return stream
    }

    private struct NotThere: Error {}

    /// Changes a page that holds nothing but a part of the sound, and in front of that the number of the next such page.
    private func spoil(_ change: (inout Data, Int) -> Void) throws {
        var file = Data(try folder.bytes(of: "a.cameo"))
        let sound = Data(Self.sound)
        for page in stride(from: 0, to: file.count - 4_095, by: 4_096) {
            let hasNext = file[page..<page + 4].contains { $0 != 0 }
            guard hasNext, sound.range(of: file[page + 4..<page + 68]) != nil else { continue }
            change(&file, page)
            try folder.write(file, to: "a.cameo")
            return
        }
        throw NotThere()
    }

    private func inspect() throws {
        let tape = try OpenTape(path)
        defer { tape.close() }
        try Inspection(tape.reader, of: path, TapePlaying(isFresh: false)) { _ in }.summary(asJSON: false)
    }

    private func diff() throws -> Diff {
        try Diff(path, path, TapePlaying(isFresh: false), tolerance: .zero, listing: 10)
    }

    @Test("one that is as it was recorded is read to its end")
    func whole() throws {
        let result = Check.run(path, CheckOptions())
        #expect(result.error == nil && result.verdict == .clean, "\(result.findings)")
        #expect(try diff().isSame)
        try inspect()
    }

    @Test("a sound that the database cannot read makes it unreadable, in the words of a conversion")
    func lost() throws {
        try spoil { file, page in file.replaceSubrange(page..<page + 4, with: [0x7F, 0xFF, 0xFF, 0xFF]) }
        let error = try #require(throws: TapeError.self) { try convert(path, to: folder.file("b.cameo")) }
        let result = Check.run(path, CheckOptions())
        #expect(result.verdict == .unreadable && result.error == error.reason, "\(result.error ?? "")")
        #expect(throws: error) { try diff() }
        #expect(throws: error) { try inspect() }
    }

    @Test("a sound of which one bit is another one makes it unreadable, whatever can be decoded of it")
    func changed() throws {
        try spoil { file, page in file[page + 1_000] ^= 1 }
        // Nor is it copied as if it had been recorded so.
        let error = try #require(throws: TapeError.self) { try convert(path, to: folder.file("b.ndjson")) }
        let result = Check.run(path, CheckOptions())
        #expect(result.verdict == .unreadable && result.error == error.reason)
        #expect(result.error?.contains(": damaged: a picture or sound of ") == true, "\(result.error ?? "")")
        #expect(CheckText.lines(result, isLong: false).count == 2)
        #expect(throws: TapeError.self) { try diff() }
    }

    @Test(
        "what damage did is not told of the stream; who asks for that gets what there is, a lost base frame as a broken one"
    )
    func blame() async throws {
        let path = folder.file("lost.cameo")
        try await Self.stream().tape(path, without: WrittenStream.picture(110)).close()
        let result = Check.run(path, CheckOptions())
        #expect(result.verdict == .unreadable && result.findings.isEmpty && result.exceeded.isEmpty)
        #expect(result.error?.contains("is missing") == true, "\(result.error ?? "")")
        var options = CheckOptions()
        options.takesDamaged = true
        let tolerant = Check.run(path, options)
        #expect(tolerant.error == nil)
        #expect(tolerant.findings.contains { $0.kind == .decodeFailed }, "\(tolerant.findings)")
        #expect(tolerant.findings.contains { $0.kind == .desyncBaseMissing }, "\(tolerant.findings)")
    }

    @Test(
        "a damaged tape is read only if asked to, and each line of JSON about it says so; a whole one is read as it is")
    func salvaged() async throws {
        let path = folder.file("lost.cameo")
        try await Self.stream().tape(path, without: WrittenStream.picture(110)).close()
        let refused = #expect(throws: CommandError.self) { try OpenTape.read(path, salvages: false) { _ in } }
        #expect(refused?.reason.hasSuffix(" is missing; --salvage shows what can still be read") == true)
        var lines: [String] = []
        try OpenTape.read(path, salvages: true) { tape in
            #expect(tape.salvaged?.hasPrefix("salvaged from a damaged tape: entry ") == true)
            #expect(tape.salvaged?.hasSuffix(" is missing; lost: 1 picture or sound") == true)
            try Inspection(tape.reader, of: path, TapePlaying(isFresh: false)) { lines.append(tape.noted($0)) }
                .frames(asJSON: true)
        }
        #expect(
            !lines.isEmpty
                && lines.allSatisfy { (try? JSON.parse($0)) != nil && $0.hasPrefix(#"{"salvaged":"salvaged from"#) })
        try OpenTape.read(self.path, salvages: true) { tape in
            #expect(tape.salvaged == nil && tape.noted("{\"a\":1}") == "{\"a\":1}" && tape.reader.path == self.path)
        }
    }
}
