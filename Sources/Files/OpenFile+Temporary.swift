import Events
import Platform

extension OpenFile {
    /// A file with these bytes that has no name, and goes when it is closed.
    /// - Throws: `CommandError.failed` where none can be made.
    package static func temporary(_ bytes: [UInt8]) throws(CommandError) -> sending OpenFile {
        let (folder, descriptor) = try create(in: TemporaryPlaces.all())
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let file = OpenFile(owning: descriptor)
        guard Descriptor.writeAll(bytes, to: descriptor), lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .failed("\(folder): \(errorWords())")
        }
        return file
    }

    /// In the first of these folders that has room.
    private static func create(in folders: [String]) throws(CommandError) -> (folder: String, descriptor: Int32) {
        var failure = "no place for a temporary file"
        for folder in folders {
            var template = Array("\(folder)/cameo-XXXXXX".utf8CString)
            let descriptor = mkstemp(&template)
            if descriptor >= 0 {
                unlink(template)
                return (folder, descriptor)
            }
            failure = "\(folder): \(errorWords())"
        }
        throw .failed(failure)
    }
}
