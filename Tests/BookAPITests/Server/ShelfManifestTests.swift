import Events
import JSON
import Testing

@testable import BookAPI

@Suite("What a book consists of, as a server answers with it") struct ShelfManifestTests {
    private static let file: JSONObject = [
        "version": 3, "chunk_id": "c1", "start_sentence": 11,
        "audioTracks": ["origAudio": ["path": "media/a_orig.mp3"]],
        "sentences": [["sentence_number": 11, "original": ["text": "One"], "own_key": 7, "startGate": 0]],
        "timingTracks": ["original": [["sentenceIdx": 0, "start": 0, "end": 1]]],
    ]

    private func list(isInline: Bool = false) throws -> BookList {
        let files: JSON = [
            ["relative_path": "media/a_orig.mp3", "type": "audio_orig"], ["path": "/srv/j/media/a.html"],
        ]
        var chunk: JSONObject = ["chunk_id": "c1", "start_sentence": 11, "end_sentence": 12, "files": files]
        if isInline {
            chunk.members += Self.file.members
        } else {
            chunk.append("metadata_path", "metadata/chunk_0000.json")
        }
        return try BookListReading.manifest(JSON.object(["chunks": [.object(chunk)]]).utf8, title: "T")
    }

    private func book(isComplete: Bool = true) -> ShelfBook {
        let book = Book("T", chunks: [], isComplete: isComplete)
        return ShelfBook(
            .init(book, record: nil, place: "/A/job 1", cover: nil, contentIndex: nil, lastChange: 0))
    }

    private func manifest(_ form: ShelfManifest.Form, isInline: Bool = false) throws -> (bytes: [UInt8], JSONObject) {
        let isJob = if case .job = form { true } else { false }
        var manifest = ShelfManifest(book(isComplete: !isJob), form)
        let chunks = try list(isInline: isInline).chunks
        for (place, chunk) in chunks.enumerated() {
            manifest.append(chunk, at: place, own: manifest.wantsFiles && !isInline ? Self.file : nil) { path in
                path == "media/a_orig.mp3" ? .init(byteCount: 9, lastChange: 0) : nil
            }
        }
        let bytes = manifest.finished()
        return (bytes, try #require(try JSON.parse(bytes).object))
    }

    private func first(_ object: JSONObject, _ type: String) -> JSONObject? {
        object["media"]?.object?[type]?.array?.first?.object
    }

    @Test(
        "in full: rows with what the server adds, and what it does not know as it is; sizes and dates; no exact times")
    func full() throws {
        let (bytes, object) = try manifest(.library(isSummary: false))
        let chunk = try #require(object["chunks"]?.array?.first?.object)
        let row = try #require(chunk["sentences"]?.array?.first?.object)
        #expect(
            row["own_key"] == 7 && row.members.map(\.key).suffix(3) == ["timeline", "image", "highlight_granularity"])
        let track = chunk["audioTracks"]?.object?["origAudio"]?.object
        #expect(track?["url"] == "/api/library/media/job%201/file/media/a_orig.mp3")
        #expect(chunk["timingTracks"] != nil && chunk["timingVersion"] == nil)
        let sound = try #require(first(object, "audio"))
        #expect(sound["size"] == 9 && sound["updated_at"] == "1970-01-01T00:00:00+00:00" && sound["chunk_id"] == nil)
        #expect(sound["path"] == "/A/job 1/media/a_orig.mp3" && first(object, "text")?["name"] == "a.html")
        #expect(object["diagnostics"]?.object?["filesWithoutSize"] == 1 && object["complete"] == true)
        // It is read as what it was made of.
        let read = try BookListReading.manifest(bytes, title: "T").chunks[0]
        #expect(read.path == "metadata/chunk_0000.json" && read.entry.start == 11 && read.isInline)
    }

    @Test("RN13 the summary has no rows of a chunk with a file of its own, no sizes and no tracks")
    func summary() throws {
        let (_, object) = try manifest(.library(isSummary: true))
        let chunk = try #require(object["chunks"]?.array?.first?.object)
        #expect(chunk["sentences"] == [] && chunk["audioTracks"] == .object([:]) && chunk["timingTracks"] == nil)
        #expect(chunk["metadataUrl"] == "/api/library/media/job%201/file/metadata/chunk_0000.json")
        #expect(first(object, "audio")?["size"] == nil && object["diagnostics"]?.object?["chunkCount"] == 1)
        // Those that are nowhere else are in it.
        let inline = try manifest(.library(isSummary: true), isInline: true).1["chunks"]?.array?.first?.object
        #expect(inline?["sentences"]?.array?.count == 1 && inline?["metadataPath"] == nil)
    }

    @Test("a job has no addresses, types of its own, one spelling of tracks, and exact times where there are any")
    func job() throws {
        let (_, object) = try manifest(.job(isLive: true), isInline: true)
        #expect(object["complete"] == false)
        let sound = try #require(first(object, "audio_orig"))
        #expect(sound["url"] == nil && sound["source"] == "live" && sound["chunk_id"] == "c1")
        #expect(sound["start_sentence"] == 11 && sound["updated_at"] == "1970-01-01T00:00:00Z")
        #expect(first(object, "html") != nil)
        let chunk = try #require(object["chunks"]?.array?.first?.object)
        #expect(chunk["audioTracks"]?.object?["orig"] != nil && chunk["timingVersion"] == "2")
    }

    @Test("a chunk is known by its name, its range and its place from 0 on", arguments: ["c1", "0011-0012", "chunk-0"])
    func names(name: String) throws {
        let listed = try list().chunks[0]
        let chunk = ShelfChunk(book(), listed, at: 0, own: nil)
        #expect(chunk.isNamed(name) && !chunk.isNamed("chunk-1") && !chunk.hasRows)
        #expect(ShelfChunk(book(), listed, at: 0, own: Self.file).hasRows)
    }
}
