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
