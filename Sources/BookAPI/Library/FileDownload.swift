/// A file, or a part of a large one, that comes whole or in pieces: what broke off goes on where it ended, if the server can do that
/// (RN6, RN7).
package struct FileDownload: Sendable {
    /// From the beginning of the part on; more than that where the server gives more.
    package private(set) var bytes: [UInt8] = []
    /// Whether all of it is there.
    package private(set) var isComplete = false
    /// Bytes of the whole file, where the server has said it.
    package private(set) var size: Int?
    /// Ranges were refused: all of it is asked for.
    private var asksForAll = false
    /// `nil` for all of it.
    private let part: Range<Int>?

    /// - Parameter part: of the file; it may end before that does.
    package init(_ part: Range<Int>? = nil) { self.part = part }

    private var first: Int { part?.lowerBound ?? 0 }
    /// The first byte that is asked for.
    package var start: Int { asksForAll ? 0 : first + bytes.count }
    /// For the header `Range`; `nil` for none.
    package var range: String? {
        if let part, !asksForAll { return "bytes=\(start)-\(part.upperBound - 1)" }
        return start > 0 ? "bytes=\(start)-" : nil
    }

    /// - Parameters:
    ///   - contentRange: the header of that name.
    ///   - isWhole: whether the answer has ended as it should.
    /// - Returns: `false` for a status that is no answer with bytes, and none that asking otherwise helps against.
    package mutating func receive(status: Int, contentRange: String?, _ body: [UInt8], isWhole: Bool) -> Bool {
        switch status {
        case 200:
            bytes = Array(body.dropFirst(first))
            isComplete = isWhole
            if isWhole { size = body.count }
        case 206:
            guard let range = ContentRange(contentRange), range.start == start else {
                // Of another place than was asked for: of no use, and it would be so again.
                asksForAll = true
                return true
            }
            bytes = asksForAll ? Array(body.dropFirst(first)) : bytes + body
            size = range.size
            // Of a part a server may give less at a time than was asked for.
            isComplete = isWhole && (part == nil ? range.isLast(bytes.count) : !bytes.isEmpty)
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
    let size: Int?

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
