import BookFolders
import Engine
import Events
import Files
import Foundation
import JSON
import Settings
import Sound
import Support
import Testing

@testable import Reading

/// Films and recordings with subtitles beside them.
@Suite struct SubtitledSoundTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(WrittenJob.silence(6), to: "talk.wav")
    }

    private static let srt = """
        1
        00:00:01,000 --> 00:00:01,800
        <b>One</b> two.

        2
        00:00:01,800 --> 00:00:02,000
        <b>One two.</b>

        3
        00:00:03,000 --> 00:00:05,000
        Three four five.

        """

    private func read(_ settings: ReaderSettings = ReaderSettings()) async throws -> [JSONObject] {
        let book = try await BookOpening.open(folder.file("talk.wav"))
        var lines: [String] = []
        try await HeadlessReading(book, of: "talk.wav", settings) {
            Issue.record("\($0)")
        } write: {
            lines.append($0)
        }
        .run(asJSON: true)
        return try lines.map { try #require(try JSON.parse($0).object) }
    }

    @Test("its sound is heard straight through, and each cue lights when it is shown, word by word")
    func reads() async throws {
        try folder.write(Self.srt, to: "talk.srt")
        let lines = try await read()
        #expect(lines.last?["reason"] == "end of the book" && lines.last?["t_ms"]?.lenientDouble == 6_000)
        func time(_ sentence: Int, _ lit: Int) -> Double? {
            lines.first {
                $0["sentence"] == .number(sentence) && $0["lit"]?.object?["original"] == .number(lit)
                    && ($0["sound_s"]?.lenientDouble ?? 0) > 0
            }?["sound_s"]?.lenientDouble
        }
        // Told every tenth of a second.
        for (sentence, lit, seconds) in [(1, 2, 1.8), (2, 2, 3.667), (2, 3, 4.333)] {
            let found = time(sentence, lit) ?? 0
            #expect((seconds - 0.01...seconds + 0.11).contains(found), "\(sentence) \(lit): \(found)")
        }
    }

    @Test("a film in two languages lights both at once")
    func both() async throws {
        let line = "<font color=\"#FFD60A\">Один два.</font>\nOne two three."
        try folder.write(
            "1\n00:00:01,000 --> 00:00:03,000\n\(line)\n\n2\n00:00:04,000 --> 00:00:05,000\n\(line)\n", to: "talk.srt")
        let lines = try await read()
        #expect(lines.contains { $0["track"] == "mix" })
        let last = try #require(lines.last { $0["sound_s"]?.lenientDouble ?? 0 > 4 }?["lit"]?.object)
        #expect(last["original"] == 2 && last["translation"] == 3)
        // Each cue has its own time, and so have its words.
        for (sentence, original, translation, seconds) in [
            (1, 0, 0, 0.5), (1, 1, 1, 1.2), (1, 2, 2, 2.2), (2, 1, 1, 4.2),
        ] {
            let line = lines.last { ($0["sound_s"]?.lenientDouble ?? .infinity) <= seconds }
            let lit = line?["lit"]?.object
            #expect(
                line?["sentence"] == .number(sentence) && lit?["original"] == .number(original)
                    && lit?["translation"] == .number(translation), "\(seconds): \(line ?? [:])")
        }
    }

    @Test(
        "of several files of subtitles the one that tells most is read; without one, and without cues, it is one sentence"
    )
    func choice() async throws {
        let error = await #expect(throws: CommandError.self) { try await BookOpening.open(folder.file("talk.wav")) }
        #expect(error?.reason.contains("no subtitles found (.ass, .vtt or .srt with the same name)") == true)
        try folder.write("nothing here", to: "talk.srt")
        await #expect(throws: CommandError.self) { try await BookOpening.open(folder.file("talk.wav")) }
        try folder.write("WEBVTT\n\n00:01.000 --> 00:02.000\nOf the better one.\n", to: "talk.vtt")
        let book = try await BookOpening.open(folder.file("talk.wav"))
        #expect(book.book.title == "talk" && book.book.chunks.count == 1)
        let chunk = try await book.chunk(at: 0).chunk
        #expect(chunk.sentences.map { $0.lanes.original?.text } == ["Of the better one."])
        #expect(SubtitledSound.isOne(folder.file("talk.vtt")) == false)
        #expect(SubtitledSound.isOne(folder.file("none.mp4")) == false)
    }

    // MARK: Of an item

    private static let record = """
        {"job_id":"j","job_type":"youtube_dub","result":{"media_metadata":{"title":"Bridges","target_language":"Turkish"}},
         "generated_files":{"chunks":[{"chunk_id":"youtube_dub","range_fragment":"dub","start_sentence":0,"end_sentence":0,
          "files":[{"relative_path":"media/a.mp4","type":"video"},{"relative_path":"media/a.srt","type":"srt"}]}]}}
        """

    private func write(_ record: String, film: [UInt8]?) throws {
        for name in ["job/metadata", "job/media"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try folder.write(record, to: "job/metadata/job.json")
        if let film { try folder.write(film, to: "job/media/a.mp4") }
        try folder.write(Self.srt, to: "job/media/a.srt")
    }

    private func lines(of source: String) async throws -> (
        lines: [JSONObject], warnings: [String], book: any BookSource
    ) {
        let book = try await BookOpening.open(source)
        var (lines, warnings) = ([String](), [String]())
        try await HeadlessReading(book, of: source, ReaderSettings()) {
            warnings.append($0)
        } write: {
            lines.append($0)
        }
        .run(asJSON: true)
        return (try lines.map { try #require(try JSON.parse($0).object) }, warnings, book)
    }

    @Test("a job's film is read as a film beside its subtitles is, from its folder and from an archive of it")
    func job() async throws {
        try folder.write(Self.srt, to: "talk.srt")
        let beside = try await read()
        let film = WrittenJob.silence(6)
        try write(Self.record, film: film)
        var zip = Zip([("job/metadata/job.json", Self.record), ("job/media/a.srt", Self.srt)])
        zip.entries.append(Zip.Entry(name: "job/media/a.mp4", bytes: film))
        for source in [folder.file("job"), try folder.write(zip.bytes, to: "job.zip")] {
            let (lines, warnings, book) = try await lines(of: source)
            #expect(lines == beside && warnings == [])
            #expect(book.book.title == "Bridges" && book.book.language == "Turkish" && book.isAtHand)
            await book.close()
        }
    }

    @Test("subtitles without a sound are read by the clock, which is said")
    func silent() async throws {
        try write(Self.record, film: nil)
        let (lines, warnings, _) = try await lines(of: folder.file("job"))
        #expect(warnings == ["media/a.srt: no sound; reading by the clock"])
        #expect(lines.last?["reason"] == "end of the book" && lines.last?["t_ms"]?.lenientDouble == 5_000)
        #expect(lines.contains { $0["sentence"] == 2 && $0["lit"]?.object?["original"] == 3 })
    }

    @Test("an item of which nothing can be read is one line, and so are subtitles that are none")
    func nothing() async throws {
        try write(Self.record.replacing("a.srt", with: "b.txt"), film: WrittenJob.silence(1))
        var error = await #expect(throws: CommandError.self) { try await BookOpening.open(folder.file("job")) }
        #expect(error?.reason == "\(folder.file("job")): a film without subtitles has no text to read")
        try write(Self.record, film: WrittenJob.silence(1))
        try folder.write("no cue", to: "job/media/a.srt")
        error = await #expect(throws: CommandError.self) { try await BookOpening.open(folder.file("job")) }
        #expect(error?.reason.hasPrefix("media/a.srt: ") == true)
    }

    @Test("the sound of an item is its film and nothing else, and its cover its only picture")
    func files() async throws {
        try write(Self.record, film: WrittenJob.silence(1))
        try folder.write("cover", to: "job/metadata/cover.png")
        let book = try await BookOpening.open(folder.file("job"))
        let sound = try #require(try await book.chunk(at: 0).chunk.sounds.first)
        #expect(sound == BookSound(.original, path: "media/a.mp4"))
        #expect(try SoundLength.of(try await book.sound(sound.path).stream()) == .seconds(1))
        #expect(await book.picture(.cover) == Array("cover".utf8))
        #expect(await book.picture(.sentence(1, chunk: 0)) == nil && book.placeServer == nil)
    }

    @Test("a server's film and its subtitles alone are read as those of a folder are")
    func served() async throws {
        let peer = try await Peer("books.py")
        try await peer.order(["films": true])
        let environment = ["XDG_CACHE_HOME": folder.file("cache"), "XDG_STATE_HOME": folder.file("state")]
        let configuration = try Configuration.load(
            flags: [.server: "http://127.0.0.1:\(peer.port)"], environment: environment)
        for (job, end) in [("job-91cc", 10_000), ("job-srt1", 8_000)] {
            let book = try await BookOpening.open(job, configuration)
            #expect(book.book.title.isEmpty == false && book.book.chunks.map(\.sentenceCount) == [2])
            // Its text is there before its sound is.
            let told = try await book.chunk(at: 0).chunk.sounds.first?.duration
            #expect(told == .seconds(8))
            var lines: [String] = []
            try await HeadlessReading(book, of: job, ReaderSettings()) { _ in
            } write: {
                lines.append($0)
            }
            .run(asJSON: true)
            let last = try #require(try JSON.parse(lines.last ?? "").object)
            #expect(last["reason"] == "end of the book" && last["t_ms"]?.lenientInt == end, "\(job) \(last)")
            #expect(lines.contains { $0.contains("\"sentence\":2") && $0.contains("\"original\":3") })
            await book.close()
        }
    }
}
