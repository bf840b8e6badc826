import BookFolders
import Engine
import Events
import Foundation
import JSON
import Playback
import Support
import Tapes
import Testing
import Wire

@testable import Reading

/// `cameo read --headless`, as it is run.
@Suite struct HeadlessReadingTests {
    private final class Lines {
        var all: [String] = []
        var warnings: [String] = []
    }

    private static func lines(
        _ job: WrittenJob, _ mode: AudioMode = .sequence, commands: String? = nil, recording: String? = nil,
        asJSON: Bool = true
    ) async throws -> Lines {
        let lines = Lines()
        var settings = ReaderSettings.reported
        settings.mode = mode
        let file = try commands.map { try job.folder.write($0, to: "commands.ndjson") }
        try await HeadlessReading(
            try JobFolder.open(job.folder.path), of: job.folder.path, settings, commands: file, recording: recording
        ) {
            lines.warnings.append($0)
        } write: {
            lines.all.append($0)
        }
        .run(asJSON: asJSON)
        return lines
    }

    @Test("a job's folder in an archive is read as the folder is")
    func archive() async throws {
        let job = try WrittenJob()
        let expected = try await Self.lines(job)
        let names = ["metadata/chunk_0000.json", "media/orig.wav", "media/trans.wav"]
        let zip = Zip(try names.map { Zip.Entry(name: "lamp/" + $0, bytes: try job.folder.bytes(of: $0)) })
        let path = try job.folder.write(zip.bytes, to: "lamp.zip")
        let lines = Lines()
        try await HeadlessReading(try JobFolder.open(path), of: path, .reported) {
            lines.warnings.append($0)
        } write: {
            lines.all.append($0)
        }
        .run(asJSON: true)
        #expect(!expected.all.isEmpty && lines.all == expected.all && lines.warnings == [])
    }

