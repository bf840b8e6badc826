import Events
import Tapes
import Transport
import Wire

/// What the command line says about a live session.
package struct ConnectOptions: Sendable {
    package var connection: ConnectionOptions
    /// Where clips are kept between sessions; `nil` for nowhere.
    package var clipFolder: String?
    package var clipLimit = ClipCache.usualSizeLimit

    package var introduction: Introduction
    /// UTC milliseconds since 1970 at which the session begins; `nil`: the backend's log is left alone.
    package var logsFrom: Int64?

    package init(_ connection: ConnectionOptions, as introduction: Introduction) {
        (self.connection, self.introduction) = (connection, introduction)
    }

    var identity: BackendIdentity { connection.identity }

    var cache: ClipCache? {
        clipFolder.map {
            ClipCache(
                folder: $0, backend: connection.address.httpBase, agent: identity.agent, sizeLimit: clipLimit)
        }
    }
}
