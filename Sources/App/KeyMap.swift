import Events
import Terminal

/// What a key can do. One case a command, carried out in `PlaybackCommands`.
package enum Command: Hashable, Sendable {
    case togglePause, stepForward, toggleOutline, toggleStatistics, toggleLog, nextView, toggleCaptions
    case toggleFilling, savePicture, toggleHelp, repaint, suspend, close, quit
}

/// Keys are data: which key does what, and how the help and the README say it.
package struct KeyMap: Sendable {
    package struct Row: Sendable {
        package let keys: [Key]
        package let command: Command
        package let key: String
        package let does: String
    }

    package let rows: [Row]

    package static let standard = KeyMap(rows: [
        Row(keys: [.character(" "), .character("p")], command: .togglePause, key: "space", does: "pause, go on"),
        Row(keys: [.character(".")], command: .stepForward, key: ".", does: "one frame forward"),
        Row(keys: [.character("v")], command: .nextView, key: "v", does: "composite, base, overlay, diff"),
        Row(keys: [.character("o")], command: .toggleOutline, key: "o", does: "outline overlay and zone"),
        Row(keys: [.character("i")], command: .toggleStatistics, key: "i", does: "statistics"),
        Row(keys: [.character("l")], command: .toggleLog, key: "l", does: "log, one line a frame"),
        Row(keys: [.character("c")], command: .toggleCaptions, key: "c", does: "captions"),
        Row(keys: [.character("f")], command: .toggleFilling, key: "f", does: "fit or fill"),
        Row(keys: [.character("s")], command: .savePicture, key: "s", does: "save the picture as PNG"),
        Row(keys: [.character("?"), .named(.function(1))], command: .toggleHelp, key: "?", does: "these keys"),
        Row(keys: [.control("l")], command: .repaint, key: "Ctrl-L", does: "draw everything again"),
        Row(keys: [.control("z")], command: .suspend, key: "Ctrl-Z", does: "suspend; fg brings it back"),
        Row(keys: [.named(.escape)], command: .close, key: "Esc", does: "close what is open"),
        Row(keys: [.character("q"), .control("c")], command: .quit, key: "q", does: "quit"),
    ])

    package func command(for key: Key) -> Command? { rows.first { $0.keys.contains(key) }?.command }
    package var help: [(key: String, does: String)] { rows.map { ($0.key, $0.does) } }
}
