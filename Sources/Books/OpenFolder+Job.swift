import Events
import Files
import Platform
import Wire

extension OpenFolder {
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
            bytes += some
            guard bytes.count <= BookLimits.fileBytes else {
                throw .tooLarge(path: whole, limit: BookLimits.fileBytes)
            }
        }
    }

    private func jobFile(opening path: String) throws(JobError) -> OpenFile {
        do throws(RefusedPath) { return try file(below: path) } catch { throw .refused(error) }
    }

    /// Whether there is a file that may be opened.
    func hasFile(_ path: String) -> Bool { (try? file(below: path)) != nil }

    /// Files of chunks in a folder below this one, or in this one, by their names. What is half written has another name.
    func chunkFiles(in folder: String?) -> [String] {
        let place = folder.map { name in try? self.folder(named: Array(name.utf8CString)) } ?? self
        let names = (try? place?.names()) ?? []
        return names.filter { Self.isChunkFile($0) }.sorted().map { name in folder.map { "\($0)/\(name)" } ?? name }
    }

    private static func isChunkFile(_ name: String) -> Bool {
        name.hasPrefix("chunk") && name.hasSuffix(".json") && !name.contains(".tmp")
    }
}
