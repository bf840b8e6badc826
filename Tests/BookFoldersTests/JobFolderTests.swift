import BookAPI
import Events
import Files
import Foundation
import Support
import Testing

@testable import BookFolders

@Suite struct JobFolderTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        for name in ["job", "job/metadata", "job/media", "beside"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
        }
    }

    private var path: String { folder.file("job") }

    /// Sentences from a number on, with a file of sound.
    private func text(_ start: Int, sound: String = "media/a_orig.mp3") -> String {
        """
        {"version":3,"chunk_id":"c\(start)","start_sentence":\(start),"sentences":[{"original":"One"},{"original":"Two"}],
         "audioTracks":{"orig":{"path":"\(sound)"}}}
        """
    }

    private func sound(_ name: String = "job/media/a_orig.mp3") throws { try folder.write("sound", to: name) }

    @Test("a job's record: title, chunks in order, chapters, sounds")
    func record() throws {
        try folder.write(
            """
            {"job_id":"j","result":{"media_metadata":{"book_title":"Winter Lamp"}},"generated_files":{"complete":true,"chunks":[
             {"chunk_id":"c11","start_sentence":11,"end_sentence":12,"metadata_path":"metadata/chunk_0000.json"},
             {"chunk_id":"c1","start_sentence":1,"end_sentence":2,"metadata_path":"/srv/j/metadata/chunk_0001.json"}]}}
            """, to: "job/metadata/job.json")
        try folder.write(text(11), to: "job/metadata/chunk_0000.json")
        try folder.write(text(1), to: "job/metadata/chunk_0001.json")
        try folder.write(#"{"author":"Ivanov","language":"Russian"}"#, to: "job/metadata/book.json")
        try folder.write(
            #"{"chapters":[{"title":"A","start_sentence":1,"end_sentence":12}]}"#,
            to: "job/metadata/content_index.json")
        try sound()
        let job = try JobFolder.open(path)
        #expect(job.form == .record && job.oddities == [])
        #expect(job.book.title == "Winter Lamp" && job.book.author == "Ivanov" && job.book.isComplete)
        #expect(
            job.book.chunks.map(\.id) == ["c1", "c11"] && job.book.chapters == [BookChapter("A", start: 1, end: 12)])
        let (chunk, odd) = try job.chunk(at: 1)
        #expect(chunk.sentences.map(\.number) == [11, 12] && odd == [])
        #expect(chunk.sounds == [BookSound(.original, path: "media/a_orig.mp3")])
        #expect(throws: Never.self) { try job.file("media/a_orig.mp3") }
    }

    @Test("RL1 without a record the chunks that are there, and nothing half written")
    func chunksAlone() throws {
        try folder.write(text(11), to: "job/metadata/chunk_0000.json")
        try folder.write(text(1), to: "job/metadata/chunk_0001.json")
        try folder.write("{", to: "job/metadata/chunk_0002.json.tmp")
        try folder.write("{", to: "job/metadata/chunk_0003.tmp.json")
        try folder.write("{", to: "job/metadata/chunk_0004.json")
        try sound()
        let job = try JobFolder.open(path)
        #expect(job.form == .chunks && job.book.title == "job" && job.book.chunks.map(\.id) == ["c1", "c11"])
        #expect(job.oddities.count == 1 && job.oddities[0].contains("chunk_0004.json: line 1"))
        #expect(try job.chunk(at: 0).chunk.sentences.map(\.number) == [1, 2])
    }

    @Test("RL1 a chunk's file that is missing is named, and the others are read")
    func missingChunk() throws {
        try folder.write(
            """
            {"generated_files":{"chunks":[{"start_sentence":1,"metadata_path":"metadata/chunk_0000.json"},
             {"start_sentence":3,"metadata_path":"metadata/chunk_0001.json"},{"start_sentence":5}]}}
            """, to: "job/metadata/job.json")
        try folder.write(text(3), to: "job/metadata/chunk_0001.json")
        try sound()
        let job = try JobFolder.open(path)
        #expect(job.oddities == ["metadata/chunk_0000.json is missing"])
        let missing = #expect(throws: JobError.self) { try job.chunk(at: 0) }
        #expect(
            missing?.reason
                == "metadata/chunk_0000.json: expected a file below \(path), found no such file")
        #expect(try job.chunk(at: 1).chunk.sentences.count == 2)
        let untold = #expect(throws: JobError.self) { try job.chunk(at: 2) }
        #expect(untold?.reason == "\(path): neither sentences nor a sentence file for chunk-2")
    }

    @Test("chunk files beside their sounds")
    func beside() throws {
        try folder.write(text(1), to: "job/chunk_0000.json")
        try sound("job/a_orig.mp3")
        let job = try JobFolder.open(path)
        let (chunk, odd) = try job.chunk(at: 0)
        #expect(job.form == .chunks && chunk.sounds.map(\.path) == ["a_orig.mp3"] && odd == [])
    }

    @Test("an export's music is below its folder, or is none")
    func music() async throws {
        let text = #"{"chunk_id":"c1","start_sentence":1,"sentences":[{"original":"One"}]}"#
        try sound("job/media/rain fall.mp3")
        try folder.write("secret", to: "beside/rain.mp3")
        for (url, found) in [
            ("media/rain fall.mp3", "media/rain fall.mp3"), ("media/rain%20fall.mp3", "media/rain fall.mp3"),
            ("/srv/j/media/rain fall.mp3", "media/rain fall.mp3"), ("../beside/rain.mp3", nil), ("gone.mp3", nil),
        ] {
            try folder.write(
                #"{"schema_version":1,"chunks":[\#(text)],"reading_bed":{"id":"rain","label":"Rain","url":"\#(url)"}}"#,
                to: "job/manifest.json")
            let job = try JobFolder.open(path)
            if let found {
                for name in [nil, "rain", "Rain"] {
                    #expect(try await job.music(named: name) == BookMusic("Rain", path: found, isOwn: true))
                }
                #expect(try await job.music(named: "sea") == nil)
                #expect(throws: Never.self) { try job.file(found) }
            } else {
                await #expect(throws: RefusedPath.self) { try await job.music(named: nil) }
            }
        }
        try folder.write(#"{"schema_version":1,"chunks":[\#(text)]}"#, to: "job/manifest.json")
        #expect(try await JobFolder.open(path).music(named: nil) == nil)
    }

    @Test("an export with all of its text in the manifest")
    func export() throws {
        let manifest = """
            {"schema_version":1,"media_metadata":{"title":"T"},"chunks":[{"chunkId":"a","startSentence":1,
             "sentences":[{"original":"One"}],"audioTracks":{"orig":{"url":"media/a%20b.mp3"}}}]}
            """
        try folder.write(manifest, to: "job/manifest.json")
        try sound("job/media/a b.mp3")
        for place in [path, path + "/manifest.json"] {
            let job = try JobFolder.open(place)
            let (chunk, odd) = try job.chunk(at: 0)
            #expect(job.form == .export && job.book.title == "T" && odd == [])
            #expect(chunk.sentences.count == 1 && chunk.sounds.map(\.path) == ["media/a b.mp3"])
        }
    }

    @Test("RL4 a folder without any of the forms, and an export of another version, are refused in one sentence")
    func noJob() throws {
        let none = #expect(throws: JobError.self) { try JobFolder.open(path) }
        #expect(
            none?.reason
                == "\(path): expected a job with metadata/job.json, chunk files or manifest.json, found none of them")
        // One level above the books it is a likely slip.
        try FileManager.default.createDirectory(
            atPath: folder.file("job/lamp/metadata"), withIntermediateDirectories: true)
        try folder.write("{}", to: "job/lamp/metadata/job.json")
        let many = #expect(throws: JobError.self) { try JobFolder.open(path) }
        #expect(
            many?.reason
                == "\(path): contains books, such as lamp; list them with: cameo library \(ShellWord.quoted(path))")
        try folder.write(#"{"schema_version":2,"chunks":[]}"#, to: "job/manifest.json")
        let other = #expect(throws: JobError.self) { try JobFolder.open(path) }
        #expect(other?.reason == "\(path)/manifest.json: /schema_version: expected 1, found 2")
        let absent = #expect(throws: JobError.self) { try JobFolder.open(path + "/x") }
        #expect(absent?.reason == "\(path)/x: no such file" && absent?.isOfInput == true)
    }

    @Test("one chunk's file that is named, in metadata and beside its sound")
    func oneChunk() throws {
        try folder.write(text(7), to: "job/metadata/chunk_0003.json")
        try sound()
        let job = try JobFolder.open(path + "/metadata/chunk_0003.json")
        #expect(job.form == .oneChunk && job.book.chunks == [ChunkEntry("c7", start: 7, sentenceCount: 2)])
        #expect(try job.chunk(at: 0).chunk.sounds.map(\.path) == ["media/a_orig.mp3"] && job.book.title == "job")
        try folder.write(text(7), to: "beside/part.json")
        try sound("beside/a_orig.mp3")
        #expect(
            try JobFolder.open(folder.file("beside/part.json")).chunk(at: 0).chunk.sounds.map(\.path) == ["a_orig.mp3"])
        try folder.write("[7", to: "beside/broken.json")
        let error = #expect(throws: JobError.self) { try JobFolder.open(folder.file("beside/broken.json")) }
        #expect(error?.reason.contains("beside/broken.json: line 1, column 2: not JSON: ") == true)
    }

    @Test("RL2 paths of another machine lead below the folder")
    func otherMachine() throws {
        try folder.write(text(1, sound: "/srv/jobs/j/media/a_orig.mp3"), to: "job/metadata/chunk_0000.json")
        try sound()
        let (chunk, odd) = try JobFolder.open(path).chunk(at: 0)
        #expect(chunk.sounds.map(\.path) == ["media/a_orig.mp3"] && odd == [])
    }

    @Test(
        "RL3 a sound outside of the folder is left out, however its path leads there",
        arguments: [
            ("../beside/a_orig.mp3", "a path that leads up"), ("media/../../beside/a_orig.mp3", "a path that leads up"),
            ("/etc/a_orig.mp3", "an absolute path"), ("media/link.mp3", "the symbolic link link.mp3"),
            ("out/a_orig.mp3", "the symbolic link out"), ("media/%2e%2e/a.mp3", "no such file"),
        ])
    func outside(sound: String, found: String) throws {
        try self.sound("beside/a_orig.mp3")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("job/media/link.mp3"), withDestinationPath: folder.file("beside/a_orig.mp3"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("job/out"), withDestinationPath: folder.file("beside"))
        try folder.write(text(1, sound: sound), to: "job/metadata/chunk_0000.json")
        let (chunk, odd) = try JobFolder.open(path).chunk(at: 0)
        #expect(chunk.sounds == [] && odd == ["\(sound): expected a file below \(path), found \(found)"])
    }

    @Test(
        "RL3 what leads out of the folder is not taken for a file in it", arguments: ["../a_orig.mp3", "/x/a_orig.mp3"])
    func sameName(path: String) throws {
        try sound("job/a_orig.mp3")
        try folder.write(text(1, sound: path), to: "job/metadata/chunk_0000.json")
        #expect(try JobFolder.open(self.path).chunk(at: 0).chunk.sounds == [])
    }

    @Test("RL3 a chunk's file outside of the folder is not read")
    func chunkOutside() throws {
        try folder.write(text(1), to: "beside/chunk_0000.json")
        try folder.write(
            #"{"generated_files":{"chunks":[{"start_sentence":1,"metadata_path":"../beside/chunk_0000.json"}]}}"#,
            to: "job/metadata/job.json")
        let job = try JobFolder.open(path)
        let error = #expect(throws: JobError.self) { try job.chunk(at: 0) }
        #expect(error?.reason.hasSuffix("found a path that leads up") == true)
    }

    @Test("a folder that is a link may be named")
    func link() throws {
        try folder.write(text(1), to: "job/metadata/chunk_0000.json")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: path)
        #expect(try JobFolder.open(folder.file("link")).book.title == "job")
    }

    // MARK: Pictures

    private func job(_ id: String, _ start: Int, _ end: Int) throws -> JobFolder {
        try folder.write(
            """
            {"version":3,"chunk_id":"\(id)","start_sentence":\(start),"end_sentence":\(end),
             "sentences":[{"original":"One"},{"original":"Two"}]}
            """, to: "job/metadata/chunk_0000.json")
        return try JobFolder.open(path)
    }

    private func picture(_ text: String, to name: String) throws {
        let folder = FileManager.default
        let end = name.lastIndex(of: "/") ?? name.startIndex
        try folder.createDirectory(
            atPath: path + "/" + name[..<end], withIntermediateDirectories: true, attributes: nil)
        try self.folder.write(text, to: "job/" + name)
    }

    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test(
        "a picture that no text names is where its chunk's range is, however that is spelled",
        arguments: ["0011-0012", "11-12", "00011-00012"])
    func pictureOfSentence(range: String) async throws {
        let job = try job(range == "00011-00012" ? range + "_Lamp_EN" : "c1", 11, 12)
        try picture("eleven", to: "media/images/\(range)/sentence_00011.png")
        #expect(text(await job.picture(.sentence(11, chunk: 0))) == "eleven")
        #expect(await job.picture(.sentence(12, chunk: 0)) == nil)
        // Of a chunk that the book does not have.
        #expect(await job.picture(.sentence(11, chunk: 7)) == nil)
    }

    @Test("a picture that is named is below the folder, and no link; the cover is one of its names")
    func namedPicture() async throws {
        let job = try job("c1", 11, 12)
        try picture("named", to: "media/a b.png")
        #expect(text(await job.picture(.file("media/a b.png"))) == "named")
        #expect(text(await job.picture(.file("media/a%20b.png"))) == "named")
        try folder.write("outside", to: "beside/secret.png")
        try FileManager.default.createSymbolicLink(
            atPath: path + "/media/link.png", withDestinationPath: folder.file("beside/secret.png"))
        for odd in ["../beside/secret.png", folder.file("beside/secret.png"), "media/link.png", "media", ""] {
            #expect(await job.picture(.file(odd)) == nil, "\(odd)")
        }
        #expect(await job.picture(.cover) == nil)
        try folder.write("cover", to: "job/metadata/cover.png")
        #expect(text(await job.picture(.cover)) == "cover")
    }

    @Test("a picture at the limit is read, one that is larger is none")
    func largePicture() async throws {
        let job = try job("c1", 11, 12)
        try folder.write([UInt8](repeating: 7, count: BookLimits.pictureBytes), to: "job/media/most.png")
        try folder.write([UInt8](repeating: 7, count: BookLimits.pictureBytes + 1), to: "job/media/more.png")
        #expect(await job.picture(.file("media/most.png"))?.count == BookLimits.pictureBytes)
        #expect(await job.picture(.file("media/more.png")) == nil)
    }
}
