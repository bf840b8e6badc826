import Debugger
import Events
import Keys
import Panels
import Typesetting

/// A line that the user types: what it is for, the text so far, and what is wrong with it.
package struct Prompt: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        case place, search, filter, breakpoint, logFile
        /// To whom it was asked for, and as that one is called where there are several: another may be on the screen meanwhile.
        case message(to: Member = .main, called: String? = nil)
        /// Where it was asked for: what is played may go on while the name is typed.
        case markName(at: Instant)
        case export(frames: ClosedRange<Int>)
        case newName(Mark)
        case sentence, bookSearch, historySearch
        case bookmark(BookPlace)
    }

    let purpose: Purpose
    var editor: LineEditor
    var error: String? { didSet { pointsAtError = false } }
    /// The error is about the place of the cursor, and shown above it.
    private(set) var pointsAtError = false
    /// What was there at first is only an offer, shown as selected: the first thing that is typed takes its place, what
    /// deletes takes all of it away, and any other key leaves it to be edited.
    private(set) var isOffer: Bool

    static let tooLong = "At most \(LineEditor.limit) characters"

    init(_ purpose: Purpose, _ text: String = "") {
        isOffer = !text.isEmpty
        self.purpose = purpose
        editor = LineEditor(text)
    }

    /// With a text that is edited on, the cursor at its end.
    init(_ purpose: Purpose, typed text: String) {
        self.init(purpose)
        editor = LineEditor(text)
    }

    var label: String {
        switch purpose {
        case .place: "go to:"
        case .search, .bookSearch, .historySearch: "search:"
        case .sentence: "go to sentence:"
        case .bookmark: "bookmark:"
        case .filter: "show only:"
        case .markName, .newName: "mark:"
        case .breakpoint: "stop at:"
        case .logFile: "write log to:"
        case .export: "export to:"
        case .message(_, let name): "say" + (name.map { " to \(OutsideText.shown($0, cells: 16))" } ?? "") + ":"
        }
    }

    /// What a key does to the line.
    enum Answer: Hashable, Sendable { case typed, entered, canceled }

    mutating func receive(_ key: Key) -> Answer {
        error = nil
        defer { isOffer = false }
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        case .named(.backspace, _) where isOffer, .control("h") where isOffer, .named(.delete, _) where isOffer:
            editor.clear()
        case .named(.backspace, _), .control("h"): editor.deleteBackward()
        case .named(.delete, _): editor.deleteForward()
        case .control("w"): editor.deleteWord()
        case .control("u"): editor.deleteToStart()
        case .control("k"): editor.deleteToEnd()
        case .named(.left, _): editor.moveLeft()
        case .named(.right, _): editor.moveRight()
        case .named(.home, _), .control("a"): editor.moveToStart()
        case .named(.end, _), .control("e"): editor.moveToEnd()
        case .named(.enter, _), .control("m"), .control("j"): return .entered
        case .named(.escape, _): return .canceled
        default: break
        }
        return .typed
    }

    /// Says what is wrong at a character, and puts the cursor there.
    mutating func point(at place: Int, _ error: String) {
        editor.move(to: place)
        self.error = error
        pointsAtError = true
    }

    private mutating func insert(_ text: String) {
        if isOffer { editor.clear() }
        if !editor.insert(text) { error = Self.tooLong }
    }
}

/// Completing a stop that is being typed.
extension ScreenModel {
    /// What could stand at the cursor; `nil` where no stop is typed.
    func stopCompletion(_ played: Played) -> StopCompletion? {
        guard let prompt, prompt.purpose == .breakpoint else { return nil }
        return StopCompletion(
            prompt.editor.beforeCursor, at: played.record, clips: played.timeline.edge.clipNames.map(\.rawValue))
    }

    /// As much as all that could be meant have in common; what is whole has a blank behind it.
    mutating func completeStop(_ played: Played) -> [ScreenAction] {
        guard let completion = stopCompletion(played), let first = completion.candidates.first else { return [] }
        let text = completion.candidates.count == 1 ? first + " " : completion.common
        // Where some have quotes and others have none there is nothing in common.
        guard text.count >= completion.typed.count else { return [] }
        prompt?.error = nil
        if prompt?.editor.replace(from: completion.start, with: text) == false {
            prompt?.error = Prompt.tooLong
        }
        return []
    }
}
