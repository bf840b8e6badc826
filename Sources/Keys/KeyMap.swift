import Events

/// What a key can do. One case a command; `ScreenModel+Commands` says what each does.
package enum Command: Hashable, Sendable {
    // Playing.
    case togglePause, slower, faster, normalSpeed, goLive
    case toggleMute, quieter, louder
    // Going to places.
    case frameForward, frameBack, chunkForward, chunkBack, eventForward, eventBack
    case secondsForward, secondsBack, toStart, toEnd
    case tenth(Int)
    case askPlace
    case jumpBack, jumpForward
    case runForward, runBack, nextOtherFault, breakpoints, addMark, marks, faults, why
    /// A command that opens what is on screen.
    case share
    // Looking.
    case nextView, previousView, toggleOutline, moreOnion, lessOnion, slotA, slotB, togglePair, toggleProbe
    /// By one pixel of those that are shown.
    case moveProbe(NamedKey)
    case toggleDebug, toggleTimeline, toggleInspector, toggleLog, toggleLogPage, toggleStatistics, toggleCaptions,
        toggleFilling
    case nextTileMode, nextTileCorner, largerTile, smallerTile
    case zoomIn, zoomOut, logUp, logDown, inspectorUp, inspectorDown
    // A book.
    case sentenceForward, sentenceBack, wordForward, wordBack
    /// A sentence while it plays, a word while it does not; and the other way round.
    case readForward, readBack, readOtherwiseForward, readOtherwiseBack
    /// Another line of text; while it plays another speed.
    case readUp, readDown
    /// Another part; a page of what was looked up, where that is open.
    case readPageForward, readPageBack
    case toggleIllustration
    case toggleMusic
    case toggleText(Lane)
    case toggleVoice(BookTrack)
    case chapters, addBookmark, bookmarks, setSleepTimer, retryLoading, lookUp, extendSelection
    // A hosted program.
    case showStage, scrollBack, pasteSelection, hush
    // The log.
    case search, nextMatch, previousMatch, filter, nextStatus, selectRange, writeLog
    // Files.
    case savePicture, export
    // A live session.
    case say, conversation, nextMember, retryConnection
    case toggleHelp, palette, repaint, suspend, close, quit

    /// Whether the playhead stays where it is and plays on as it did: a run that waits for something then goes on to wait. It would
    /// move whoever has gone elsewhere meanwhile.
    package var keepsPlayhead: Bool {
        switch self {
        case .togglePause, .slower, .faster, .normalSpeed, .goLive: false
        case .toggleMute, .quieter, .louder: true
        case .frameForward, .frameBack, .chunkForward, .chunkBack, .eventForward, .eventBack, .secondsForward,
            .secondsBack, .toStart, .toEnd, .tenth, .askPlace, .marks, .jumpBack, .jumpForward:
            false
        case .runForward, .runBack, .nextOtherFault, .breakpoints, .faults, .why, .share: true
        // The answer is about the place at which it was asked for.
        case .addMark, .filter, .writeLog, .export: false
        case .nextView, .previousView, .toggleOutline, .moreOnion, .lessOnion, .togglePair, .toggleProbe, .moveProbe:
            true
        case .slotA, .slotB, .savePicture, .selectRange, .nextStatus: true
        case .toggleDebug: false
        case .toggleTimeline, .toggleInspector, .toggleLog, .toggleLogPage, .toggleStatistics, .toggleCaptions,
            .toggleFilling:
            true
        case .nextTileMode, .nextTileCorner, .largerTile, .smallerTile: true
        case .sentenceForward, .sentenceBack, .wordForward, .wordBack, .readForward, .readBack, .readOtherwiseForward,
            .readOtherwiseBack, .readUp, .readDown, .readPageForward, .readPageBack, .toggleIllustration, .toggleMusic,
            .toggleText,
            .toggleVoice,
            .chapters, .addBookmark, .bookmarks,
            .setSleepTimer, .retryLoading, .lookUp, .extendSelection:
            true
        case .zoomIn, .zoomOut, .logUp, .logDown, .inspectorUp, .inspectorDown: true
        case .search, .nextMatch, .previousMatch: false
        case .showStage, .scrollBack, .pasteSelection, .hush: true
        case .say, .conversation, .nextMember, .retryConnection, .toggleHelp, .palette, .repaint, .close: true
        case .suspend, .quit: false
        }
    }
}

