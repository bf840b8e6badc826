/// The entries of a tape, in the order in which they were heard; read a page at a time, so that no more than a page is in memory.
///
/// At the end of a tape that is being recorded it may be asked again.
package struct TapeCursor {
    private let tape: TapeReader
    private let pageSize: Int
    private var page: ArraySlice<TapeEntry> = []
    private var last: Int64 = 0

    package init(_ tape: TapeReader, pageSize: Int = 1_000) { (self.tape, self.pageSize) = (tape, pageSize) }

    /// - Returns: `nil` at the end.
    package mutating func next() throws(TapeError) -> TapeEntry? {
        if page.isEmpty { page = try nextPage()[...] }
        return page.popFirst()
    }

    /// All that is left of the page that is read, or else the next one; empty at the end.
    package mutating func nextPage() throws(TapeError) -> [TapeEntry] {
        guard page.isEmpty else {
            defer { page = [] }
            return Array(page)
        }
        let entries = try tape.entries(after: last, limit: pageSize)
        last = entries.last?.id ?? last
        return entries
    }
}
