import ArgumentParser
import Events
import Frames
import Playback
import Screens

/// Where in a tape to begin, and what of it is to be seen: what the key `y` tells.
struct ViewOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Agent to show first, by id or name; positions refer to it. "
                + "(default: the first)",
            valueName: "agent"))
    var agent: String?

    @Option(
        help: ArgumentHelp(
            "Start at a frame (312), a frame of a chunk as in the log (4:0.24), a time (12.4s, 0:12.4), a "
                + "chunk (c4) or a mark.", valueName: "place"))
    var at: String?

    @Option(
        help: "View of each frame: \(PictureView.names). (default: composite)",
        completion: .list(PictureView.allCases.map(\.rawValue)))
    var view: String?

    @Option(help: ArgumentHelp("Earlier frames under the shown one in view onion. (default: 3)", valueName: "n"))
    var onion: String?

    @Flag(help: "Outline the overlay.") var outline = false

    @Option(
        help: ArgumentHelp(
            "Panels to open, separated by commas: \(SavedView.Panel.names); or none.", valueName: "list"),
        completion: .list(["none"] + SavedView.Panel.allCases.map(\.rawValue)))
    var panel: String?

    @Option(help: ArgumentHelp("Range of the timeline (2s..4.5s) or all.", valueName: "times"))
    var timeline: String?

    @Option(
        help: ArgumentHelp(
            "Show only log lines with this text; prefix =LETTERS for frame statuses, @ for a book.",
            valueName: "text"))
    var filter: String?

    @Option(help: ArgumentHelp("Highlight this text in the log.", valueName: "text")) var search: String?

    @Option(help: ArgumentHelp("Store this frame as A.", valueName: "place")) var slotA: String?
    @Option(help: ArgumentHelp("Store this frame as B.", valueName: "place")) var slotB: String?
    @Flag(help: "Show A and B, or A and the frame, side by side.") var pair = false

    @Flag(
        inversion: .prefixedNo,
        help: """
            Reopen a tape as you left it, and remember how you leave it; not for the demo. (default: --remember)
            """)
    var remember: Bool?
    @Flag(help: "Open without the saved position, view, panels, filter and breakpoints.")
    var freshView = false

    private var texts: [(SavedView.Option, String?)] {
        [
            (.agent, agent), (.at, at), (.view, view), (.onion, onion), (.outline, outline ? "" : nil), (.panel, panel),
            (.timeline, timeline), (.filter, filter), (.search, search), (.slotA, slotA), (.slotB, slotB),
            (.pair, pair ? "" : nil),
        ]
    }

    /// What is asked for. The tape is opened only for a place that may be a mark's name.
    /// - Parameters:
    ///   - file: the tape, as the user calls it.
    ///   - isBundled: it came with the program.
    /// - Throws: `CommandError.unusable` where no mark has that name; what opening the tape can.
    func kept(of file: String, isBundled: Bool = false) throws -> SavedView {
        var view = SavedView()
        var marks: [Mark]?
        for case (let option, let text?) in texts where !view.take(text, for: option) {
            let known = try marks ?? Self.marks(of: file, isBundled: isBundled)
            marks = known
            guard let mark = known.first(where: { $0.name == text.trimmed }) else {
                throw CommandError.unusable(
                    "--\(option.rawValue): expected \(SavedView.expected(option)), or a mark's name, found \"\(text)\"")
            }
            switch option {
            case .at: view.at = .time(mark.time)
            case .slotA: view.slotA = .time(mark.time)
            case .slotB: view.slotB = .time(mark.time)
            default: break
            }
        }
        return view
    }

    private static func marks(of file: String, isBundled: Bool) throws -> [Mark] {
        let tape = try OpenTape(file)
        defer { tape.close() }
        return try tape.reader.marks(of: file, isBundled: isBundled)
    }

    private static func mayBeMark(_ text: String, _ option: SavedView.Option) -> Bool {
        [.at, .slotA, .slotB].contains(option) && !text.trimmed.isEmpty && Mark.isName(text)
    }

    func validate() throws {
        var view = SavedView()
        for case (let option, let text?) in texts
        where !view.take(text, for: option) && !Self.mayBeMark(text, option) {
            throw ValidationError(
                "--\(option.rawValue): expected \(SavedView.expected(option)), found \"\(text.prefix(60))\"")
        }
        if pair, slotA == nil { throw ValidationError("--pair needs --slot-a") }
    }
}

/// The same where it plays by itself.
struct PlayedViewOptions: ParsableArguments {
    @OptionGroup var view: ViewOptions
    @Flag(help: "Start paused.") var pause = false

    func kept(of file: String, isBundled: Bool = false) throws -> SavedView {
        var kept = try view.kept(of: file, isBundled: isBundled)
        kept.isPaused = pause
        return kept
    }
}