extension Command {
    /// Whether digits before it say how often: it goes a step from where the playhead is.
    package var isCounted: Bool {
        switch self {
        case .frameForward, .frameBack, .chunkForward, .chunkBack, .eventForward, .eventBack, .secondsForward,
            .secondsBack, .runForward, .runBack, .nextOtherFault, .jumpBack, .jumpForward, .nextMatch, .previousMatch,
            .sentenceForward,
            .sentenceBack, .wordForward, .wordBack, .readForward, .readBack, .readOtherwiseForward,
            .readOtherwiseBack:
            true
        default: false
        }
    }
}

/// Keys are data: which key does what, and how the help and docs/reference/keys.md say it.
package struct KeyMap: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package let keys: [Key]
        package let command: Command
        package let key: String
        package let does: String
    }

    /// Rows of one subject.
    package struct Group: Hashable, Sendable {
        package let title: String
        package let rows: [Row]
    }

    package let groups: [Group]
    package var rows: [Row] { groups.flatMap(\.rows) }

    package func command(for key: Key) -> Command? {
        Self.fixedCommand(for: key) ?? rows.first { $0.keys.contains(key) }?.command
    }

    /// Of keys that a whole row stands for: nobody can change these.
    static func fixedCommand(for key: Key) -> Command? {
        switch key {
        case .character(let digit) where digit.isASCII: digit.wholeNumberValue.map { .tenth($0) }
        case .named(let arrow, .shift) where [.left, .right, .up, .down].contains(arrow): .moveProbe(arrow)
        default: nil
        }
    }

    package static let standard = KeyMap(groups: [
        Group(title: "play", rows: playing), Group(title: "step and seek", rows: places),
        Group(title: "run and mark", rows: runs), Group(title: "picture", rows: picture),
        Group(title: "panels", rows: panels), Group(title: "tile", rows: tile),
        Group(title: "log", rows: log), Group(title: "live", rows: live),
        Group(title: "program", rows: program),
    ])

    /// Of the screen on which books are read.
    package static let reading = KeyMap(groups: [
        Group(title: "read", rows: reader), Group(title: "text and sound", rows: lanes),
        Group(title: "places", rows: pages), Group(title: "picture", rows: readerTile),
        Group(title: "program", rows: readerProgram),
    ])

    /// Of the screen of a hosted program: behind the prefix, or while its history is looked at.
    package static let hosting = KeyMap(groups: [
        Group(title: "tile", rows: hostTile), Group(title: "history", rows: history),
        Group(title: "avatar", rows: hostAvatar), Group(title: "program", rows: hostProgram),
    ])

    static func row(_ keys: String, _ command: Command, _ does: String) -> Row {
        Row(keys: keys.filter { $0 != " " }.map(Key.character), command: command, key: keys, does: does)
    }

    private static let playing = [
        Row(keys: [.character(" "), .character("p")], command: .togglePause, key: "space", does: "pause or continue"),
        row("[", .slower, "slower"), row("]", .faster, "faster"),
        Row(keys: [.named(.backspace)], command: .normalSpeed, key: "Backspc", does: "normal speed"),
        row("L", .goLive, "back to live"),
        row("m", .toggleMute, "mute"), row("u", .quieter, "quieter"), row("U", .louder, "louder"),
    ]

    private static let places = [
        row(".", .frameForward, "one frame forward"), row(",", .frameBack, "one frame back"),
        row("n", .chunkForward, "next chunk"), row("N", .chunkBack, "previous chunk"),
        row("}", .eventForward, "one event forward"), row("{", .eventBack, "one event back"),
        Row(keys: [.named(.left)], command: .secondsBack, key: "←", does: "5 s back"),
        Row(keys: [.named(.right)], command: .secondsForward, key: "→", does: "5 s forward"),
        // The digits themselves are read by `fixedCommand`.
        Row(keys: [], command: .tenth(0), key: "0-9", does: "jump to that tenth; before a key: repeat"),
        Row(keys: [.named(.home)], command: .toStart, key: "Home", does: "first frame"),
        Row(keys: [.named(.end)], command: .toEnd, key: "End", does: "last frame"),
        row("g", .askPlace, "go to frame, 5s, 4:0.24, mark"),
        Row(keys: [.control("o")], command: .jumpBack, key: "Ctrl-O", does: "back to before the jump"),
        Row(keys: [.named(.tab)], command: .jumpForward, key: "Tab", does: "forward to the jump"),
    ]

    private static let runs = [
        row(">", .runForward, "run to next stop or fault"), row("<", .runBack, "run back to the previous"),
        row("O", .nextOtherFault, "next fault of another kind"),
        row("b", .breakpoints, "choose stops"), row("M", .addMark, "set a mark"), row("'", .marks, "marks"),
        row("!", .faults, "list of faults"), row("W", .why, "why this frame looks so"),
        row("y", .share, "copy a command to reopen this"),
    ]

    private static let picture = [
        row("v", .nextView, "next view"), row("V", .previousView, "previous view"),
        row("o", .toggleOutline, "outline the overlay"), row(")", .moreOnion, "more onion skins"),
        row("(", .lessOnion, "fewer onion skins"), row("A", .slotA, "store frame as A"),
        row("B", .slotB, "store frame as B"), row("=", .togglePair, "compare A and B"),
        row("x", .toggleProbe, "probe pixels (arrows)"),
        // The arrows themselves are read by `fixedCommand`.
        Row(keys: [], command: .moveProbe(.right), key: "Sh-←→↑↓", does: "probe: one screen pixel"),
        row("f", .toggleFilling, "fit or fill"),
        row("s", .savePicture, "save the picture as PNG"), row("e", .export, "export frames to a file"),
    ]

    private static let panels = [
        row("d", .toggleDebug, "step-debug screen"), row("t", .toggleTimeline, "timeline"),
        row("I", .toggleInspector, "inspector"), row("l", .toggleLog, "log, one line per frame"),
        row("K", .toggleLogPage, "log only"),
        row("i", .toggleStatistics, "statistics"), row("c", .toggleCaptions, "captions"),
        row("+", .zoomIn, "zoom timeline in"), row("-", .zoomOut, "zoom timeline out"),
        Row(keys: [.named(.up)], command: .inspectorUp, key: "↑", does: "inspector up"),
        Row(keys: [.named(.down)], command: .inspectorDown, key: "↓", does: "inspector down"),
    ]

    private static let tile = [
        row("T", .nextTileMode, "tile: auto, always, off"), row("C", .nextTileCorner, "tile: next corner"),
        row("z", .smallerTile, "tile: smaller"), row("Z", .largerTile, "tile: larger"),
    ]

    private static let log = [
        Row(keys: [.named(.pageUp)], command: .logUp, key: "PgUp", does: "log up"),
        Row(keys: [.named(.pageDown)], command: .logDown, key: "PgDn", does: "log down"),
        row("/", .search, "search the log"), row("j", .nextMatch, "next match"),
        row("J", .previousMatch, "previous match"),
        row("F", .filter, "filter: text, =LETTERS, @"), row("S", .nextStatus, "show one status only"),
        row("r", .selectRange, "range: start, end, clear"), row("w", .writeLog, "write the log to a file"),
    ]

    private static let live = [
        Row(
            keys: [.named(.enter), .character(":")], command: .say, key: "Enter :",
            does: "say something to the avatar"),
        row("h", .conversation, "conversation"), row("a", .nextMember, "next avatar; last: the speaker"),
        row("R", .retryConnection, "connect now"),
    ]

    static let program = [
        Row(keys: [.character("?"), .named(.function(1))], command: .toggleHelp, key: "?", does: "this list"),
        Row(keys: [.control("p")], command: .palette, key: "Ctrl-P", does: "find a command, place, setting"),
        Row(keys: [.control("l")], command: .repaint, key: "Ctrl-L", does: "redraw"),
        Row(keys: [.control("z")], command: .suspend, key: "Ctrl-Z", does: "suspend (fg resumes)"),
        Row(keys: [.named(.escape)], command: .close, key: "Esc", does: "close or go back"),
        Row(keys: [.character("q"), .control("c")], command: .quit, key: "q", does: "quit"),
    ]
}

