/// How long the disk is waited for on which clips are kept; it may be on a network.
struct CacheTimeouts: Sendable {
    /// To say what it has: longer, and it has nothing.
    var answer = Duration.seconds(3)
    /// To take the clips that have come, when the session is left.
    var parting = Duration.seconds(2)
}
