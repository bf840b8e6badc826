import BookAPI
import Events
import Files
import JSON
import Platform

/// Keeps where books were left, a file for each below the user's folder of states. What cannot be read is as if nothing were there.
package struct BookShelf: Sendable {
    private let folder: String
    private let patience: Duration
    private static let largestFile = 1 << 20
    private static let ending = ".json"

    /// - Returns: `nil` where the user has no folder.
    package init?(_ environment: [String: String] = Environment.all) {
        guard let state = UserFolder.state.path(environment) else { return nil }
        self.init(in: state + "/books")
    }

    /// - Parameter patience: for another program that keeps something there.
    package init(in folder: String, patience: Duration = .seconds(1)) {
        (self.folder, self.patience) = (folder, patience)
    }

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

    /// Changes what is there at that moment: others who read the book lose nothing. What was there before stays until this
    /// is complete.
    /// - Parameter otherwise: what is changed where nothing is there.
    /// - Returns: what is there now.
    @discardableResult
    package func change(
        _ identity: String, else otherwise: ReadingPlace, _ change: (inout ReadingPlace) -> Void
    ) throws(CommandError) -> ReadingPlace {
        let locked = try lockedFolder()
        defer { withExtendedLifetime(locked) {} }
        var place = self.place(of: identity) ?? otherwise
        change(&place)
        try OutputFile.write(Array(place.json.text.utf8), to: path(identity))
        return place
    }

    /// Nobody else changes anything in it as long as this is there, unless the file system has no locks.
    private func lockedFolder() throws(CommandError) -> OpenFolder {
        do throws(DiskFailure) {
            try PrivateFolder.makeAll(folder)
            let open = try OpenFolder(following: folder)
            if open.lock(.exclusive, within: patience) != .held { return open }
        } catch {
            throw .failed(error.reason)
        }
        throw .failed("\(folder): in use by another program")
    }

    private func path(_ identity: String) -> String { "\(folder)/\(identity)\(Self.ending)" }
}
