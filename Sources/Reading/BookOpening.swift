import Books

/// Which kind of book a user has named.
package enum BookOpening {
    /// - Throws: why it is no book.
    package static func open(_ source: String) async throws -> any BookSource { try JobFolder.open(source) }
}
