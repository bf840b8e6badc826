import Engine
import Events
import Sessions

/// For whom a screen is.
package enum Audience: Hashable, Sendable {
    /// People who watch: what is played, how far it is, what keys do, and what concerns them.
    case viewer
    /// People who look for faults: modes, statuses, names of chunks and clips, figures.
    case debugger
}

/// What the status line says. Plain figures, gathered by whoever runs the engine.
package struct StatusState: Hashable, Sendable {
    package var audience = Audience.debugger
    /// What is played, as a viewer knows it.
    package var title: String?
    package var mode: ModeName
    package var record: FrameRecord?
    /// Those that mark it.
    package var faults: [AuditFinding.Kind] = []
    package var clipName: String
    /// Loaded and announced frames of the current clip while it is not complete.
    package var loading: Loading?
    package var isPaused: Bool
    /// Frames shown in the last second.
    package var rate: Int
    package var bufferReady: Int
    package var bufferKnown: Int
    package var queuedChunks: Int
    package var view: String?
    /// Something that the user should read, such as where a picture was saved.
    package var notice: String?
    package var time: Instant
    package var duration: Instant?
    package var showsClock = true
    /// How far the playhead is behind a live stream; `nil` where nothing is live.
    package var lag: TimeSpan?
    /// It comes from elsewhere, so that being at its end is being live.
    package var isLive = true
    /// How long nothing has come of it.
    package var silence: TimeSpan?
    /// How a live session stands with its backend; `nil` where there is none.
    package var link: LinkState?
    /// On the clock that `link` has its moments from.
    package var now = Instant.zero
    /// Whether anybody could be at the other end, since no certificate is verified.
    package var isInsecure = false
    /// All that are known of what is played.
    package var faultCount = 0
    /// How the link stands, and what is loaded, is said elsewhere.
    package var isExplained = false
    /// Somebody has looked at the pixels of all frames.
    package var hasTestedSeams = true
    /// What is not as usual, in short words: muted, another volume or speed, recording.
    package var unusual: [String] = []
    /// While clips are on their way: how many there are, and how far they have come.
    package var clips: ClipProgress?
    /// Where no panel names the frame.
    package var showsOrdinal = false
    /// Chunks of several messages have been played, so that a chunk's number alone does not name it.
    package var namesMessage = false
    /// As the avatar is called that all the rest is about, where there are several.
    package var member: String?
    /// What is shown of a call, which has neither frames nor clips of its own.
    package var call: Call?
    package var hints = Hints()

    package struct Call: Hashable, Sendable {
        /// `nil` where there is none.
        package var state: CallState?
        /// As the member is called who is shown, and what is to be seen of it.
        package var member: String?
        package var content: String
        package var members: Int

        package init(state: CallState?, member: String?, content: String, members: Int) {
            (self.state, self.member, self.content, self.members) = (state, member, content, members)
        }
    }

    /// Keys that are named on the line; `nil` for a command that has none.
    package struct Hints: Hashable, Sendable {
        package var pause: String?
        package var say: String?
        package var help: String? = "?"
        package var quit: String? = "q"
        /// What that key does.
        package var leaves = "quit"
        package var retry: String? = "R"

        package init() {}
    }

    package struct Loading: Hashable, Sendable {
        package var loaded: Int
        package var announced: Int

        package init(loaded: Int, announced: Int) {
            self.loaded = loaded
            self.announced = announced
        }
    }

    package init(
        mode: ModeName, record: FrameRecord? = nil, clipName: String, loading: Loading? = nil, isPaused: Bool = false,
        rate: Int = 0, bufferReady: Int = 0, bufferKnown: Int = 0, queuedChunks: Int = 0, view: String? = nil,
        notice: String? = nil, time: Instant, duration: Instant? = nil
    ) {
        self.mode = mode
        self.record = record
        self.clipName = clipName
        self.loading = loading
        self.isPaused = isPaused
        self.rate = rate
        self.bufferReady = bufferReady
        self.bufferKnown = bufferKnown
        self.queuedChunks = queuedChunks
        self.view = view
        self.notice = notice
        self.time = time
        self.duration = duration
    }
}

/// How far the clips have come that the backend has.
package struct ClipProgress: Hashable, Sendable {
    package var loaded: Int
    package var known: Int
    package var percent: Int

    package init(loaded: Int, known: Int, percent: Int) {
        (self.loaded, self.known, self.percent) = (loaded, known, percent)
    }
}
