import Events
import Platform

/// A file that appears under its name, in the place of what was there, when all of it is written. Until then it has
/// another name, which `TemporaryFiles` can be told.
///
/// Owner: the command that writes it, which ends it with `finish` or `discard`.
package final class OutputFile {
    package let path: String
    private let partial: String
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    /// Bytes that were handed over.
    package private(set) var byteCount = 0
    private static let bufferBytes = 1 << 18

    /// - Parameters:
    ///   - partial: its name until it is complete.
    ///   - rights: who may read and write it.
    /// - Throws: `CommandError.unusable` when something else than a file has the name, `.failed` when none can be made.
    package init(_ path: String, partial: String, rights: mode_t = 0o644) throws(CommandError) {
        self.path = path
        self.partial = partial
        try Self.refuseOthers(path)
        unlink(partial)
        descriptor = TemporaryFiles.make { open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights) }
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { discard() }

    package static func partial(of path: String) -> String { "\(path).\(getpid()).partial" }

    /// A device or a pipe would be replaced by a file; what has no name would be written for nobody.
    package static func refuseOthers(_ path: String) throws(CommandError) {
        guard !path.isEmpty else { throw .unusable(FileNames.nameless) }
        switch FileStatus(path)?.kind {
        case nil, .file: return
        case .folder: throw .unusable("\(path): expected a file, found a folder")
        case .pipe, .link, .other: throw .unusable("\(path): not a regular file")
        }
    }

    /// A whole file at once: what was there before stays until the new one is complete.
    /// - Throws: as `init`, and `CommandError.failed` when it cannot be written.
    package static func write(_ bytes: [UInt8], to path: String, rights: mode_t = 0o644) throws(CommandError) {
        let file = try OutputFile(path, partial: partial(of: path), rights: rights)
        try file.write(bytes)
        try file.finish()
    }

    /// The same; a device or a pipe is written to.
    package static func writeThrough(_ bytes: [UInt8], to path: String) throws(CommandError) {
        guard let kind = FileStatus(path)?.kind, kind != .file, kind != .folder else {
            return try write(bytes, to: path)
        }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        let isWritten = Descriptor.writeAll(bytes, to: descriptor)
        guard close(descriptor) == 0, isWritten else { throw failure(path) }
    }

    package func write(_ bytes: [UInt8]) throws(CommandError) {
        byteCount += bytes.count
        buffer += bytes
        if buffer.count >= Self.bufferBytes { try flush() }
    }

    /// Replaces bytes that were written before.
    package func replace(from offset: Int, with bytes: [UInt8]) throws(CommandError) {
        try flush()
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0, Descriptor.writeAll(bytes, to: descriptor),
            lseek(descriptor, 0, SEEK_END) >= 0
        else { throw Self.failure(path) }
    }

    package func finish() throws(CommandError) {
        try flush()
        let isClosed = close(descriptor) == 0
        descriptor = -1
        guard isClosed, rename(partial, path) == 0 else {
            let failure = Self.failure(path)
            unlink(partial)
            throw failure
        }
    }

    /// Nothing is left of it, unless it is finished.
    func discard() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(partial)
    }

    private func flush() throws(CommandError) {
        guard Descriptor.writeAll(buffer, to: descriptor) else { throw Self.failure(path) }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func failure(_ path: String) -> CommandError {
        let code = errno
        return .failed(
            "\(path): "
                + (code == ENOSPC ? errorWords(code) : "cannot be written: \(FileNames.obstacle(path, code))"))
    }
}

/// Files that never take the place of another one.
package enum ExclusiveFile {
    private static let mostOfOneName = 10_000

    /// Writes `name.ending`, or `name-2.ending` and so on where that is taken; returns the name.
    /// - Throws: `CommandError.failed` when the folder cannot be written to or is full; nothing is left behind then.
    package static func write(_ bytes: [UInt8], named name: String, ending: String) throws(CommandError) -> String {
        for number in 1...mostOfOneName {
            let path = number == 1 ? "\(name).\(ending)" : "\(name)-\(number).\(ending)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw .failed("\(path): \(errorWords())") }
            guard Descriptor.writeAll(bytes, to: descriptor) else {
                let reason = errorWords()
                close(descriptor)
                unlink(path)
                throw .failed("\(path): \(reason)")
            }
            // What is written last may fail only now: over a quota, or on a disk behind a network.
            guard close(descriptor) == 0 else {
                let reason = errorWords()
                unlink(path)
                throw .failed("\(path): \(reason)")
            }
            return path
        }
        throw .failed("\(name).\(ending): already exists, and so do \((mostOfOneName - 1).grouped) numbered variants")
    }
}
