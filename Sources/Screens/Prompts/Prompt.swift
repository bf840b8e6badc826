import Debugger
import Events
import Keys
import Panels

/// A line that the user types: what it is for, the text so far, and what is wrong with it.
package struct Prompt: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        case place, search, filter, markName, breakpoint, logFile, export, message
        case newName(Mark)
    }

    let purpose: Purpose
    var editor: LineEditor
    var error: String?
    /// What was there at first is only an offer, shown as selected: the first thing that is typed takes its place, any other
    /// key leaves it to be edited.
    private(set) var isOffer: Bool

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
        case .message: "say:"
        }
    }

    /// What a key does to the line.
    enum Answer: Hashable, Sendable { case typed, entered, given }

    mutating func receive(_ key: Key) -> Answer {
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
        if !editor.insert(text) { error = "at most \(LineEditor.limit) characters" }
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
        if text.last == "s" {
            guard let seconds = decimal(text.dropLast()), seconds < 1e9 else { return nil }
            return .time(Instant(seconds: seconds))
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (place, part) in parts.enumerated() {
            // Only the first one may go beyond 59, and only the last one has a fraction.
            let most = place == 0 ? 1e6 : 60.0
            guard let number = decimal(part), number < most, place == parts.count - 1 || !part.contains(".") else {
                return nil
            }
            seconds = seconds * 60 + number
        }
        return .time(Instant(seconds: seconds))
    }

    /// Digits, and perhaps a point and digits: no sign, no exponent.
    private static func decimal(_ text: Substring) -> Double? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return (1...2).contains(parts.count) && isPlain ? Double(text) : nil
    }

    /// What is said of a place that is not there.
    static func missing(_ goal: Goal?, in log: SessionLog) -> String {
        guard case .chunk? = goal else { return "no such place; the last frame is \(log.frameCount - 1)" }
        let last = log.chunkStarts.last.flatMap { log.entries[$0].record?.position?.chunk }
        return last.map { "no such chunk; the last one is \($0)" } ?? "no such chunk: there is none"
    }
}

extension String {
    /// Without blanks at its ends.
    var trimmed: String {
        let rest = drop { $0 == " " }
        return String(rest.prefix(rest.count - rest.reversed().prefix { $0 == " " }.count))
    }
}
