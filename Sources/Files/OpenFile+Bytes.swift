import Events
import Platform

extension OpenFile {
    /// All that is left of it.
    /// - Parameter name: as errors call it.
    /// - Throws: `CommandError` for what has more than `limit` bytes, or cannot be read.
    package func bytes(atMost limit: Int, of name: String) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            guard let some = Descriptor.read(descriptor, limit: min(1 << 20, limit + 1 - bytes.count)) else {
                throw .unusable("\(name): \(errorWords())")
            }
            if some.isEmpty { return bytes }
            bytes += some
            guard bytes.count <= limit else { throw .unusable("\(name): more than \(limit) bytes") }
        }
    }
}
