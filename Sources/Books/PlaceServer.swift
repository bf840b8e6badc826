import BookAPI

/// Keeps for somebody who is logged in where they left a book, and what they have marked in it (reader 1.14). All times here are those of
/// this machine's clock, whatever the server's shows.
///
/// From any thread.
package protocol PlaceServer: Sendable {
    /// - Returns: `nil` where nobody is logged in.
    func places() async throws -> ServerPlaces?
    /// Keeps a place, unless one that is later is there.
    /// - Parameter left: when it was read, in seconds since 1970.
    func keep(_ entry: ResumeEntry, left: Double) async throws
    /// - Returns: the one that is kept, with its name.
    func add(_ bookmark: ServerBookmark) async throws -> ServerBookmark
    func deleteBookmark(_ id: String) async throws
}

/// What a server keeps of a book.
package struct ServerPlaces: Hashable, Sendable {
    package var resume: ResumeEntry?
    /// The newest first.
    package var bookmarks: [ServerBookmark]

    /// Seconds: a server tells its clock in whole ones, and stamps what was noted a moment ago. Of places no further apart nobody knows
    /// which is the later one.
    package static let tolerance = 1.5

    package init(_ resume: ResumeEntry?, _ bookmarks: [ServerBookmark]) {
        (self.resume, self.bookmarks) = (resume, bookmarks)
    }
}
