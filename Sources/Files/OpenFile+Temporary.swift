import Events
import Platform

extension OpenFile {
    /// A file with these bytes that has no name, and goes when it is closed.
    /// - Throws: `CommandError.failed` where none can be made.
    package static func temporary(_ bytes: [UInt8]) throws(CommandError) -> sending OpenFile {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/cameo-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .failed("\(folder): \(errorWords())") }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let file = OpenFile(owning: descriptor)
        guard Descriptor.writeAll(bytes, to: descriptor), lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .failed("\(folder): \(errorWords())")
        }
        return file
    }
}