    private static func objects(_ lines: Lines) throws -> [JSONObject] {
        try lines.all.map { try #require(try JSON.parse($0).object) }
    }

    @Test("reader 9.3: a job's folder comes out as printed, a line a change, with every key")
    func worked() async throws {
        let lines = try await Self.lines(try WrittenJob())
        #expect(lines.warnings == [])
        let objects = try Self.objects(lines)
        #expect(
            objects.allSatisfy {
                $0.members.map(\.key) == ["t_ms", "sentence", "block", "track", "phase", "sound_s", "lit", "reason"]
            })
        let changes = objects.enumerated().filter { $0 == 0 || objects[$0 - 1]["phase"] != $1["phase"] }.map {
            _, line in
            let lit = Lane.allCases.map { line["lit"]?.object?[$0.rawValue]?.lenientInt ?? -1 }
            return "\(line["t_ms"]?.lenientInt ?? -1) \(line["phase"]?.string ?? "-") \(line["track"]?.string ?? "-") "
                + "\(line["sentence"]?.lenientInt ?? -1) \(lit)"
        }
        #expect(
            changes == [
                "0 playing original 11 [1, 0, 0]", "1550 dwelling original 11 [4, 0, 0]",
                "1800 transitioning translation 11 [4, 0, 0]", "1800 validating translation 11 [4, 1, 1]",
                "2100 playing translation 11 [4, 1, 1]", "2950 dwelling translation 11 [4, 2, 2]",
                "3200 transitioning original 11 [4, 2, 2]", "3200 validating original 12 [1, 0, 0]",
                "3500 playing original 12 [1, 0, 0]", "4150 dwelling original 12 [2, 0, 0]",
                "4400 transitioning translation 12 [2, 0, 0]", "4400 validating translation 12 [2, 1, 1]",
                "4700 playing translation 12 [2, 1, 1]", "5850 dwelling translation 12 [2, 3, 3]",
                "6100 idle - 12 [2, 3, 3]",
            ])
        // Nothing is said twice, and not that the sound has moved on.
        for (line, next) in zip(objects, objects.dropFirst()) {
            let keys = ["sentence", "track", "phase", "lit"]
            #expect(keys.contains { line[$0] != next[$0] })
        }
    }

    @Test("what is commanded is done at its time, and what makes no sense is named by its line")
    func commands() async throws {
        let commands =
            #"{"t":0.5,"command":"pause"}"# + "\n\n" + #"{"t":9,"command":"toggle","track":"original"}"# + "\n"
            + #"{"t":9.5,"command":"resume"}"#
        let objects = try Self.objects(try await Self.lines(try WrittenJob(), commands: commands))
        let toggled = try #require(objects.first { $0["t_ms"]?.lenientInt == 9_000 })
        #expect(toggled["track"] == "translation" && toggled["sound_s"]?.lenientDouble == 0)
        #expect(objects.last?["t_ms"]?.lenientInt == 12_200 && objects.last?["track"] == nil)
        for (line, words) in [
            (#"{"t":1,"command":"fly"}"#, "fly"), (#"{"t":-1,"command":"next"}"#, "\"t\""), ("x", "JSON"),
            (#"{"t":1,"command":"jump"}"#, "sentence"), (#"{"t":1,"command":"toggle","track":"mix"}"#, "mix"),
            (#"{"t":2,"command":"next"}"# + "\n" + #"{"t":1,"command":"next"}"#, "earlier"),
        ] {
            let error = await #expect(throws: CommandError.self) {
                _ = try await Self.lines(try WrittenJob(), commands: line)
            }
            #expect(
                error?.reason.contains(words) == true && error?.reason.contains("commands.ndjson:") == true, "\(line)")
        }
    }

    @Test("what is read is on a tape, and comes out of it again: replayed, and from text")
    func recorded() async throws {
        let job = try WrittenJob()
        let tape = job.folder.file("read.cameo")
        let commands = #"{"t":0.7,"command":"next"}"# + "\n" + #"{"t":2.5,"command":"toggle","track":"original"}"#
        let told = try await Self.lines(job, commands: commands, recording: tape).all
        // A tape tells what happened, and not that the sound has gone on.
        let keys = ["sentence", "track", "phase", "lit"]
        func changes(_ lines: [String]) throws -> [[JSON?]] {
            var found: [[JSON?]] = []
            for line in lines {
                let values = try #require(try JSON.parse(line).object)
                let change = keys.map { values[$0] }
                if found.last != change { found.append(change) }
            }
            return found
        }
        let text = job.folder.file("read.ndjson")
        try Tapes.convert(tape, to: text)
        for path in [tape, text] {
            let open = try OpenTape(path)
            defer { open.close() }
            var lines: [String] = []
            try TapeReading(open.reader).run(asJSON: true) { lines.append($0) }
            #expect(try changes(lines) == (try changes(told)), "\(path)")
        }
    }

    @Test("RT10 files count as long as they are, whatever is told of them")
    func lengths() async throws {
        let objects = try Self.objects(try await Self.lines(try WrittenJob(translation: 2.0)))
        #expect(objects.contains { $0["phase"] == "dwelling" && $0["sound_s"]?.lenientDouble == 2 })
        #expect(objects.last?["phase"] == "idle")
    }

    @Test("RI8 where nobody says how long a file is it is looked at, so that a lone sentence without gates has an end")
    func untold() async throws {
        let job = try WrittenJob()
        let book = try JobFolder.open(job.folder.path)
        let chunk = try book.chunk(at: 0).chunk
        #expect(chunk.sounds.map(\.duration) == [nil, nil])
        let measured = await book.measured(chunk, isTrusting: true)
        #expect(measured.chunk.sounds.map(\.duration) == [.milliseconds(2_600), .milliseconds(2_700)])
        #expect(measured.oddities == [])
        var told = chunk
        told.sounds[0].duration = .seconds(9)
        #expect(await book.measured(told, isTrusting: true).chunk.sounds[0].duration == .seconds(9))
        #expect(await book.measured(told).chunk.sounds[0].duration == .milliseconds(2_600))
    }

    @Test("RA9 a job with one file of sound reads that, and says what is missing")
    func oneFile() async throws {
        let job = try WrittenJob()
        try FileManager.default.removeItem(atPath: job.folder.file("media/trans.wav"))
        let lines = try await Self.lines(job)
        #expect(lines.warnings.count == 1 && lines.warnings[0].contains("media/trans.wav"))
        let objects = try Self.objects(lines)
        #expect(Set(objects.compactMap { $0["track"]?.string }) == ["original"])
        #expect(objects.last?["t_ms"]?.lenientInt == 2_600 && objects.last?["sentence"]?.lenientInt == 12)
    }

    @Test("a file that is no sound is named, and its gates say how long it is")
    func noSound() async throws {
        let job = try WrittenJob()
        try job.folder.write([0, 1, 2], to: "media/trans.wav")
        let lines = try await Self.lines(job)
        #expect(lines.warnings.count == 1 && lines.warnings[0].contains("media/trans.wav"))
        #expect(try Self.objects(lines).last?["phase"] == "idle")
    }

    @Test("RN4 a chunk whose text cannot be read ends the run with the reason; what was read before is told")
    func brokenChunk() async throws {
        let job = try WrittenJob()
        try job.folder.write(#"{"start_sentence":13,"sentences":"none"}"#, to: "metadata/chunk_0001.json")
        let lines = Lines()
        let reading = try HeadlessReading(try JobFolder.open(job.folder.path), of: job.folder.path, .reported) { _ in
        } write: {
            lines.all.append($0)
        }
        let error = await #expect(throws: CommandError.self) { try await reading.run(asJSON: true) }
        #expect(error?.reason.contains("chunk_0001.json") == true && error?.reason.contains("/sentences") == true)
        #expect(lines.all.count { $0.contains(#""phase":"dwelling""#) } == 4)
    }

    @Test("for people it is a table")
    func table() async throws {
        let lines = try await Self.lines(try WrittenJob(), .single(.translation), asJSON: false)
        #expect(lines.all.first?.hasPrefix("time") == true)
        #expect(
            lines.all[1].split(separator: " ", omittingEmptySubsequences: true).prefix(8).joined(separator: " ")
                == "0.000 11 translation idle 0.000 0/4 1/2 1/2")
        #expect(lines.all.last?.contains("end of the book") == true)
    }
}
