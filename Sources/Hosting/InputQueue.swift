import Platform

/// What is typed and pasted, until the command's terminal has taken it.
struct InputQueue {
    /// Bytes; what is more is refused as a whole.
    static let limit = 8 << 20
    /// With so many the command is behind, and no more is to be read for it.
    static let enough = 4 << 20

    private var bytes: [UInt8] = []
    private var sent = 0

    var isEmpty: Bool { sent == bytes.count }
    var count: Int { bytes.count - sent }

    /// False, and nothing of it is taken, when there is no room for all.
    mutating func append(_ new: [UInt8]) -> Bool {
        guard count + new.count <= Self.limit else { return false }
        // Not at each piece of a long paste.
        if sent > count {
            bytes.removeFirst(sent)
            sent = 0
        }
        bytes += new
        return true
    }

    /// As much as the terminal takes now.
    mutating func send(to terminal: Int32) {
        let count: Int? = bytes.withUnsafeBytes { all in
            var count = 0
            while sent + count < all.count {
                let rest = UnsafeRawBufferPointer(rebasing: all[(sent + count)...])
                guard let taken = Descriptor.write(terminal, rest) else { return nil }
                if taken == 0 { break }
                count += taken
            }
            return count
        }
        // Nobody is there to read it.
        sent = count.map { sent + $0 } ?? bytes.count
        if isEmpty { self = InputQueue() }
    }
}
