// Rows of the screen on which a program is hosted.
extension KeyMap {
    static let hostTile = [
        row("c C", .nextTileCorner, "next corner"), row("y", .smallerTile, "smaller"), row("Y", .largerTile, "larger"),
        row("h T", .nextTileMode, "hide, show"),
    ]

    static let history = [
        row("[", .scrollBack, "scroll back"),
        Row(keys: [.named(.pageUp)], command: .logUp, key: "PgUp", does: "a page up"),
        Row(keys: [.named(.pageDown)], command: .logDown, key: "PgDn", does: "a page down"),
        Row(keys: [.named(.up)], command: .inspectorUp, key: "↑", does: "a line up"),
        Row(keys: [.named(.down)], command: .inspectorDown, key: "↓", does: "a line down"),
        Row(keys: [.named(.home)], command: .toStart, key: "Home", does: "to its beginning"),
        Row(keys: [.named(.end)], command: .toEnd, key: "End", does: "back to now"),
        row("]", .pasteSelection, "paste what was selected"),
    ]

    static let hostAvatar = [
        Row(keys: [.character(":"), .named(.enter)], command: .say, key: ": Enter", does: "say something"),
        row("x", .hush, "end what is being said"),
        row("m", .toggleMute, "mute"), row("u", .quieter, "quieter"), row("U", .louder, "louder"),
        Row(keys: [.character(" "), .character("p")], command: .togglePause, key: "space p", does: "pause, go on"),
        row("L", .goLive, "back to live"), row("s", .showStage, "the whole picture"),
        row("d", .toggleDebug, "step-debug screen"),
    ]

    static let hostProgram = [
        Row(keys: [.character("?"), .named(.function(1))], command: .toggleHelp, key: "?", does: "these keys"),
        Row(keys: [.control("p")], command: .palette, key: "Ctrl-P", does: "find a command or a setting"),
        Row(
            keys: [.control("l"), .character("r")], command: .repaint, key: "Ctrl-L r", does: "draw everything again"),
        Row(keys: [.control("z")], command: .suspend, key: "Ctrl-Z", does: "suspend, fg continues"),
        Row(keys: [.named(.escape)], command: .close, key: "Esc", does: "close the innermost thing"),
        row("q", .quit, "end the program and quit"),
    ]
}
