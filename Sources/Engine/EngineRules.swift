extension PlaybackEngine {
    /// Of the rules by which events become pictures. Raised by every change that lets a recording look or end otherwise
    /// than it did for whoever recorded it; tapes carry it, and those of another version are not replayed.
    package static let rulesVersion = 9
}
