import Events
import Files
import Platform
import Support
import Testing

@testable import BookFolders

@Suite struct JobArchiveTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let chunk = """
        {"version":3,"chunk_id":"c1","start_sentence":1,"sentences":[{"original":"One"},{"original":"Two"}],
         "audioTracks":{"orig":{"path":"media/a_orig.mp3"}}}
        """
    private static let job = [("metadata/chunk_0000.json", chunk), ("media/a_orig.mp3", "sound")]
    private static let export = """
        {"schema_version":1,"chunks":[{"chunk_id":"c1","start_sentence":1,"sentences":[{"original":"One"}],
         "audioTracks":{"orig":{"url":"media/a_orig.mp3"}}}]}
        """

    private func path(_ bytes: [UInt8], _ name: String = "lamp.zip") throws -> String {
        try folder.write(bytes, to: name)
    }

    private func reason(_ bytes: [UInt8]) throws -> String? {
        let path = try path(bytes)
        #expect(JobFolder.isArchive(path))
        let error = #expect(throws: JobError.self) { try JobFolder.open(path) }
        return error?.reason.replacing(path + ": expected a zip archive with a book, found ", with: "")
    }

    @Test("a job's folder in an archive is read as the folder is, and nothing is left behind", arguments: ["", "a/b/"])
    func job(_ root: String) throws {
        let zip = Zip(Self.job.map { (root + $0.0, $0.1) })
        let job = try JobFolder.open(try path(zip.bytes))
        #expect(job.form == .chunks && job.book.title == (root.isEmpty ? "lamp" : "b") && job.oddities == [])
        let (chunk, odd) = try job.chunk(at: 0)
        #expect(chunk.sentences.map(\.number) == [1, 2] && odd == [])
        #expect(chunk.sounds == [BookSound(.original, path: "media/a_orig.mp3")])
        for _ in 0..<2 {
            #expect(try job.file("media/a_orig.mp3").bytes(atMost: 100, of: "it") == Array("sound".utf8))
        }
        #expect(folder.names == ["lamp.zip"])
    }

    @Test("an export in an archive, whatever it is called")
    func export() throws {
        let zip = Zip([("export/manifest.json", Self.export), ("export/media/a_orig.mp3", "sound")])
        let path = try path(zip.bytes, "book.txt")
        #expect(JobFolder.isArchive(path))
        let job = try JobFolder.open(path)
        #expect(job.form == .export)
        #expect(try job.chunk(at: 0).chunk.sounds.map(\.path) == ["media/a_orig.mp3"])
    }

    @Test("an EPUB stays one, and a document of an office program is no job's archive")
    func publication() throws {
        #expect(!JobFolder.isArchive(try path(Zip([("mimetype", "application/epub+zip")] + Self.job).bytes)))
        #expect(!JobFolder.isArchive(try path(Zip([("META-INF/container.xml", "")] + Self.job).bytes)))
        #expect(!JobFolder.isArchive(try path(Array("no archive".utf8))))
        #expect(JobFolder.isArchive(try path(Zip(Self.job).bytes, "lamp.epub")))
        for name in ["[Content_Types].xml", "META-INF/manifest.xml"] {
            #expect(!JobFolder.isArchive(try path(Zip([(name, "")]).bytes)))
        }
    }

    @Test("names that lead out and links are not read, and that is said")
    func hostile() throws {
        var zip = Zip(Self.job + [("../x", "out"), ("/etc/y", "out"), ("media/link", "/etc/passwd")])
        zip.entries[4].isLink = true
        let job = try JobFolder.open(try path(zip.bytes))
        #expect(
            job.oddities == [
                "3 of the archive's entries are not read (links, names outside the archive, or duplicate names): ../x"
            ])
        for name in ["../x", "x", "/etc/y", "etc/y", "media/link", "media/../media/a_orig.mp3", "media", ""] {
            #expect(throws: RefusedPath.self) { try job.file(name) }
        }
    }

    @Test("an archive that would unpack to more than a book has is refused before anything is unpacked")
    func bomb() throws {
        var zip = Zip(Self.job)
        zip.entries[1].told = 1 << 30
        #expect(try reason(zip.bytes) == "more than 100 times the size of the file, unpacked")
    }

    @Test("an entry that is larger than it says is not read")
    func lie() throws {
        var zip = Zip(Self.job)
        zip.entries[1].told = 2
        let job = try JobFolder.open(try path(zip.bytes))
        #expect(throws: RefusedPath.self) { try job.file("media/a_orig.mp3") }
    }

    @Test("too many entries")
    func crowd() throws {
        let entry = Zip.Entry(name: "a", bytes: [])
        // Its list says so itself; the number in it has 16 bits.
        let zip = Zip([Zip.Entry](repeating: entry, count: 10))
        let file = try #require(OpenFile(try path(zip.bytes)))
        try ArchiveWalk.walk(file.descriptor, atMost: 10) { (_, _) throws(ArchiveFault) in true }
        #expect(throws: ArchiveFault.tooMany) {
            try ArchiveWalk.walk(file.descriptor, atMost: 9) { (_, _) throws(ArchiveFault) in true }
        }
        withExtendedLifetime(file) {}
    }

    @Test("encrypted, cut short, empty, without a book, with two: one sentence")
    func bad() throws {
        var zip = Zip(Self.job)
        let whole = zip.bytes
        zip.entries[0].isEncrypted = true
        #expect(try reason(zip.bytes) == "an encrypted one (metadata/chunk_0000.json)")
        #expect(try reason(Array(whole.dropLast(60)))?.hasPrefix("a damaged one (") == true)
        // Some versions of libarchive do not take one without entries for an archive.
        let empty = try reason(Zip([Zip.Entry]()).bytes)
        #expect(["an empty one", "a damaged one (unrecognized archive format)"].contains(empty))
        #expect(
            try reason(Zip([("a", "b")]).bytes) == "none of metadata/job.json, chunk files and manifest.json in it")
        let two = Zip([("a/manifest.json", Self.export), ("b/manifest.json", Self.export)])
        #expect(try reason(two.bytes) == "several: a/, b/")
        let nearest = Zip([("a/manifest.json", Self.export), ("a/b/manifest.json", "no")])
        #expect(try JobFolder.open(try path(nearest.bytes)).form == .export)
    }
}
