import Platform

/// What is typed and pasted, until the command's terminal has taken it.
struct InputQueue {
    /// Bytes; what is more is refused as a whole.
    static let limit = 1 << 20

    private var bytes: [UInt8] = []
    private var sent = 0

    var isEmpty: Bool { sent == bytes.count }

    /// False, and nothing of it is taken, when there is no room for all.
    mutating func append(_ new: [UInt8]) -> Bool {
        guard bytes.count - sent + new.count <= Self.limit else { return false }
        if sent > 0 {
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
