import Events
import Platform

/// Files that never take the place of another one.
package enum ExclusiveFile {
    /// Writes `name.ending`, or `name-2.ending` and so on where that is taken; returns the name.
    /// - Throws: `CommandError.failed` when the folder cannot be written to or is full; nothing is left behind then.
    package static func write(_ bytes: [UInt8], named name: String, ending: String) throws(CommandError) -> String {
        for number in 1...10_000 {
            let path = number == 1 ? "\(name).\(ending)" : "\(name)-\(number).\(ending)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw .failed("\(path): \(errorWords())") }
            let isWritten = Descriptor.writeAll(bytes, to: descriptor)
            let reason = errorWords()
            if close(descriptor) == 0, isWritten { return path }
            unlink(path)
            throw .failed("\(path): \(reason)")
        }
        throw .failed("\(name).\(ending): exists already, as do 9,999 more of that name")
    }
}
