import Debugger
import Engine
import Events
import Exports
import Frames
import Panels

/// What the user has opened and chosen; everything about the screen that is not the engine's.
struct ScreenState: Sendable {
    enum Popup: Hashable, Sendable {
        case help(page: Int)
        /// With the line that is chosen.
        case breakpoints(Int)
        case marks(Int)
        case conversation(Int)
    }

    var view = PictureView.composite
    var isOutlined = false
    /// Frames that the onion skin draws below the shown one.
    var onionFrames = PictureView.usualOnion
    var showsStatistics = false
    var showsLog = false
    var showsCaptions = true
    var popup: Popup?
    var fills = false
    /// Said on the status line until the next key.
    var message: String?
    /// The line that is being typed.
    var prompt: Prompt?
    var debug = DebugState()
}

/// What is chosen on the step-debug screen.
struct DebugState: Sendable {
    /// A frame kept to be looked at beside another one.
    struct Slot: Hashable, Sendable {
        var heard: EventCount
        var ordinal: Int
        var composite: Composite
    }

    var isOpen = false
    var showsLog = true
    var showsTimeline = true
    var showsInspector = true
    var log = LogView()
    var timeline = TimelineView()
    var timelineIndex = TimelineIndex()
    var inspectorScroll = 0
    var landmarks = Landmarks()
    var slotA: Slot?
    var slotB: Slot?
    var showsPair = false
    /// In pixels of the source; `nil` while the probe is off.
    var probe: PixelPoint?
    /// Where a range of the log begins that has no end yet.
    var rangeStart: EventCount?
    /// How far an export has come that is at work.
    var exporting: ExportProgress?
    /// False when the file that they came from is not ours to change.
    var keepsBreakpoints = true
    var seams = SeamSearch.none
    /// What has been looked at of what is in the log.
    var judged = Judged(seams: false, sound: false)
    /// A run that waits until seams are in the log.
    var awaitedRun: Search.Direction?
}

/// How far the test of all frames' pixels has come (see `SeamTest`).
enum SeamSearch: Sendable {
    /// Nobody looks, or all seams are in the log.
    case none
    case looking
    /// They go into the log when all has been heard.
    case found([AuditFinding], Judged)
}
