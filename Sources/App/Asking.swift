import Debugger
import Events
import Panels
import Terminal

/// A line that the user types: what it is for, the text so far, and what is wrong with it.
struct Asking: Sendable {
    enum Purpose: Hashable, Sendable {
        case place, search, filter, markName, breakpoint, logFile, export
        case newName(Mark)
    }

    let purpose: Purpose
    var editor: LineEditor
    var error: String?
    /// What was there at first is only an offer: the first thing that is typed takes its place.
    private var isOffer: Bool

    init(_ purpose: Purpose, _ text: String = "") {
        isOffer = !text.isEmpty
        self.purpose = purpose
        editor = LineEditor(text)
    }

    var label: String {
        switch purpose {
        case .place: "go to:"
        case .search: "search:"
        case .filter: "show only:"
        case .markName, .newName: "mark:"
        case .breakpoint: "stop at:"
        case .logFile: "write log to:"
        case .export: "export to:"
        }
    }

    /// What a key does to the line.
    enum Answer: Hashable, Sendable { case typed, entered, given }

    mutating func take(_ key: Key) -> Answer {
        error = nil
        defer { isOffer = false }
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        case .named(.backspace, _), .control("h"): editor.deleteBackward()
        case .named(.delete, _): editor.deleteForward()
        case .control("w"): editor.deleteWord()
        case .control("u"): editor.deleteToStart()
        case .named(.left, _): editor.moveLeft()
        case .named(.right, _): editor.moveRight()
        case .named(.home, _), .control("a"): editor.moveToStart()
        case .named(.end, _), .control("e"): editor.moveToEnd()
        case .named(.enter, _), .control("m"), .control("j"): return .entered
        case .named(.escape, _): return .given
        default: break
        }
        return .typed
    }

    private mutating func insert(_ text: String) {
        if isOffer { editor.clear() }
        editor.insert(text)
    }
}

/// A place as people type it.
enum TypedPlace {
    /// `120` a frame, `1:23.4` or `5.2s` a moment, `c3` a chunk, anything else the name of a mark.
    static func goal(_ text: String, marks: [Mark]) -> Goal? {
        let text = text.trimmed
        if let mark = marks.first(where: { $0.name == text }) { return .time(mark.time) }
        if let ordinal = Int(text), ordinal >= 0 { return .frame(ordinal) }
        if text.first == "c" || text.first == "C", let chunk = Int(text.dropFirst()), chunk >= 0 {
            return .chunk(chunk)
        }
        if text.last == "s", let seconds = Double(text.dropLast()), seconds >= 0, seconds < 1e9 {
            return .time(Instant(seconds: seconds))
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for part in parts {
            guard let number = Double(part), number >= 0, number < 1e6 else { return nil }
            seconds = seconds * 60 + number
        }
        return .time(Instant(seconds: seconds))
    }
}

extension String {
    /// Without blanks at its ends.
    var trimmed: String {
        let rest = drop { $0 == " " }
        return String(rest.prefix(rest.count - rest.reversed().prefix { $0 == " " }.count))
    }
}
