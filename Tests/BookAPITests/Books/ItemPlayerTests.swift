import Testing

@testable import BookAPI

/// What plays an item (reader 1.12).
@Suite struct ItemPlayerTests {
    private static let film = #""video":[{"relative_path":"media/a.mp4"}]"#
    private static let subtitles = #""text":[{"relative_path":"media/a.html"},{"relative_path":"media/a.ass"}]"#
    private static let text = #"{"chunkId":"c","startSentence":1,"metadataPath":"metadata/chunk_0000.json"}"#
    private static let degenerate = """
        {"chunkId":"youtube_dub","rangeFragment":"dub","startSentence":0,"endSentence":0,"files":[],"sentences":[],
         "metadataPath":null,"metadataUrl":null,"sentenceCount":null,"audioTracks":{}}
        """

    private static func player(
        _ media: String, _ chunk: String, _ more: String = "", missing: String? = nil
    ) throws -> ItemPlayer {
        let text = #"{"media":{\#(media)},"chunks":[\#(chunk)]\#(more)}"#
        return try BookListReading.manifest(Array(text.utf8), title: "t").player { $0 != missing }
    }

    private static let both = ItemPlayer.film("media/a.mp4", subtitles: "media/a.ass")
    private static let nothing = ItemPlayer.nothing("a film without subtitles has no text to read")

    @Test(
        "what is said of an item, and what there is of it, say what plays it",
        arguments: [
            ("film subtitles", degenerate, "", both), ("film", degenerate, "", nothing),
            ("subtitles", degenerate, "", .subtitles("media/a.ass")), ("", degenerate, "", .reader),
            ("film subtitles", text, "", .reader), ("film", text, "", .reader), ("subtitles", text, "", .reader),
            ("film subtitles", text, "video", both), ("film subtitles", text, "youtube_dub", both),
            ("film subtitles", text, "narrated_subtitle", .reader), ("film subtitles", text, "book", .reader),
            ("film subtitles", degenerate, "book", both),
            // Better some of it than nothing.
            ("film", text, "video", .reader), ("subtitles", text, "video", .reader),
            ("subtitles", degenerate, "video", .subtitles("media/a.ass")), ("film", degenerate, "video", nothing),
            // None is said to be none; nothing said may be one; a named sound is one's.
            ("film subtitles", #"{"chunkId":"c","metadataPath":"m","sentenceCount":0}"#, "", both),
            ("film subtitles", #"{"chunkId":"c","metadataUrl":"m"}"#, "", .reader),
            ("film subtitles", #"{"chunkId":"c","sentenceCount":2}"#, "", .reader),
            ("film subtitles", #"{"chunkId":"c","sentences":[{"original":"x"}]}"#, "", .reader),
            ("film subtitles", #"{"chunkId":"c","audioTracks":{"orig":{"path":"o.mp3"}}}"#, "", .reader),
            ("film subtitles", "", "", both),
        ])
    func table(_ files: String, _ chunk: String, _ type: String, _ expected: ItemPlayer) throws {
        let media = [files.contains("film") ? Self.film : "", files.contains("subtitles") ? Self.subtitles : ""]
        let said = type.isEmpty ? "" : #","item_type":"\#(type)""#
        let found = try Self.player(media.filter { !$0.isEmpty }.joined(separator: ","), chunk, said)
        #expect(found == expected)
    }

    @Test("what cannot be had is not there: the next film is taken, other subtitles, or subtitles alone")
    func missing() throws {
        let films = #""video":[{"url":"/api/library/media/j/file/media/a.mp4"},{"path":"/srv/j/media/b.mp4"}]"#
        let texts = #""subtitles":["media/a.ass","media/b.vtt"]"#
        func player(_ missing: String) throws -> ItemPlayer {
            try Self.player("\(films),\(texts)", Self.degenerate, missing: missing)
        }
        #expect(try player("") == .film("media/a.mp4", subtitles: "media/a.ass"))
        #expect(try player("media/a.mp4") == .film("media/b.mp4", subtitles: "media/b.vtt"))
        #expect(try player("media/a.ass") == .film("media/a.mp4", subtitles: "media/b.vtt"))
        let alone = try Self.player("\(Self.film),\(texts)", Self.degenerate, missing: "media/a.mp4")
        #expect(alone == .subtitles("media/a.ass"))
    }

    @Test("files are found wherever they are listed, once, and by the ending of their names alone")
    func listing() throws {
        let list = try BookListReading.job(
            Array(
                """
                {"job_type":"youtube_dub","generated_files":{"files":["media/a.MP4",{"path":"media/a.txt","type":"subtitle"},7],
                 "chunks":[{"chunk_id":"youtube_dub","range_fragment":"dub","files":[{"relative_path":"media/a.MP4"},
                  {"relative_path":"https://host/x/a.srt?token=1","type":"text"},{"relative_path":"../a.vtt"}]}]}}
                """.utf8), title: "t")
        #expect(list.media.films.map(\.path) == ["media/a.MP4"] && list.media.isFilm)
        // The chunk says what the other list does not.
        #expect(list.media.films[0].chunk == "youtube_dub" && list.media.films[0].range == "dub")
        #expect(list.media.subtitles.map(\.ending) == ["srt", "vtt"])
    }

    @Test("a subtitle item has one chunk named so; texts that an export has in itself need no file")
    func alone() throws {
        let chunk = #"{"chunk_id":"subtitle","files":[{"relative_path":"subtitles/a.de.srt","type":"subtitle"}]}"#
        #expect(try Self.player("", chunk) == .subtitles("subtitles/a.de.srt"))
        let inline = #","inline_subtitles":{"media/x.vtt":"WEBVTT","media/y.ass":7}"#
        #expect(
            try Self.player(Self.film, Self.degenerate, inline, missing: "media/x.vtt")
                == .film("media/a.mp4", subtitles: "media/x.vtt"))
    }

    @Test("a list without an end is cut")
    func bounded() throws {
        let films = (0..<700).map { #""\#($0).mp4","\#($0 % 3).srt""# }.joined(separator: ",")
        let text = #"{"media":{"video":[\#(films)]},"chunks":[]}"#
        let media = try BookListReading.manifest(Array(text.utf8), title: "t").media
        #expect(media.films.count == BookLimits.films && media.subtitles.count == 3)
    }
}
