import Debugger
import Events
import Frames
import JSON
import Panels

/// Where in a tape somebody is, and what of it is to be seen: told as options of a command, and kept until the tape is opened again.
///
/// All of it is text in the same forms, so that what is told can be kept, and what is kept be told.
package struct SavedView: Hashable, Sendable {
    /// The names of its options, without dashes, and of its members in a file; in the order in which they are told.
    package enum Option: String, CaseIterable, Sendable {
        case agent, at, view, onion, outline, panel, timeline, filter, search
        case slotA = "slot-a"
        case slotB = "slot-b"
        case pair, pause

        /// It has no value: it is there or not.
        package var isFlag: Bool { self == .outline || self == .pair || self == .pause }
    }

    /// What can be open around the picture and over it.
    package enum Panel: String, CaseIterable, Hashable, Sendable {
        case log
        /// The log and nothing else.
        case logAlone = "log-alone"
        case timeline, inspector, statistics, captions
    }

    /// Whose places these are, by the id or the name that the call has; `nil`: the first one's.
    package var agent: String?
    package var at: Goal?
    package var view: PictureView?
    package var onion: Int?
    package var isOutlined = false
    /// All that are open; `nil`: as usual.
    package var panels: Set<Panel>?
    /// Which stretch it shows; `nil`: as usual.
    package var timeline: TimelineView?
    package var filter: LogFilter?
    package var search: String?
    package var slotA: Goal?
    package var slotB: Goal?
    package var showsPair = false
    package var isPaused = false

    package init() {}

    package var isEmpty: Bool { self == SavedView() }

    // MARK: As text

    /// What is told of it, in order; flags have no text.
    package var options: [(option: Option, text: String)] {
        Option.allCases.compactMap { option in self[option].map { (option, $0) } }
    }

    private subscript(option: Option) -> String? {
        switch option {
        case .agent: agent
        case .at: at?.typed
        case .view: view?.rawValue
        case .onion: onion.map { "\($0)" }
        case .outline: isOutlined ? "" : nil
        case .panel: panels.map(Self.text)
        case .timeline: timeline?.typed
        case .filter: filter?.typed
        case .search: search
        case .slotA: slotA?.typed
        case .slotB: slotB?.typed
        case .pair: showsPair ? "" : nil
        case .pause: isPaused ? "" : nil
        }
    }

    private static func text(_ panels: Set<Panel>) -> String {
        panels.isEmpty ? "none" : Panel.allCases.filter(panels.contains).map(\.rawValue).joined(separator: ",")
    }

    /// What a text has to be, after "expected".
    package static func expected(_ option: Option) -> String {
        switch option {
        case .agent: "an agent's id or name"
        case .at, .slotA, .slotB: Goal.expected
        case .view: "one of " + PictureView.allCases.map(\.rawValue).joined(separator: ", ")
        case .onion:
            "a number of frames, \(PictureView.onionFrames.lowerBound) to \(PictureView.onionFrames.upperBound)"
        case .outline, .pair, .pause: "nothing"
        case .panel: "none, or a list of " + Panel.allCases.map(\.rawValue).joined(separator: ",")
        case .timeline: "a time range (2s..4.5s) or all"
        case .filter: "text, = and letters (\(LogFilter.letterWords)), or @ for the lines of a book"
        case .search: "at most \(LineEditor.limit) characters of text"
        }
    }

    /// - Returns: whether the text is one of these.
    package mutating func take(_ text: String, for option: Option) -> Bool {
        // As if it were typed: a file may be anybody's.
        guard LineEditor(text).text == text else { return false }
        switch option {
        case .agent: agent = text.isEmpty ? nil : text
        case .at: at = Goal(typed: text)
        case .view: view = PictureView(rawValue: text)
        case .onion: onion = Int(text).flatMap { PictureView.onionFrames.contains($0) ? $0 : nil }
        case .outline: isOutlined = text.isEmpty
        case .panel: panels = Self.panels(text)
        case .timeline: timeline = TimelineView(typed: text)
        case .filter: filter = LogFilter(typed: text)
        case .search: search = text
        case .slotA: slotA = Goal(typed: text)
        case .slotB: slotB = Goal(typed: text)
        case .pair: showsPair = text.isEmpty
        case .pause: isPaused = text.isEmpty
        }
        return self[option] != nil
    }

    private static func panels(_ text: String) -> Set<Panel>? {
        if text == "none" { return [] }
        let panels = text.split(separator: ",", omittingEmptySubsequences: false).map { Panel(rawValue: String($0)) }
        return panels.contains(nil) ? nil : Set(panels.compactMap(\.self))
    }

    package var hasPlaces: Bool { at != nil || slotA != nil || slotB != nil }

    /// Without whose places they are, and them.
    package var withoutPlaces: SavedView {
        var view = self
        (view.agent, view.at, view.slotA, view.slotB, view.showsPair) = (nil, nil, nil, nil, false)
        return view
    }

    /// This one where it says something, else that one. Places of two agents do not mix.
    package func over(_ other: SavedView) -> SavedView {
        let isOfAnother = agent != other.agent && (agent != nil || hasPlaces)
        var both = isOfAnother ? other.withoutPlaces : other
        for (option, text) in options { _ = both.take(text, for: option) }
        return both
    }

    // MARK: As JSON

    package var json: JSONObject {
        JSONObject(options.map { JSONObject.Member($0.option.rawValue, .string($0.text)) })
    }

    /// Members that are none of these, and values that are wrong, are as if they were not there.
    package init(_ json: JSONObject) {
        for option in Option.allCases {
            if case .string(let text)? = json[option.rawValue] { _ = take(text, for: option) }
        }
    }
}

/// How somebody else can see what is on screen: by a command that opens the same tape.
package enum Sharing: Equatable, Sendable {
    /// - Parameters:
    ///   - file: as the user names it; `nil` for the demo.
    ///   - options: what the tape is played with otherwise than usual.
    case tape(file: String?, options: [String])
    /// - Parameter reason: why there is none, in words.
    case impossible(String)

    var isPossible: Bool { if case .tape = self { true } else { false } }
}
