/// What users choose of the tile's look.
package struct TileStyle: Hashable, Sendable {
    /// The frame around somebody who speaks.
    package var showsSpeaking = true
    /// A microphone that is off is gray instead of red.
    package var hasGrayMicrophone = false
    /// In the user's language; one line.
    package var reconnecting = "Reconnecting"

    package init() {}
}
