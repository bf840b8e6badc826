import Events
import Files

/// How somebody wants a tape to be played.
package struct TapePlaying: Sendable {
    /// Play the stream anew, also where the tape says how it was heard.
    package var isFresh: Bool
    package var settings: PlaybackSettings
    /// Which of them somebody has set.
    package var adjusted: AdjustedSettings

    /// Where files lie that a call on the tape names; without it none is opened.
    package var folder: OpenFolder?

    package init(
        isFresh: Bool, settings: PlaybackSettings = PlaybackSettings(), adjusted: AdjustedSettings = AdjustedSettings()
    ) {
        (self.isFresh, self.settings, self.adjusted) = (isFresh, settings, adjusted)
    }

    /// As the command line and the configuration have it.
    package init(isFresh: Bool, _ configuration: Configuration) {
        self.init(isFresh: isFresh, settings: configuration.settings(), adjusted: configuration.adjusted)
    }
}
