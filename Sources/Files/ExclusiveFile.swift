import Events
import Platform

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
