/// Whole pages of an Ogg that follow one another (RFC 3533, 6).
struct OggPages {
    struct Page {
        let range: Range<Int>
        /// It begins a stream: a file begins with it.
        let isFirst: Bool
        let serial: [UInt8]
        /// No sound ends in it: it has headers, or the middle of a packet.
        let isHeader: Bool
    }

    private(set) var pages: [Page] = []
    /// Where what is left over behind the last whole page begins.
    private(set) var end = 0

    private static let headerBytes = 27

    init(_ bytes: [UInt8]) {
        while let page = Self.page(bytes, at: end) {
            pages.append(page)
            end = page.range.upperBound
        }
    }

    private static func page(_ bytes: [UInt8], at start: Int) -> Page? {
        guard start + headerBytes <= bytes.count, bytes[start...].starts(with: "OggS".utf8) else { return nil }
        let segments = start + headerBytes + Int(bytes[start + 26])
        guard segments <= bytes.count else { return nil }
        let end = segments + bytes[(start + headerBytes)..<segments].reduce(0) { $0 + Int($1) }
        guard end <= bytes.count else { return nil }
        return Page(
            range: start..<end, isFirst: bytes[start + 5] & 2 != 0, serial: Array(bytes[start + 14..<start + 18]),
            isHeader: bytes[start + 6..<start + 14].allSatisfy { $0 == 0 })
    }

    /// Files behind one another, each from its first page to the next one's; one where there are no more.
    func files(_ bytes: [UInt8]) -> [[UInt8]] {
        // Several streams may begin together.
        let starts = pages.indices.filter { pages[$0].isFirst && ($0 == 0 || !pages[$0 - 1].isFirst) }
            .map { pages[$0].range.lowerBound }
        guard starts.count > 1 else { return [bytes] }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }
}
