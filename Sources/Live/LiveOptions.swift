import Events
import SocketIO
import Tapes

/// What a live session needs to know, whoever it talks to.
package struct LiveOptions: Sendable {
    /// Who speaks there, as it is shown.
    var title: String
    var identity: BackendIdentity
    package var isInsecure = false
    /// Nobody is there with an avatar of its own, who would have to be asked for its clips: a call is told of.
    package var isCall = false
    /// Whose engine hears what comes.
    package var member = Member.main
    /// Where clips are kept between sessions; `nil` for nowhere.
    var cache: ClipCache?
    /// UTC milliseconds since 1970 at which the session begins; `nil`: the backend's log is left alone.
    var logsFrom: Int64?
    /// How long leaving waits at most for the backend to take the end of the log.
    var logParting = Duration.milliseconds(250)
    var cacheTimeouts = CacheTimeouts()

    package init(title: String, identity: BackendIdentity) { (self.title, self.identity) = (title, identity) }
}

/// How long the disk is waited for on which clips are kept; it may be on a network.
struct CacheTimeouts: Sendable {
    /// To say what it has: longer, and it has nothing.
    var answer = Duration.seconds(3)
    /// To take the clips that have come, when the session is left.
    var parting = Duration.seconds(2)
}
