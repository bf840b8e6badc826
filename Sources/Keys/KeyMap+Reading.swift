import Events

/// Keys of the screen on which books are read (reader 4.3). Terminals cannot tell some of the arrows with Shift and Control, so that
/// everything has a plain key.
extension KeyMap {
    static let reader = [
        Row(keys: [.character(" ")], command: .togglePause, key: "space", does: "read, pause"),
        row("n", .sentenceForward, "next sentence"), row("b", .sentenceBack, "previous sentence"),
        row(".", .wordForward, "next word, paused"), row(",", .wordBack, "previous word, paused"),
        Row(keys: [.named(.right)], command: .readForward, key: "→", does: "sentence; paused: word"),
        Row(keys: [.named(.left)], command: .readBack, key: "←", does: "the same backward"),
        Row(
            keys: [.named(.right, .control)], command: .readOtherwiseForward, key: "Ctrl-→",
            does: "word; paused: sentence"),
        Row(keys: [.named(.left, .control)], command: .readOtherwiseBack, key: "Ctrl-←", does: "the same backward"),
        Row(keys: [.named(.up)], command: .readUp, key: "↑", does: "faster; paused: line above"),
        Row(keys: [.named(.down)], command: .readDown, key: "↓", does: "slower; paused: line below"),
        row("[", .slower, "slower"), row("]", .faster, "faster"),
        Row(
            keys: [.character("="), .named(.backspace)], command: .normalSpeed, key: "= Backspc", does: "normal speed"),
        row("Z", .setSleepTimer, "sleep: 5, 15, 30, 45 min, off"),
    ]

    static let lanes = [
        row("o", .toggleText(.original), "text: original"),
        row("i", .toggleText(.transliteration), "text: transliteration"),
        row("p", .toggleText(.translation), "text: translation"),
        row("O", .toggleVoice(.original), "hear the original"),
        row("P", .toggleVoice(.translation), "hear the translation"),
        row("I", .toggleIllustration, "pictures"),
        row("v", .extendSelection, "select from this word"),
        Row(keys: [.named(.enter)], command: .lookUp, key: "Enter", does: "look up the selection"),
        row("m", .toggleMute, "mute"), row("u", .quieter, "quieter"), row("U", .louder, "louder"),
        row("M", .toggleMusic, "music"),
    ]

    static let pages = [
        row("g", .askPlace, "go to sentence"), row("c", .chapters, "chapters"),
        row("}", .chunkForward, "next part"), row("{", .chunkBack, "previous part"),
        Row(keys: [.named(.pageDown)], command: .readPageForward, key: "PgDn", does: "part; in lookup: scroll"),
        Row(keys: [.named(.pageUp)], command: .readPageBack, key: "PgUp", does: "the same backward"),
        Row(keys: [.named(.home)], command: .toStart, key: "Home", does: "first sentence"),
        Row(keys: [.named(.end)], command: .toEnd, key: "End", does: "last sentence"),
        Row(keys: [], command: .tenth(0), key: "0-9", does: "jump to that tenth of the book"),
        row("/", .search, "search the book"), row(">", .nextMatch, "next match"),
        row("<", .previousMatch, "previous match"),
        row("B", .addBookmark, "add a bookmark"), row("'", .bookmarks, "bookmarks"),
        row("r", .retryLoading, "retry loading"),
    ]

    static let readerTile = [
        row("T", .nextTileMode, "tile: auto, always, off"), row("C", .nextTileCorner, "tile: next corner"),
        row("y", .smallerTile, "tile: smaller"), row("Y", .largerTile, "tile: larger"),
    ]

    static let readerProgram =
        [row("d", .toggleDebug, "step-debug screen")]
        + program.map { row in
            guard row.command == .toggleHelp else { return row }
            return Row(keys: row.keys + [.character("h")], command: .toggleHelp, key: "? h", does: row.does)
        }
}
