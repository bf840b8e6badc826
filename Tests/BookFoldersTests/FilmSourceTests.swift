import Events
import Foundation
import Support
import Testing

@testable import BookFolders

/// Films and subtitles in a job's folder, or in an archive of one (reader 1.12).
@Suite struct FilmSourceTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let cues = "WEBVTT\n\n00:01.000 --> 00:02.000\nOne.\n"
    private static let record = """
        {"job_id":"j","job_type":"youtube_dub","result":{"media_metadata":{"title":"Bridges"}},"generated_files":{"chunks":[
         {"chunk_id":"youtube_dub","range_fragment":"dub","start_sentence":0,"end_sentence":0,"files":[
          {"relative_path":"media/a.dub.mp4","type":"video"},{"path":"/srv/j/media/a.dub.srt"},{"path":"media/a.dub.ass"}]}]}}
        """
    private static let manifest = """
        {"schema_version":1,"media":{"video":[{"relative_path":"media/a.mp4"}],"text":[{"relative_path":"media/a.vtt"}]},
         "chunks":[{"chunkId":"dub","sentences":[]}],"inline_subtitles":{"media/a.vtt":"WEBVTT inline"}}
        """

    /// A folder of these files, or an archive of it.
    private func open(_ files: [(String, String)], isPacked: Bool = false) throws -> JobFolder {
        if isPacked {
            return try JobFolder.open(try folder.write(Zip(files.map { ("j/" + $0.0, $0.1) }).bytes, to: "j.zip"))
        }
        for (path, text) in files {
            let place = "j/\(path)"
            let parent = place.split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(
                atPath: folder.file(parent), withIntermediateDirectories: true)
            try folder.write(text, to: place)
        }
        return try JobFolder.open(folder.file("j"))
    }

    private static func isFilm(_ job: JobFolder, _ film: String, _ subtitles: String) throws {
        #expect(job.player == .film(film, subtitles: subtitles))
        #expect(try job.file(film).bytes(atMost: 100, of: film) == Array("film".utf8))
        #expect(try job.subtitles(subtitles) == Array(cues.utf8))
    }

    @Test("a record's film, with the best subtitles that are there", arguments: [false, true])
    func record(isPacked: Bool) throws {
        let files = [("metadata/job.json", Self.record), ("media/a.dub.mp4", "film"), ("media/a.dub.srt", Self.cues)]
        let job = try open(files, isPacked: isPacked)
        #expect(job.form == .record && job.book.title == "Bridges")
        try Self.isFilm(job, "media/a.dub.mp4", "media/a.dub.srt")
    }

    @Test("an export's film, with the subtitles that its manifest has in itself", arguments: [false, true])
    func export(isPacked: Bool) throws {
        let job = try open([("manifest.json", Self.manifest), ("media/a.mp4", "film")], isPacked: isPacked)
        #expect(job.form == .export && job.player == .film("media/a.mp4", subtitles: "media/a.vtt"))
        #expect(try job.subtitles("media/a.vtt") == Array("WEBVTT inline".utf8))
    }

    @Test("files of which nobody tells, in the folder or in media; what hides is none", arguments: [false, true])
    func unlisted(isPacked: Bool) throws {
        let job = try open(
            [("media/a.mp4", "film"), ("media/a.srt", Self.cues), ("media/._a.vtt", ""), ("notes.txt", "")],
            isPacked: isPacked)
        #expect(job.form == .film && job.book.title == "j" && job.book.chunks.isEmpty)
        try Self.isFilm(job, "media/a.mp4", "media/a.srt")
        let beside = try open([("a.mkv", "film"), ("subtitles/a.vtt", Self.cues)])
        try Self.isFilm(beside, "a.mkv", "subtitles/a.vtt")
    }

    @Test("in an archive the film nearest to the top counts, what hides is none, and a job comes before it")
    func archive() throws {
        let film = [("j/media/a.mp4", "film"), ("j/media/a.srt", Self.cues)]
        let hidden = [("._a.mp4", "hidden"), ("j/k/media/b.mp4", "deeper")]
        try Self.isFilm(
            try JobFolder.open(try folder.write(Zip(film + hidden).bytes, to: "a.zip")), "media/a.mp4", "media/a.srt")
        let job = [("x/y/manifest.json", Self.manifest)]
        #expect(try JobFolder.open(try folder.write(Zip(film + job).bytes, to: "b.zip")).form == .export)
        let two = film + [("l/b.mp4", "film")]
        #expect(throws: JobError.self) { try JobFolder.open(try folder.write(Zip(two).bytes, to: "c.zip")) }
    }

    @Test("a record that lists nothing is a film by what lies there, and subtitles where there is no film")
    func emptyRecord() throws {
        let record = ("metadata/job.json", #"{"job_id":"j","job_type":"subtitle"}"#)
        let job = try open([record, ("subtitles/a.srt", Self.cues)])
        #expect(job.form == .record && job.player == .subtitles("subtitles/a.srt"))
        let film = try open([("media/a.mp4", "film")])
        #expect(film.player == .film("media/a.mp4", subtitles: "subtitles/a.srt"))
    }

    @Test("subtitles that nobody calls a job are none, and a film alone cannot be read, which is said")
    func neither() throws {
        #expect(throws: JobError.self) { try open([("a.srt", Self.cues)]) }
        try FileManager.default.removeItem(atPath: folder.file("j"))
        guard case .nothing(let why) = try open([("media/a.mp4", "film")]).player else {
            Issue.record("something")
            return
        }
        #expect(why.contains("without subtitles"))
    }

    @Test("RL3 what lies outside of the folder is not there", arguments: ["../b.srt", "/etc/b.srt", "media/link.srt"])
    func outside(path: String) throws {
        try folder.write(Self.cues, to: "b.srt")
        let record = Self.record.replacing("media/a.dub.ass", with: path).replacing(
            "/srv/j/media/a.dub.srt", with: path)
        _ = try open([("metadata/job.json", record), ("media/a.dub.mp4", "film")])
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("j/media/link.srt"), withDestinationPath: folder.file("b.srt"))
        let job = try JobFolder.open(folder.file("j"))
        guard case .nothing = job.player else {
            Issue.record("\(job.player)")
            return
        }
        #expect(throws: JobError.self) { try job.subtitles(path) }
    }

    @Test("a book stays one, whatever else lies there")
    func book() throws {
        let chunk = #"{"version":3,"start_sentence":1,"sentences":[{"original":"One"}]}"#
        let files = [("metadata/chunk_0000.json", chunk), ("media/a.mp4", "film"), ("media/a.srt", Self.cues)]
        let job = try open(files)
        #expect(job.form == .chunks && job.player == .reader)
    }
}
