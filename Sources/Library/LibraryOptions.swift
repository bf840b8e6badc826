import Events
import Settings
import SocketIO

/// How a server with books is reached, as whom, and what of it is kept.
package struct LibraryOptions: Sendable {
    package let server: BackendAddress
    /// Who logs in; `nil` for somebody who does not, or who did so in an earlier run.
    package var user: String?
    package var password: Secret?
    /// Asks for the password where there is none.
    package var ask: @Sendable (String) throws(CommandError) -> Secret = { user throws(CommandError) in
        try Password.ask(for: user, .libraryPassword)
    }
    package var isInsecure = false
    package var certificateFile: String?
    /// What requests to an address go through; `nil` for nothing.
    package var proxy: @Sendable (BackendAddress) throws(CommandError) -> HTTPProxy? = { _ in nil }
    /// Of what is kept of books; `nil` for nothing.
    package var cache: BookCache?
    /// Of what is known from one run to the next; `nil` for nothing.
    package var stateFolder: String?
    /// How long nothing of an answer may come.
    package var idleSeconds = 15
    /// Whether what will be read soon is fetched ahead.
    package var prefetches = true
    package var clock: any LibraryClock = RunningClock()

    package init(_ server: BackendAddress) { self.server = server }

    package init(_ server: BackendAddress, _ configuration: Configuration) {
        self.server = server
        user = configuration.login
        password = configuration.libraryPassword.map { Secret($0) }
        (isInsecure, certificateFile) = (configuration.isInsecure, configuration.caFile)
        proxy = { address throws(CommandError) in try configuration.proxy(for: address) }
        cache = Self.cache(configuration)
        stateFolder = configuration.stateFolder
    }

    package static func cache(_ configuration: Configuration) -> BookCache? {
        configuration.bookCacheFolder.map { BookCache($0, limit: configuration.bookCacheLimit) }
    }

    /// As people name the server.
    var name: String { server.httpBase }
}
