import Events
import Files
import Keys

/// What the command line says about playing.
package struct PlaybackOptions: Sendable {
    package var terminal = TerminalChoices()
    /// Differences up to this many 255ths of a channel are left as they are while playing; never while paused.
    package var tolerance = 0
    package var fills = false
    package var playing = TapePlaying(isFresh: false)
    package var record: String?
    /// Whether the recording takes the place of another one of its name.
    package var overwrites = false
    package var opensLog = false
    /// Nothing but the face and its captions.
    package var isClean = false
    /// Status words, names and figures on the player's screen.
    package var showsFigures = false
    /// The face stands still while it plays.
    package var isStill = false
    /// Pictures of a book that is read.
    package var showsIllustrations = true
    package var tile: [TileSetting] = []
    package var marks = MarkPlace.beside
    package var atEnd = AtEnd.stay
    /// Said when all has been played.
    package var whatToTryNext: String?
    /// A tape is opened as it was left, and how it is left is kept.
    package var remembersView = false
    /// Nothing comes back for once.
    package var isFreshView = false
    package var keys = ScreenKeys()
    /// Begin paused at the first frame, with the step-debug screen open and all of the tape heard ahead.
    package var steps = false
    /// The tape is being recorded: go on with what comes.
    package var follows = false
    /// `nil`: nothing is to be heard.
    package var sound: SoundOptions?
    /// `nil`: no program is hosted.
    package var hosting: HostingOptions?
    /// Options of the command line that change which frames are shown, for whoever is to see the same.
    package var retold: [String] = []

    /// A setting, what it is and what it is for.
    package struct ListedSetting: Sendable {
        package let name: String
        package let value: String
        package let says: String
    }

    package var settings: [ListedSetting] = []

    package init() {
        playing.settings.decodedBytesLimit = PlaybackSettings.watchedDecodedBytesLimit
    }
}

/// What becomes of a tape that has been played to its end.
package enum AtEnd: Hashable, Sendable {
    /// The avatar idles on.
    case stay
    case quit
    /// It plays again, from this moment on.
    case rewind(to: Instant)
}

/// Where marks go that somebody sets on a tape.
package enum MarkPlace: String, CaseIterable, Hashable, Sendable {
    /// Into a file of their own: the tape stays as it is.
    case beside
    case tape
}

/// A program that is to run below the tile.
package struct HostingOptions: Hashable, Sendable {
    /// With its arguments; empty for the user's shell.
    package var command: [String] = []
    /// The control character behind which keys are ours.
    package var prefix = Self.control(Self.usualPrefix)
    /// A cursor that stays under the tile moves it away.
    package var movesFromCursor = true
    /// Lines that are kept of what leaves its screen.
    package var history = 10_000
    /// The mouse is ours where the program does not want it.
    package var takesMouse = true
    package var clipboard = ClipboardUse.selected
    /// Addresses behind characters (OSC 8) reach the terminal.
    package var passesLinks = true

    package static let usualPrefix = "]"
    /// With Ctrl; those of Tab, Enter and Esc are no prefixes.
    static let prefixes = ["]", "\\", "^", "_", "@"] + "abcdefghklnopqrstuvwxyz".map { String($0) }

    package init() {}

    static func control(_ key: String) -> UInt8 { (key.utf8.first ?? 0) & 0x1F }

    /// As keys are called, such as `Ctrl-]`.
    package var prefixName: String { "Ctrl-" + Character(UnicodeScalar(prefix | 0x40)).lowercased() }
}

/// What the terminal's clipboard gets (OSC 52).
package enum ClipboardUse: String, CaseIterable, Hashable, Sendable {
    case off
    /// What the user has selected.
    case selected
    /// What programs write into it as well.
    case all
}

/// Music beneath a book that is read.
package struct MusicOptions: Hashable, Sendable {
    package enum Choice: Hashable, Sendable {
        /// What the book itself has.
        case ofBook
        case off
        /// A file, or what the book's server calls so.
        case named(String)
    }

    package var choice = Choice.ofBook
    /// Percent of the sound's amplitude while a voice is heard.
    package var volume = Self.usualVolume

    /// Reader 1.15.
    package static let usualVolume = 10

    package init() {}

    /// 0 to 1.
    package var gain: Float { Float(volume) / 100 }
}

/// How somebody wants to hear what is played.
package struct SoundOptions: Hashable, Sendable {
    /// As the system calls the device; `nil` for the one that it takes itself.
    package var device: String?
    /// Percent.
    package var volume = 100
    package static let volumes = 0...100
    /// Loudness is heard by ratios.
    /// - Parameter volume: percent.
    package static func gain(ofVolume volume: Int) -> Float {
        let share = Float(volume) / 100
        return share * share
    }

    /// What lies behind the device and takes time: a wireless headset, a slow receiver.
    package var latency = TimeSpan.zero
    /// The sound of a frame when somebody steps to it.
    package var hearsSteps = false

    package init() {}
}

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
