import BookAPI
import Events
import Files
import Platform
import Synchronization

/// A book as its job has left it on disk (reader, section 10): what a folder holds, by the first of three forms that it has, or one
/// chunk's file. Nothing outside of the folder is read, whatever its files say.
package struct JobFolder: Sendable {
    /// How its list of chunks was found.
    package enum Form: Hashable, Sendable {
        /// `metadata/job.json`.
        case record
        /// Files of chunks alone.
        case chunks
        /// `manifest.json`, with all text in it.
        case export
        /// A file that was named.
        case oneChunk
        /// A film with subtitles that lie there, of which nobody tells.
        case film
    }

    package let form: Form
    package let book: Book
    /// What is strange about it: what is missing, and what could not be read.
    package let oddities: [String]
    /// Why files of chunks are not in the list: nobody else names them.
    package let unreadChunks: [String]
    /// What plays it; its paths are below the folder.
    package let player: ItemPlayer
    private let folder: any JobFiles
    private let list: BookList
    private let lookups = JobLookups()

    /// Opens a folder, an archive of one, a chunk's file or an export's manifest, which the user names: it may be a link.
    package static func open(_ path: String) throws(JobError) -> JobFolder {
        guard let status = FileStatus(path) else { throw .unreadable(path: path, words: FileNames.unreadable(path)) }
        switch status.kind {
        case .folder: return try JobFinding.job(in: try opened(path))
        case .file where isArchive(path): return try JobFinding.job(in: try JobArchive(path))
        case .file: return try openFile(OpenFolder.realPath(of: path))
        default: throw .noJob(path: path, found: "neither a folder nor a file")
        }
    }

    /// Of a folder that is open.
    package static func open(in folder: OpenFolder) throws(JobError) -> JobFolder { try JobFinding.job(in: folder) }

    /// The text of a file that is in `metadata` names sounds that are beside that folder.
    private static func openFile(_ path: String) throws(JobError) -> JobFolder {
        var parts = path.split(separator: "/").map(String.init)
        guard var name = parts.popLast() else { throw .noJob(path: path, found: "no file") }
        if parts.last == "metadata" {
            parts.removeLast()
            name = "metadata/" + name
        }
        return try JobFinding.job(of: name, in: try opened("/" + parts.joined(separator: "/")))
    }

    private static func opened(_ path: String) throws(JobError) -> OpenFolder {
        do throws(DiskFailure) {
            return try OpenFolder(following: path)
        } catch {
            throw .unreadable(path: path, words: error.words)
        }
    }

    init(_ form: Form, _ folder: any JobFiles, _ list: BookList, oddities: [String], unread: [String] = []) {
        (self.form, self.folder, self.list) = (form, folder, list)
        let sounds = JobSounds(folder: folder)
        player = list.player { sounds.existing($0) != nil }.placed { sounds.existing($0) ?? $0 }
        // A film's chunks are none, and what is strange about them is of no account.
        self.oddities = oddities + (player == .reader ? list.oddities : [])
        (book, unreadChunks) = (list.book, unread)
    }

    package var path: String { folder.path }

    /// Reads a chunk, with the paths of its sounds below the folder. Sounds that are not there are left out.
    /// - Parameter index: in `book.chunks`.
    package func chunk(at index: Int) throws(JobError) -> (chunk: BookChunk, oddities: [String]) {
        var found = try received(at: index)
        found.received.chunk.sounds = found.sounds.compactMap { try? $0.get() }
        let missing = found.sounds.compactMap { sound in
            if case .failure(let error) = sound { error.reason } else { nil }
        }
        return (found.received.chunk, found.received.oddities + missing)
    }

    /// A chunk as the folder has it.
    /// - Parameter index: in `book.chunks`.
    package func received(at index: Int) throws(JobError) -> JobChunk {
        precondition(list.chunks.indices.contains(index), "a chunk that the book has")
        var received = try text(of: list.chunks[index])
        // The list knows its names apart.
        received.chunk.id = list.chunks[index].entry.id
        let sounds = JobSounds(folder: folder)
        let places = received.chunk.sounds.map { sound in
            Result { () throws(RefusedPath) in
                BookSound(sound.kind, path: try sounds.place(of: sound), duration: sound.duration)
            }
        }
        return JobChunk(received: received, sounds: places)
    }

    private func text(of chunk: ListedChunk) throws(JobError) -> ReceivedChunk {
        guard let path = chunk.path, folder.hasFile(path) || !chunk.isInline else { return try inlineText(of: chunk) }
        let bytes = try folder.jobFile(path)
        do throws(BookError) {
            return try BookChunkReading.received(bytes, chunk)
        } catch {
            throw .badFile(path: "\(folder.path)/\(path)", error)
        }
    }

    private func inlineText(of chunk: ListedChunk) throws(JobError) -> ReceivedChunk {
        do throws(BookError) {
            return try chunk.inlineChunk()
        } catch {
            throw .noText(chunk: chunk.entry.id, path: folder.path)
        }
    }

    package func definition(of words: String) -> [String]? {
        lookups.paragraphs(of: words) { try? folder.jobFile("metadata/lookup_cache.json") }
    }

    package func picture(_ picture: BookPicture) async -> [UInt8]? {
        for path in JobPictures.paths(of: picture, in: list) {
            guard let file = try? folder.file(at: path) else { continue }
            return try? file.bytes(atMost: BookLimits.pictureBytes, of: path)
        }
        return nil
    }

    /// What the list of chunks says of one of them.
    /// - Parameter index: in `book.chunks`.
    package func listed(at index: Int) -> ListedChunk { list.chunks[index] }

    /// All bytes of a text of the job.
    package func bytes(of path: String) throws(JobError) -> [UInt8] { try folder.jobFile(path) }

    /// Where the chapters are, below the folder; `nil` where that is no file.
    package var contentIndexPath: String? {
        let names = (list.contentIndexPath.map { [$0] } ?? []) + ["metadata/content_index.json"]
        return names.first { folder.hasFile($0) }
    }

    /// Where the cover is, below the folder; `nil` where there is none.
    package var coverPath: String? {
        JobPictures.paths(of: .cover, in: list).first { folder.hasFile($0) }
    }

    package func music(named id: String?) async throws -> BookMusic? {
        guard let bed = list.bed, id == nil || id == bed.id || id == bed.label else { return nil }
        let path = try JobSounds(folder: folder).place(of: BookSound(.other, path: bed.place))
        return BookMusic(bed.label, path: path, isOwn: true)
    }

    /// When something was last written into it: s since 1970.
    package var lastChange: Int64 { folder.lastWrite }

    package func subtitles(_ path: String) throws(JobError) -> [UInt8] {
        if let text = list.media.texts[path], !folder.hasFile(path) { return Array(text.utf8) }
        return try folder.jobFile(path)
    }

    /// Opens a file of sound of a chunk that was read here.
    package func file(_ path: String) throws(RefusedPath) -> sending OpenFile { try folder.file(at: path) }
}

