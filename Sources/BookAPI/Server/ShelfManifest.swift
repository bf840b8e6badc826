import Events
import JSON
import SocketIO

/// What a book consists of, as a server answers with it (reader 1.6): what its lists say, and the rows of its chunks where they are
/// wanted. Written piece by piece, so that no more than one chunk is in memory as values.
package struct ShelfManifest {
    package enum Form: Hashable, Sendable {
        /// Of the library, with all rows, or without those that a chunk's own file has.
        case library(isSummary: Bool)
        /// Of a job that has ended, or that runs.
        case job(isLive: Bool)
    }

    /// What the disk says of a file.
    package struct FileFacts: Sendable {
        package var byteCount: Int
        /// s since 1970.
        package var lastChange: Int64

        package init(byteCount: Int, lastChange: Int64) { (self.byteCount, self.lastChange) = (byteCount, lastChange) }
    }

    private let book: ShelfBook
    private let form: Form
    /// By type, in the order in which the types came.
    private var media: [(type: String, files: [JSON])] = []
    private var chunks: [UInt8] = []
    /// Of all files in `media`.
    private var paths: Set<String> = []
    private var counts = Counts()

    private struct Counts {
        var files = 0, chunks = 0, chunkFiles = 0, sounds = 0, pictures = 0
        var withSound = 0, withTiming = 0, withoutFiles = 0, withoutMetadata = 0, withoutURL = 0, withoutSize = 0
    }

    package init(_ book: ShelfBook, _ form: Form) { (self.book, self.form) = (book, form) }

    /// Whether the rows of a chunk are wanted that has a file of its own.
    package var wantsFiles: Bool { form == .library(isSummary: false) }
    /// Whether the disk is asked about files.
    package var wantsFacts: Bool { form != .library(isSummary: true) }
    /// So far.
    package var byteCount: Int { chunks.count }

    /// - Parameters:
    ///   - place: in the book.
    ///   - own: the chunk as its own file has it, where that was read.
    ///   - facts: of a file below the job's folder; `nil` where there is none.
    package mutating func append(
        _ chunk: ListedChunk, at place: Int, own: JSONObject?, facts: (String) -> FileFacts?
    ) {
        let shelved = ShelfChunk(book, chunk, at: place, own: own)
        let files = shelved.files.map { path, declaredType in
            file(path, declaredType, shelved, wantsFacts ? facts(path) : nil)
        }
        count(shelved, files)
        if !chunks.isEmpty { chunks.append(UInt8(ascii: ",")) }
        shelved.json(isJob: isJob, hasRows: own != nil || !shelved.hasFile, files: files).write(to: &chunks)
    }

    /// Files that belong to no chunk, such as a film where its job lists none; those that were told of a chunk are there already.
    package mutating func append(_ files: [String], facts: (String) -> FileFacts?) {
        for path in files where paths.insert(path).inserted {
            _ = file(path, nil, nil, wantsFacts ? facts(path) : nil)
            counts.files += 1
        }
    }

    private var isJob: Bool { if case .job = form { true } else { false } }

    private mutating func count(_ chunk: ShelfChunk, _ files: [JSON]) {
        counts.chunks += 1
        counts.files += files.count
        counts.chunkFiles += files.count
        if files.isEmpty { counts.withoutFiles += 1 }
        if !chunk.hasFile { counts.withoutMetadata += 1 }
        if chunk.tracks?.members.isEmpty == false { counts.withSound += 1 }
        if chunk.timing != nil { counts.withTiming += 1 }
        for file in files {
            if file.object?["url"] == nil { counts.withoutURL += 1 }
            if file.object?["size"] == nil { counts.withoutSize += 1 }
        }
    }

    private mutating func file(_ path: String, _ declaredType: String?, _ chunk: ShelfChunk?, _ facts: FileFacts?)
        -> JSON
    {
        paths.insert(path)
        let type = isJob ? declaredType ?? MediaType.raw(path) : MediaType.folded(path)
        if type.hasPrefix("audio") { counts.sounds += 1 }
        if type == "image" { counts.pictures += 1 }
        let change = facts.map { String(CalendarTime.text(seconds: $0.lastChange).dropLast()) }
        var object: JSONObject = [
            "name": .string(BookPath.lastPart(path)), "url": isJob ? nil : .string(book.url(of: path)),
            "size": .number(facts?.byteCount), "updated_at": .text(change.map { $0 + (isJob ? "Z" : "+00:00") }),
            "source": form == .job(isLive: true) ? "live" : "completed", "relative_path": .string(path),
            // Absolute, as the real one says it, but from the library on: where that lies is nobody's business.
            "path": .string(isJob ? path : "\(book.place)/\(path)"),
        ]
        // The library knows of no file to which chunk it belongs (reader 1.16).
        let known = isJob ? chunk : nil
        object.append("chunk_id", .text(known?.listed.entry.id))
        object.append("range_fragment", .text(known?.range))
        object.append("start_sentence", .number(known?.listed.entry.start))
        object.append("end_sentence", .number(known?.listed.entry.end))
        object.append("type", .string(type))
        let json = JSON.object(object)
        if let place = media.firstIndex(where: { $0.type == type }) {
            media[place].files.append(json)
        } else {
            media.append((type, [json]))
        }
        return json
    }

    /// All of it.
    package func finished() -> [UInt8] {
        var bytes = Array(#"{"media":"#.utf8)
        JSON.object(JSONObject(media.map { JSONObject.Member($0.type, .array($0.files)) })).write(to: &bytes)
        bytes += Array(#","chunks":["#.utf8) + chunks + Array(#"],"complete":"#.utf8)
        JSON.bool(book.isComplete && form != .job(isLive: true)).write(to: &bytes)
        bytes += Array(#","diagnostics":"#.utf8)
        diagnostics.write(to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private var diagnostics: JSON {
        [
            "mediaFileCount": .number(counts.files), "chunkCount": .number(counts.chunks),
            "chunkFileCount": .number(counts.chunkFiles), "audioFileCount": .number(counts.sounds),
            "imageFileCount": .number(counts.pictures), "chunksWithAudio": .number(counts.withSound),
            "chunksWithTiming": .number(counts.withTiming), "chunksWithoutFiles": .number(counts.withoutFiles),
            "chunksWithoutMetadata": .number(counts.withoutMetadata), "filesWithoutUrl": .number(counts.withoutURL),
            "filesWithoutSize": .number(counts.withoutSize),
        ]
    }
}

extension ShelfBook {
    /// Where the library has a file.
    func url(of path: String) -> String {
        let parts = path.split(separator: "/").map { BackendAddress.encoded(String($0)) }
        return "/api/library/media/\(BackendAddress.encoded(job))/file/\(parts.joined(separator: "/"))"
    }
}
