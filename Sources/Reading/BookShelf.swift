import Events
import Files
import Platform
import Wire

/// Keeps where books were left, a file for each below the user's folder of states. What cannot be read is as if nothing were there.
package struct BookShelf: Sendable {
    private let folder: String
    private static let largestFile = 1 << 20
    private static let ending = ".json"

    /// - Returns: `nil` where the user has no folder.
    package init?(_ environment: [String: String] = Environment.all) {
        guard let state = UserFolder.state.path(environment) else { return nil }
        folder = state + "/books"
    }

    package init(in folder: String) { self.folder = folder }

    /// - Parameter identity: of a `BookSource`.
    package func place(of identity: String) -> ReadingPlace? {
        guard let bytes = try? ChunkedFileReader.all(of: path(identity), atMost: Self.largestFile) else { return nil }
        return try? ReadingPlace(JSON.parse(bytes))
    }

    /// Of all books of which anything is kept, in no order.
    package func places() -> [ReadingPlace] {
        let names = (try? OpenFolder(following: folder).names()) ?? []
        let identities = names.filter { $0.hasSuffix(Self.ending) }.map { String($0.dropLast(Self.ending.count)) }
        return identities.compactMap { place(of: $0) }
    }

    /// What was there before stays until this is complete.
    package func keep(_ place: ReadingPlace, of identity: String) throws(CommandError) {
        do throws(DiskFailure) {
            try PrivateFolder.makeAll(folder)
        } catch {
            throw .failed("\(error.path): \(error.words)")
        }
        try OutputFile.write(Array(place.json.text.utf8), to: path(identity))
    }

    private func path(_ identity: String) -> String { "\(folder)/\(identity)\(Self.ending)" }
}
