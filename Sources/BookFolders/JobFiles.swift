import BookAPI
import Events
import Files
import Platform

/// What the files of a job are in. Nothing that lies elsewhere is read.
protocol JobFiles: Sendable {
    /// As errors call it.
    var path: String { get }
    /// What a book is called whose files do not say it.
    var title: String { get }
    /// When something was last written into it: s since 1970.
    var lastWrite: Int64 { get }
    /// What is strange about it.
    var oddities: [String] { get }
    /// Opens what a stranger's path leads to, and nothing outside.
    func file(at path: String) throws(RefusedPath) -> sending OpenFile
    /// Whether there is a file that may be opened.
    func hasFile(_ path: String) -> Bool
    /// Of what is directly in a folder below it, or in it.
    func names(in folder: String?) -> [String]
}

extension JobFiles {
    /// All bytes of a file of a job.
    func jobFile(_ path: String) throws(JobError) -> [UInt8] {
        let file = try jobFile(opening: path)
        let whole = self.path + "/" + path
        var bytes: [UInt8] = []
        while true {
            guard let some = Descriptor.read(file.descriptor, limit: 1 << 20) else {
                throw .unreadable(path: whole, words: errorWords(errno))
            }
            if some.isEmpty { return bytes }
            if bytes.isEmpty { bytes = some } else { bytes += some }
            guard bytes.count <= BookLimits.fileBytes else {
                throw .tooLarge(path: whole, limit: BookLimits.fileBytes)
            }
        }
    }

    private func jobFile(opening path: String) throws(JobError) -> OpenFile {
        do throws(RefusedPath) { return try file(at: path) } catch { throw .refused(error) }
    }

    /// Files of chunks, by their names.
    func chunkFiles(in folder: String?) -> [String] {
        names(in: folder).filter { JobFileNames.isChunk($0) }.sorted().map { name in
            folder.map { "\($0)/\(name)" } ?? name
        }
    }
}

/// What the files of a job are called.
enum JobFileNames {
    static let record = "metadata/job.json"
    static let manifest = "manifest.json"
    /// Where films and subtitles are, besides the folder itself.
    static let mediaFolders = ["media", "subtitles"]

    /// What is half written has another name.
    static func isChunk(_ name: String) -> Bool {
        name.hasPrefix("chunk") && name.hasSuffix(".json") && !name.contains(".tmp")
    }
}

extension OpenFolder: JobFiles {
    var title: String { FileNames.last(of: Self.realPath(of: path)) }

    var oddities: [String] { [] }

    var lastWrite: Int64 {
        let inner = try? folder(named: Array("metadata".utf8CString))
        return max(lastChange ?? 0, inner?.lastChange ?? 0)
    }

    func file(at path: String) throws(RefusedPath) -> sending OpenFile { try file(below: path) }

    func hasFile(_ path: String) -> Bool { (try? file(below: path)) != nil }

    func names(in folder: String?) -> [String] {
        let place = folder.map { name in try? self.folder(named: Array(name.utf8CString)) } ?? self
        return (try? place?.names()) ?? []
    }
}

/// Why a job's folder, or a part of it, cannot be read.
package enum JobError: ReasonedError, Hashable {
    /// Of the system, with its words.
    case unreadable(path: String, words: String)
    /// What has none of the forms of a job.
    case noJob(path: String, found: String)
    /// A folder in which there are jobs.
    case manyJobs(path: String, example: String)
    /// A path in the job that leads out of it, or to no file.
    case refused(RefusedPath)
    /// A file that begins as an archive.
    case badArchive(path: String, found: String)
    case tooLarge(path: String, limit: Int)
    /// A file that is not what it should be.
    case badFile(path: String, BookError)
    /// A chunk of which neither the text nor a file with it is named.
    case noText(chunk: String, path: String)

    package var isOfInput: Bool { true }

    package var reason: String {
        switch self {
        case .unreadable(let path, let words): FileNames.fault(path.kept, words)
        case .noJob(let path, let found):
            "\(path.kept): expected a job with metadata/job.json, chunk files or manifest.json, found \(found)"
        case .manyJobs(let path, let example):
            "\(path.kept): contains books, such as \(example.kept); "
                + "list them with: cameo library \(ShellWord.quoted(path.kept))"
        case .refused(let refused): refused.reason
        case .badArchive(let path, let found): "\(path.kept): expected a zip archive with a book, found \(found)"
        case .tooLarge(let path, let limit): "\(path.kept): expected at most \(limit) bytes, found more"
        case .badFile(let path, let error): "\(path.kept): \(error.reason)"
        case .noText(let chunk, let path):
            "\(path.kept): neither sentences nor a sentence file for \(chunk.kept)"
        }
    }
}