/// A chunk as a job's folder has it, with what is wrong with it.
package struct JobChunk: Sendable {
    /// With its sounds as they are told.
    package var received: ReceivedChunk
    /// For each of those, with its path below the folder; or why it leads to no file.
    package var sounds: [Result<BookSound, RefusedPath>]
}

/// Where a job leaves its pictures (reader 1.13 and section 10).
enum JobPictures {
    /// Where a picture may be, below the job's folder, the likeliest first.
    static func paths(of picture: BookPicture, in list: BookList) -> [String] {
        switch picture {
        case .cover:
            return ["jpg", "jpeg", "png", "webp"].map { "metadata/cover.\($0)" } + (list.coverPath.map { [$0] } ?? [])
        case .file(let path): return [path] + (BookPath.decoded(path).map { [$0] } ?? [])
        case .sentence(let number, let chunk):
            guard list.chunks.indices.contains(chunk) else { return [] }
            let name = "sentence_\(number.padded(toDigits: 5)).png"
            return ranges(of: list.chunks[chunk].entry).map { "media/images/\($0)/\(name)" }
        }
    }

    /// As the range of a chunk is spelled: in its name, with four digits, or with as many as there are.
    private static func ranges(of chunk: ChunkEntry) -> [String] {
        let named = chunk.id.prefix { $0 != "_" }
        var ranges = named.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") } ? [String(named)] : []
        if let start = chunk.start, let end = chunk.end {
            ranges += ["\(start.padded(toDigits: 4))-\(end.padded(toDigits: 4))", "\(start)-\(end)"]
        }
        var seen: Set<String> = []
        return ranges.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}

/// Where the sounds of a job are: below its folder and nowhere else (RL3).
struct JobSounds {
    let folder: any JobFiles

    /// Below the folder.
    /// - Throws: why the path as it is told leads to no file, where no other does either.
    func place(of sound: BookSound) throws(RefusedPath) -> String {
        if let path = existing(sound.path) { return path }
        _ = try folder.file(at: sound.path)
        return sound.path
    }

    /// The first place where a file is.
    func existing(_ path: String) -> String? { Self.candidates(path).first { folder.hasFile($0) } }

    /// As it is told, without its percent-encoding, and then beside the text, where those who move files put them. What leads out
    /// of the folder leads to none of the files that only have its name.
    private static func candidates(_ path: String) -> [String] {
        let paths = [path] + (BookPath.decoded(path).map { [$0] } ?? [])
        let leadsOut = paths.contains { $0.hasPrefix("/") || $0.split(separator: "/").contains("..") }
        if leadsOut { return [path] }
        return paths + paths.map(BookPath.lastPart) + paths.map { "metadata/" + BookPath.lastPart($0) }
            + paths.map { "media/" + BookPath.lastPart($0) }
    }
}

/// A job's dictionary, which is read when it is asked for the first time.
final class JobLookups: Sendable {
    private let cache = Mutex<LookupCache?>(nil)

    /// - Parameter read: gives the file.
    func paragraphs(of words: String, _ read: () -> [UInt8]?) -> [String]? {
        cache.withLock { cache in
            // One that cannot be read has no words.
            let known = cache ?? read().flatMap { try? LookupCache($0) } ?? LookupCache()
            cache = known
            return known.entry(of: words)?.paragraphs
        }
    }
}
