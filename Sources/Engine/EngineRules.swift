extension PlaybackEngine {
    /// Version of the rules that turn events into pictures. Raise it with every change that makes a recording look or
    /// end differently from when it was recorded. Tapes store it; a tape of another version is not replayed exactly.
    package static let rulesVersion = 9
}
