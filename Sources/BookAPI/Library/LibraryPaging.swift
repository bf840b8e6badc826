/// Which page of a list is asked for next, to the end of the list: also where a page is too large to be read, and where the server
/// has said a wrong number.
package struct LibraryPaging: Hashable, Sendable {
    /// Most items of a page. Each divides the one before it, so that pages of another size begin where the last one ended.
    private static let sizes = [100, 20, 4, 1]
    /// Items that are listed at all.
    private static let most = 20_000

    private var size = 0
    /// Items that were asked for so far.
    package private(set) var offset = 0
    private var total: Int?
    private var isOver = false
    /// Items that are too large to be read.
    package private(set) var skipped = 0
    /// Of them, those since the last one that could be read.
    private var skippedInRow = 0
    /// A server of which no more than this can be read has no list.
    private static let mostSkippedInRow = 3

    package init() {}

    /// Items of the page that comes next.
    package var limit: Int { Self.sizes[size] }
    /// Counted from 1.
    package var page: Int { offset / limit + 1 }

    /// `false` once there is nothing more to ask for.
    package var goesOn: Bool { !isOver && offset < Self.most && total.map { offset < $0 } ?? true }

    package mutating func received(_ page: LibraryPage) {
        total = page.total ?? total
        // Without a total an incomplete page is the last one.
        isOver = page.count == 0 || page.total == nil && total == nil && page.count < limit
        offset += limit
        skippedInRow = 0
    }

    /// - Returns: `false` where nothing smaller can be asked for with any hope.
    package mutating func wasTooLarge() -> Bool {
        guard size + 1 < Self.sizes.count else {
            skipped += 1
            skippedInRow += 1
            offset += limit
            return skippedInRow < Self.mostSkippedInRow
        }
        size += 1
        return true
    }
}
