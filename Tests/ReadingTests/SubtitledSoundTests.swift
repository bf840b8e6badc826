import Books
import Events
import Reader
import Support
import Testing
import Wire

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
        #expect(lines.last?["reason"] == "the book is over" && lines.last?["t_ms"]?.lenientDouble == 6_000)
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
        try folder.write("1\n00:00:01,000 --> 00:00:05,000\n\(line)\n", to: "talk.srt")
        let lines = try await read()
        #expect(lines.contains { $0["track"] == "mix" })
        let last = try #require(lines.last { $0["sound_s"]?.lenientDouble ?? 0 > 4 }?["lit"]?.object)
        #expect(last["original"] == 2 && last["translation"] == 3)
    }

    @Test(
        "of several files of subtitles the one that tells most is read; without one, and without cues, it is one sentence"
    )
    func choice() async throws {
        let error = await #expect(throws: CommandError.self) { try await BookOpening.open(folder.file("talk.wav")) }
        #expect(error?.reason.contains("no subtitles beside it") == true)
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
}
