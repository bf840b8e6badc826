import BookAPI
import BookFolders
import Events
import Files
import Library
import Settings

/// Which kind of book a user has named.
package enum BookOpening {
    /// A server's book where it is an address, or where no file has that name and a server is set; else a text or a folder.
    /// - Parameters:
    ///   - options: for what is read by a voice.
    ///   - configuration: what the command line says; the file and the environment where nothing is given.
    /// - Throws: why it is no book.
    package static func open(
        _ source: String, _ configuration: Configuration? = nil, _ options: NarrationOptions = NarrationOptions()
    ) async throws -> any BookSource {
        if let address = try address(source, configuration) {
            try refuse(options, of: source)
            return try await open(address, configuration)
        }
        if SubtitledSound.isOne(source) {
            try refuse(options, of: source)
            return try SubtitledSound.open(source)
        }
        if OpenedText.isText(source) { return try await SpokenBook.open(source, options) }
        try refuse(options, of: source)
        return try await SubtitledSound.playing(try JobFolder.open(source), named: source)
    }

    /// What opens a book again from any folder; `nil` for standard input.
    package static func place(of source: String, _ configuration: Configuration? = nil) -> String? {
        guard source != "-" else { return nil }
        guard let address = try? Self.address(source, configuration) else { return OpenFolder.realPath(of: source) }
        return address.job.map { LibraryAddress.text(of: $0, on: address.server.httpBase) }
    }

    private static func refuse(_ options: NarrationOptions, of source: String) throws(CommandError) {
        guard options.isUsual else {
            throw .unusable(
                "\(source.kept): already has a voice; voice and translation options are for texts (docs/using/books.md)"
            )
        }
    }

    private static func open(
        _ address: LibraryAddress, _ configuration: Configuration?
    ) async throws -> any BookSource {
        guard let job = address.job else {
            let server = address.server.httpBase
            throw CommandError.unusable(
                "\(server): name a book as \(server)?job=ID; list them with: cameo library \(server)")
        }
        let server = BookServer(LibraryOptions(address.server, try configuration ?? Configuration.load()))
        return try await SubtitledSound.playing(try await ServedBook.open(job, on: server), named: job)
    }

    private static func address(_ source: String, _ configuration: Configuration?) throws -> LibraryAddress? {
        do throws(WireError) {
            if LibraryAddress.isOne(source) { return try LibraryAddress(source) }
            guard !FileNames.isThere(source), let server = configuration?.server else { return nil }
            return try LibraryAddress(server: server, job: source)
        } catch {
            throw CommandError.unusable("\(source.kept): \(error.reason)")
        }
    }
}
