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
