/// What became of the frames of one reader.
package struct VideoCounts: Hashable, Sendable {
    /// Frames that came whole, those included that had no memory. Of a file only those that were due.
    package var read = 0
    /// Frames that a tile much smaller than they are does not show.
    package var passedOver = 0
    /// Frames that nobody had taken when a newer one came.
    package var replaced = 0
    /// Frames that came while all memory of their size was in use.
    package var refused = 0
    /// Frames that had waited in a pipe while reading was paused, or that came too long before they were to be shown.
    package var outdated = 0
    /// Pictures that were made of frames.
    package var conversions = 0

    package init() {}
}
