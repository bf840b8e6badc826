import CProcess
import Platform

extension OpenFile {
    /// A file without a name, to be read and written: in memory where the system can. It stands at its beginning.
    /// - Throws: `DiskFailure` when there is none, or no room for the bytes.
    package static func inMemory(_ bytes: [UInt8] = []) throws(DiskFailure) -> sending OpenFile {
        let descriptor = cameo_scratch_file()
        guard descriptor >= 0 else { throw DiskFailure(path: "a file in memory", code: errno) }
        let file = OpenFile(owning: descriptor)
        guard Descriptor.writeAll(bytes, to: descriptor), lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw DiskFailure(path: "a file in memory", code: errno)
        }
        return file
    }
}
