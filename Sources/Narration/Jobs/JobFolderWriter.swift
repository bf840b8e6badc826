import Events
import Files
import Platform

/// A folder that becomes a job's: each file appears when it is complete, so that whatever ends the work leaves one that goes on.
///
/// Owner: one narration. Others that would write into it are kept out as long as it is there.
final class JobFolderWriter {
    let path: String
    private let folder: OpenFolder

    /// - Parameter id: of the job; a folder that holds something else is left alone.
    /// - Throws: `NarrationError`; `CommandError.failed` for one that cannot be made.
    init(_ path: String, id: String) throws {
        try JobFolderWriter.make(path)
        self.path = path
        do { folder = try OpenFolder(following: path) } catch { throw CommandError.failed(error.reason) }
        guard folder.lock(.exclusive) != .held else { throw NarrationError.locked(folder: path) }
        if let found = bytes(of: JobNames.record) {
            guard JobRecord.id(in: found) == id else {
                throw NarrationError.notThisJob(folder: path, found: "another book, or other voices")
            }
        } else if let name = try folder.names().first(where: { !Self.folders.contains($0) }) {
            throw NarrationError.notThisJob(folder: path, found: "\"\(name.kept)\"")
        }
        for name in Self.folders { try Self.make("\(path)/\(name)") }
    }

    private static func make(_ path: String) throws(CommandError) {
        guard !path.isEmpty else { throw .unusable(FileNames.nameless) }
        do { try NewFolder.make(path) } catch {
            throw .failed("\(error.path): cannot be made: \(FileNames.obstacle(error.path, error.code))")
        }
    }

    private static let folders = ["metadata", "media"]

    /// - Returns: `nil` where there is no such file below the folder.
    func bytes(of name: String) -> [UInt8]? { try? folder.bytes(below: name, atMost: Self.fileBytes) }

    func byteCount(of name: String) -> Int {
        guard let file = try? folder.file(below: name) else { return 0 }
        return FileStatus(descriptor: file.descriptor)?.byteCount ?? 0
    }

    private static let fileBytes = 64 << 20

    /// - Throws: `CommandError` with one line, also for a full disk.
    func write(_ bytes: [UInt8], to name: String) throws(CommandError) {
        let path = "\(path)/\(name)"
        // The name of what a run left that was killed is used again.
        let partial = path + ".tmp"
        let temporary = TemporaryFiles([partial])
        defer { temporary.keep() }
        let file = try OutputFile(path, partial: partial)
        try file.write(bytes)
        try file.finish()
    }
}
