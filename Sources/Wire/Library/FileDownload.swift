/// A file that comes whole or in pieces: what broke off goes on where it ended, if the server can do that (RN6, RN7).
package struct FileDownload: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// Whether all of it is there.
    package private(set) var isComplete = false
    /// Ranges were refused: all of it is asked for.
    private var asksForAll = false

    package init() {}

    /// The first byte that is asked for.
    package var start: Int { asksForAll ? 0 : bytes.count }

    /// - Parameters:
    ///   - contentRange: the header of that name.
    ///   - isWhole: whether the answer has ended as it should.
    /// - Returns: `false` for a status that is no answer with bytes, and none that asking otherwise helps against.
    package mutating func receive(status: Int, contentRange: String?, _ body: [UInt8], isWhole: Bool) -> Bool {
        switch status {
        case 200:
            bytes = body
            isComplete = isWhole
        case 206:
            guard let range = ContentRange(contentRange), range.start == start else {
                // Of another place than was asked for: of no use, and it would be so again.
                asksForAll = true
                return true
            }
            bytes = Array(bytes.prefix(start)) + body
            isComplete = isWhole && range.isLast(bytes.count)
        case 416:
            guard start > 0 else { return false }
            asksForAll = true
        case 0: break
        default: return false
        }
        return true
    }
}

/// `bytes 0-99/200`; the size may be `*`.
struct ContentRange: Hashable {
    let start: Int
    private let size: Int?

    init?(_ header: String?) {
        guard let header, header.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = header.dropFirst("bytes ".count).split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, ends.count == 2, let start = Int(ends[0]), let end = Int(ends[1]), start >= 0,
            end >= start
        else { return nil }
        self.start = start
        size = Int(parts[1])
    }

    /// Whether a file of that many bytes is all of it.
    func isLast(_ count: Int) -> Bool { size.map { $0 == count } ?? true }
}
