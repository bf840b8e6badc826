import Events
import Testing

@testable import BookAPI

/// Lists of chunks, and chapters.
@Suite struct BookListTests {
    private func job(_ text: String) throws -> BookList { try BookListReading.job(Array(text.utf8), title: "folder") }
    private func manifest(_ text: String) throws -> BookList {
        try BookListReading.manifest(Array(text.utf8), title: "folder")
    }

    @Test("a job's record has the book's words, its chunks in order, and where their files are")
    func record() throws {
        let list = try job(
            """
            {"job_id":"j","status":"running","result":{"media_metadata":{"book_title":"Winter Lamp","author":"Ivanov",
             "content_index":{"chapters":[{"start_sentence":1,"count":5}]}}},
             "request":{"input_language":"English","target_languages":["Russian"]},
             "generated_files":{"complete":false,"chunks":[
              {"chunk_id":"b","start_sentence":11,"end_sentence":12,"metadata_path":"/srv/j/metadata/chunk_0000.json"},
              {"chunk_id":"a","range_fragment":"0001-0010","sentence_count":10,"metadataPath":"metadata/chunk_0001.json"}]}}
            """)
        #expect(
            list.book
                == Book(
                    "Winter Lamp", author: "Ivanov", language: "English", translationLanguage: "Russian",
                    chunks: [
                        ChunkEntry("a", start: 1, end: 10, sentenceCount: 10), ChunkEntry("b", start: 11, end: 12),
                    ], chapters: [BookChapter("Chapter 1", start: 1, end: 5)], isComplete: false))
        #expect(list.chunks.map(\.path) == ["metadata/chunk_0001.json", "metadata/chunk_0000.json"])
        #expect(list.chunks.map(\.runningStart) == [1, 11] && list.oddities == [])
    }

    @Test("RS7 chunks out of order, without an id and with the same one")
    func order() throws {
        let list = try manifest(
            """
            {"chunks":[{"chunkId":"x","startSentence":21},{"chunkId":"x","startSentence":11,"endSentence":15},7,
             {"startSentence":11,"endSentence":12},{"chunkId":"z"},{"chunkId":"y","sentences":[{"sentence_number":5}]},
             {"chunkId":"same","metadataPath":"m"},{"chunkId":"same","metadataPath":"m"}]}
            """)
        #expect(list.book.chunks.map(\.id) == ["y", "chunk-3", "chunk-1", "x", "z", "same"])
        #expect(list.book.chunks.map(\.start) == [5, 11, 11, 21, nil, nil])
        #expect(list.oddities.contains("x is the name of two chunks") && list.book.title == "folder")
    }

    @Test("RS7 names that are made up for chunks without one are free")
    func freeNames() throws {
        let ids = ["chunk-3", "chunk-4", "x", "x", "x"].map { #"{"chunkId":"\#($0)"}"# }.joined(separator: ",")
        let list = try manifest(#"{"chunks":[\#(ids)]}"#)
        #expect(list.book.chunks.map(\.id) == ["chunk-3", "chunk-4", "x", "chunk-5", "chunk-6"])
    }

    @Test("RS11 a chunk whose rows are not there keeps its count")
    func withoutRows() throws {
        let list = try manifest(#"{"chunks":[{"chunkId":"a","startSentence":1,"sentences":[],"sentenceCount":10}]}"#)
        #expect(list.book.chunks == [ChunkEntry("a", start: 1, sentenceCount: 10)] && !list.chunks[0].isInline)
    }

    @Test("an export has its text inline")
    func export() throws {
        let list = try manifest(
            """
            {"schema_version":1,"source":{"label":"From a job","author":"I"},"media_metadata":{"title":"T","language":"ru"},
             "chunks":[{"chunkId":"a","sentences":[{"original":"One"}],"audioTracks":{"orig":{"url":"media/a.mp3"}}}]}
            """)
        #expect(list.book.title == "T" && list.book.author == "I" && list.chunks[0].isInline)
        let told = try list.chunks[0].inlineChunk()
        #expect(told.chunk.sentences.map(\.lanes.original) == [lane("One")] && told.oddities == [])
        #expect(told.chunk.sounds == [BookSound(.original, path: "media/a.mp3")])
    }

    @Test("RL4 a manifest of another version, and one without chunks")
    func otherVersions() {
        let version = #expect(throws: BookError.self) { try manifest(#"{"schema_version":2,"chunks":[]}"#) }
        #expect(version?.reason == "/schema_version: expected 1, found 2")
        let chunks = #expect(throws: BookError.self) { try manifest("{}") }
        #expect(chunks?.reason == "/chunks: expected a list, found nothing")
    }

    @Test("chapters in every spelling")
    func chapters() throws {
        let (chapters, odd) = try BookChapterReading.chapters(
            Array(
                """
                {"version":1,"chapters":[
                 {"title":"The lamp","start_sentence":58,"end_sentence":240,"sentence_count":3},
                 {"toc_label":"The station","startSentence":"1","endSentence":57},{"name":"N","start_sentence":300,"count":5},
                 {"start_sentence":400,"end_sentence":9},{"title":"lost"},{"title":"zero","start_sentence":0},
                 {"title":" ","start_sentence":500}]}
                """.utf8))
        #expect(
            chapters == [
                BookChapter("The station", start: 1, end: 57), BookChapter("The lamp", start: 58, end: 240),
                BookChapter("N", start: 300, end: 304), BookChapter("Chapter 4", start: 400, end: 400),
                BookChapter("Chapter 7", start: 500),
            ])
        #expect(odd == ["chapter 5 does not say where it starts", "chapter 6 does not say where it starts"])
        #expect(throws: BookError.self) { try BookChapterReading.chapters(Array("{}".utf8)) }
    }
}
