import Events
import SocketIO

/// What a user names of a server with books: the server, and a book of it where one is named.
package struct LibraryAddress: Hashable, Sendable {
    /// With http or https, and without the `/api` that users copy along: all paths of such a server begin with it.
    package let server: BackendAddress
    package let job: String?

    /// Whether a text is to be one, and not the name of a file.
    package static func isOne(_ text: String) -> Bool {
        ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// `https://host`, with `?job=ID` or `#ID` for a book.
    /// - Throws: `WireError.badAddress`, and `badField` for the book, that says what is wrong with it.
    package init(_ text: String) throws(WireError) {
        let plain = text.prefix { $0 != "#" }
        let query = HTTPTarget(String(plain.drop { $0 != "?" }))
        // It would be seen in the list of processes.
        guard query["access_token"] == nil else { throw Self.bad("must not contain an access_token") }
        let fragment = text.dropFirst(plain.count + 1)
        let job = query["job"] ?? query["job_id"] ?? HTTPTarget.decoded(fragment, plusIsBlank: false)
        try self.init(server: String(plain.prefix { $0 != "?" }), job: job.isEmpty ? nil : job)
    }

    /// - Throws: as above.
    package init(server text: String, job: String?) throws(WireError) {
        var server = try BackendAddress(text)
        guard !server.scheme.isWebSocket else {
            throw Self.bad("has the scheme \(server.scheme.rawValue); expected http or https")
        }
        if server.path == "/api" || server.path.hasSuffix("/api") {
            server.path.removeLast("/api".count)
            while server.path.hasSuffix("/") { server.path.removeLast() }
        }
        if let job, !Self.isJob(job) {
            throw .badField(name: "job", reason: "is \(Oddities.shown(.string(job))), not a book's name")
        }
        (self.server, self.job) = (server, job)
    }

    /// As a user may write it.
    /// - Parameter server: as `BackendAddress.httpBase` has it.
    package static func text(of job: String, on server: String) -> String {
        "\(server)?job=\(BackendAddress.encoded(job))"
    }

    private static let longestJob = 200

    /// It becomes one part of a path.
    static func isJob(_ text: String) -> Bool {
        !text.isBlank && text.utf8.count <= longestJob && text != "." && text != ".."
            && text.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    private static func bad(_ reason: String) -> WireError { .badAddress(reason: reason) }
}
