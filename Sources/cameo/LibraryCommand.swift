import App
import ArgumentParser
import BookAPI
import Checks
import Events
import Files
import Library
import Platform
import Reading
import Settings
import Texts

struct ListLibrary: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "List the books of a server or folder, or the books you have read.",
        discussion: """
            Each line starts with a book's id (read it with cameo read URL?job=ID) or its path (read it with cameo \
            read). Books you have read show the sentence and day, most recent first (docs/using/books.md).

            Example: cameo library https://books.example.org --search lamp
            Example: cameo library --json | jq -r .title
            """)

    @Argument(help: "A server's address or a folder; by default, books you have read.", completion: .directory)
    var place: String?
    @Option(help: ArgumentHelp("Only books with these words.", valueName: "words")) var search: String?
    @Option(help: ArgumentHelp("Only books by this author, as the library spells it.", valueName: "name"))
    var author: String?
    @Option(help: ArgumentHelp("Only books in this language, as the library spells it.", valueName: "name"))
    var language: String?
    @Option(help: ArgumentHelp("Only books of this genre, as the library spells it.", valueName: "name"))
    var genre: String?
    @Option(help: "Sort order.") var sort = LibraryQuery.Order.newest
    @Flag(help: "Print JSON, one object per line.") var json = false
    @Flag(inversion: .prefixedNo, help: "Show covers as pictures if the terminal has room and colors.")
    var covers = true
    @Flag(help: "Forget the login of an earlier run.") var logOut = false
    @OptionGroup var library: LibraryArguments

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let configuration = try configured(library.flags)
            let server = try address(configuration).map { BookServer(LibraryOptions($0.server, configuration)) }
            defer { server?.close() }
            if logOut { try await server?.logOut() }
            let listing = try await listing(of: server, configuration)
            warn(listing.oddities, of: place ?? "cache")
            for line in try await lines(listing, configuration) { try output.write(line) }
            try output.flush()
        }
    }

    private func listing(of server: BookServer?, _ configuration: Configuration) async throws -> LibraryListing {
        let query = try query()
        if let server { return try await .of(server, query) }
        guard let place else {
            return .kept(LibraryOptions.cache(configuration), query, places: BookShelf()?.places() ?? [])
        }
        return try .folder(place, query) { TextFormat(fileName: $0) != nil }
    }

    @MainActor
    private func lines(_ listing: LibraryListing, _ configuration: Configuration) async throws -> [String] {
        if json { return listing.jsonLines }
        guard covers, let cards = LibraryCards(configuration.terminal), let books = await listing.cards() else {
            return Descriptor.columns(STDOUT_FILENO).map { listing.lines(width: max(40, $0)) } ?? listing.lines
        }
        return books.flatMap { cards.lines($0.cover, beside: $0.lines) }
    }

    /// `nil` for a folder, and for what is kept.
    private func address(_ configuration: Configuration) throws -> LibraryAddress? {
        do throws(WireError) {
            if let place { return LibraryAddress.isOne(place) ? try LibraryAddress(place) : nil }
            // The one of the command line; the one that is set once for all is named by its own option.
            return try library.server.map { server throws(WireError) in try LibraryAddress(server: server, job: nil) }
        } catch {
            throw CommandError.unusable("\(place ?? library.server ?? ""): \(error.reason)")
        }
    }

    private func query() throws -> LibraryQuery {
        var query = LibraryQuery()
        (query.author, query.language, query.genre, query.order) = (author, language, genre, sort)
        do throws(WireError) {
            if let search { try query.look(for: search) }
        } catch {
            throw CommandError.unusable("--search: \(error.reason)")
        }
        return query
    }
}

extension LibraryQuery.Order: ExpressibleByArgument {}