/// Keys of the screen that shows nothing but the face: few of those of all screens.
extension KeyMap {
    package static let face = KeyMap(
        groups: standard.groups.map { group in
            Group(title: group.title, rows: group.rows.filter { isOfFace($0.command) })
        }.filter { !$0.rows.isEmpty })

    private static func isOfFace(_ command: Command) -> Bool {
        switch command {
        case .togglePause, .toggleMute, .quieter, .louder, .secondsForward, .secondsBack, .toggleCaptions: true
        case .say, .conversation, .nextMember, .retryConnection: true
        case .toggleHelp, .repaint, .suspend, .close, .quit: true
        default: false
        }
    }
}

// Rows of the screen on which a program is hosted.
extension KeyMap {
    static let hostTile = [
        row("c C", .nextTileCorner, "next corner"), row("y", .smallerTile, "smaller"), row("Y", .largerTile, "larger"),
        row("h T", .nextTileMode, "hide or show"), row("t", .toggleCaptions, "captions"),
    ]

    static let history = [
        row("[", .scrollBack, "scroll back"),
        Row(keys: [.named(.pageUp)], command: .logUp, key: "PgUp", does: "a page up"),
        Row(keys: [.named(.pageDown)], command: .logDown, key: "PgDn", does: "a page down"),
        Row(keys: [.named(.up)], command: .inspectorUp, key: "↑", does: "a line up"),
        Row(keys: [.named(.down)], command: .inspectorDown, key: "↓", does: "a line down"),
        Row(keys: [.named(.home)], command: .toStart, key: "Home", does: "to the beginning"),
        Row(keys: [.named(.end)], command: .toEnd, key: "End", does: "back to the program"),
        row("/", .search, "search upward"), row("n", .nextMatch, "next match further up"),
        row("N", .previousMatch, "match further down"),
        row("]", .pasteSelection, "paste the selection"),
    ]

    static let hostAvatar = [
        Row(keys: [.character(":"), .named(.enter)], command: .say, key: ": Enter", does: "say something"),
        row("x", .hush, "stop the speech"),
        row("m", .toggleMute, "mute"), row("u", .quieter, "quieter"), row("U", .louder, "louder"),
        Row(
            keys: [.character(" "), .character("p")], command: .togglePause, key: "space p", does: "pause or continue"),
        row("L", .goLive, "back to live"), row("s", .showStage, "whole picture"),
        row("d", .toggleDebug, "step-debug screen"),
    ]

    static let hostProgram = [
        Row(keys: [.character("?"), .named(.function(1))], command: .toggleHelp, key: "?", does: "this list"),
        Row(keys: [.control("p")], command: .palette, key: "Ctrl-P", does: "find a command or setting"),
        Row(
            keys: [.control("l"), .character("r")], command: .repaint, key: "Ctrl-L r", does: "redraw"),
        Row(keys: [.control("z")], command: .suspend, key: "Ctrl-Z", does: "suspend (fg resumes)"),
        Row(keys: [.named(.escape)], command: .close, key: "Esc", does: "close or go back"),
        row("q", .quit, "end the program and quit"),
    ]
}
