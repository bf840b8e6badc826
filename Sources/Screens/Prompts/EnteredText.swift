import Debugger
import Engine
import Events
import Keys
import Panels
import Sessions

/// Lines that are typed.
extension ScreenModel {
    mutating func ask(_ purpose: Prompt.Purpose, _ text: String = "") { prompt = Prompt(purpose, text) }

    mutating func receiveInLine(_ key: Key, _ played: Played) -> [ScreenAction] {
        guard var line = prompt else { return [] }
        if case .message = line.purpose {
            if recall(key) { return [] }
            if let actions = receiveInChat(key, line.editor.text, played) { return actions }
        }
        if line.purpose == .breakpoint, key == .named(.tab) { return completeStop(played) }
        let (before, wasOffer) = (line.error, line.isOffer)
        let answer = line.receive(key)
        prompt = line
        switch answer {
        case .typed: return line.purpose == .historySearch ? [.findInHistory(.typed(line.editor.text))] : []
        case .canceled where line.purpose == .historySearch:
            prompt = nil
            return leaveHistorySearch()
        case .canceled:
            prompt = nil
            if !wasOffer { keepUnsaid(line) }
            // What was looked for in vain is not looked for any more.
            if line.purpose == .search, before != nil { stepping.log.search = "" }
            return []
        case .entered: break
        }
        notice = nil
        let text = line.editor.text.trimmed
        if text.isEmpty, ![.search, .filter, .bookSearch, .historySearch].contains(line.purpose) {
            prompt = nil
            return []
        }
        return enter(line.purpose, text, before, played)
    }

    /// What came of the line; where somebody else has to do it, they answer.
    private enum Entered {
        case done([ScreenAction] = [])
        case wrong(String)
        /// At a character of the text without the blanks around it.
        case wrongAt(Int, String)
        case asked([ScreenAction])
    }

    /// - Parameter before: what was wrong with the text when it was entered.
    private mutating func enter(
        _ purpose: Prompt.Purpose, _ text: String, _ before: String?, _ played: Played
    ) -> [ScreenAction] {
        let entered: Entered =
            switch purpose {
            case .place: goToTyped(text, played)
            case .search: search(text, played)
            case .filter: filter(text, played)
            case .markName(let time): mark(text) { .addMark(Mark(time: time, name: $0.name, note: $0.note ?? "")) }
            case .newName(let mark): self.mark(text, named: mark.name) { .rename(mark, to: $0.name, note: $0.note) }
            case .breakpoint: addBreakpoint(text, played)
            case .logFile: writeLog(to: text, played)
            case .export(let frames): export(frames, to: text)
            case .sentence: goToSentence(text, played)
            case .bookSearch: searchBook(text, played)
            case .historySearch: finishHistorySearch(text, wrong: before)
            case .bookmark(let place): bookmark(place, text)
            case .message(let member, let name):
                sendTyped(text, to: member, called: name, warned: before == Self.onlyIdles, played)
            }
        switch entered {
        case .done(let actions):
            prompt = nil
            // There is more to say.
            if opening.isChat, case .message = purpose { askMessage(played) }
            return actions
        case .wrong(let reason):
            prompt?.error = reason
            return []
        case .wrongAt(let place, let reason):
            let blanks = prompt?.editor.text.prefix { $0.isWhitespace }.count ?? 0
            prompt?.point(at: blanks + place, reason)
            return []
        case .asked(let actions): return actions
        }
    }

    private mutating func goToTyped(_ text: String, _ played: Played) -> Entered {
        guard let goal = TypedPlace.goal(text, marks: stepping.landmarks.marks, in: played.log) else {
            return .wrong("Expected \(TypedPlace.expected)")
        }
        guard case .place(let place) = goal else { return .done(stepping.go(to: goal)) }
        return .done(stepping.go(to: .place(played.timeline.meant(place))))
    }

    /// A sentence's number, or `c` and a chapter's (reader 2.11).
    private mutating func goToSentence(_ text: String, _ played: Played) -> Entered {
        guard let reader = played.reader, let numbers = reader.numbers else { return .wrong("No text yet") }
        if text.first == "c" || text.first == "C" {
            let count = reader.book?.chapters.count ?? 0
            guard let number = Int(text.dropFirst()), (1...max(1, count)).contains(number), count > 0 else {
                return .wrong(count == 0 ? "The book has no chapters" : "Chapters are c1 to c\(count)")
            }
            return .done(ReaderScreen.read(.chapter(number), played))
        }
        guard let number = Int(text) else {
            let count = reader.book?.chapters.count ?? 0
            let chapters = count == 0 ? "" : count == 1 ? ", or c1" : ", or a chapter, c1 to c\(count)"
            return .wrong("Expected a number, \(numbers.lowerBound) to \(numbers.upperBound)" + chapters)
        }
        // Beyond an end is at that end.
        if number > numbers.upperBound { notice = "The last sentence is \(numbers.upperBound)" }
        if number < numbers.lowerBound { notice = "The first sentence is \(numbers.lowerBound)" }
        return .done(ReaderScreen.read(.jump(sentence: number), played))
    }

    private mutating func searchBook(_ text: String, _ played: Played) -> Entered {
        let start = BookMatches.Start(played.reader?.record.transcript)
        reader.matches = text.isEmpty ? nil : BookMatches(text, from: start)
        return .done(text.isEmpty ? [] : [.searchBook(text, from: start)])
    }

    /// The text was looked for while it was typed.
    private mutating func finishHistorySearch(_ text: String, wrong: String?) -> Entered {
        if text.isEmpty { return .done(leaveHistorySearch()) }
        return wrong.map { .wrong($0) } ?? .done()
    }

    private func bookmark(_ place: BookPlace, _ text: String) -> Entered {
        let name = String(text.prefix(BookFacts.longestName))
        return .asked([.setBookmark(Bookmark(place, name: name))])
    }

    private mutating func search(_ text: String, _ played: Played) -> Entered {
        stepping.log.search = text
        guard !text.isEmpty else { return .done() }
        let place = LogView.place(at: played.heard, in: played.log) - 1
        let outcome = stepping.findInLog(.forward, from: place, goesAround: true, in: played.log)
        return outcome.notice.map { .wrong($0) } ?? .done(outcome.actions)
    }

    /// Of a tape without a book no line is its reader's, wherever the playhead is.
    func canShow(_ filter: LogFilter, _ played: Played) -> Bool {
        !filter.isOfBook || opening.isReading || played.timeline.edgeSession.reader != nil
    }

    static let noBook = "@ shows the notes of a book's reader; this is not a book"

    private mutating func filter(_ text: String, _ played: Played) -> Entered {
        guard let filter = LogFilter(typed: text) else {
            return .wrong(
                "Letters are \(LogFilter.letterWords)" + keys.advice("; press ", .faults, " for the list of faults"))
        }
        guard canShow(filter, played) else { return .wrong(Self.noBook) }
        stepping.setFilter(filter, in: played.log)
        let isEmpty = stepping.isLogSeen(played.log) && stepping.log.count == 0
        let undo = isEmpty ? keys.advice("; ", .filter, " Enter: show all") : ""
        notice = filter.isEmpty ? "All lines" : "Only \(filter.typed)\(stepping.lineCount(of: played.log))\(undo)"
        return .done()
    }

    private mutating func writeLog(to path: String, _ played: Played) -> Entered {
        guard stepping.isLogSeen(played.log) else { return .wrong(Stepping.stillFiltering) }
        let lacks = [played.runAhead == .listening ? "Still indexing the recording" : "", stepping.judged.missing]
        stepping.unwritten = lacks.filter { !$0.isEmpty }.joined(separator: ", ")
        return .asked([.writeLog(to: path)])
    }

    /// - Parameter name: that it has.
    private func mark(_ text: String, named name: String? = nil, _ action: (TypedMark) -> ScreenAction) -> Entered {
        let typed = TypedMark(text)
        return typed.problem(named: name).map { .wrong($0) } ?? .done([action(typed)])
    }

    private mutating func addBreakpoint(_ text: String, _ played: Played) -> Entered {
        do {
            let condition = try Breakpoint.Condition(typed: text)
            if let place = played.breakpoints.firstIndex(where: { $0.condition == condition }) {
                // It is there: what is meant is that it stops.
                popup = .breakpoints(place)
                var list = played.breakpoints
                list[place].isEnabled = true
                return .done([.setBreakpoints(list)])
            }
            popup = .breakpoints(played.breakpoints.count)
            return .done([.setBreakpoints(played.breakpoints + [Breakpoint(condition)])])
        } catch {
            return .wrongAt(error.place, error.reason)
        }
    }

    private mutating func sendTyped(
        _ text: String, to member: Member, called name: String?, warned: Bool, _ played: Played
    ) -> Entered {
        switch outgoing(text, to: member, called: name, warned: warned, played) {
        case .success(let message):
            initialUtterance?.giveWay()
            script?.giveWay()
            return .done([.send(message)])
        case .failure(let reason): return .wrong(reason.text)
        }
    }

    // MARK: Exporting

    /// The frames of the chosen range, else the one that is shown.
    private func exportRange(_ played: Played) -> ClosedRange<Int>? {
        guard let selection = stepping.landmarks.selection else { return played.record.map { $0.ordinal...$0.ordinal } }
        guard let last = played.log.frame(after: selection.upperBound) else { return nil }
        return min(played.log.entryOnScreen(after: selection.lowerBound)?.record?.ordinal ?? 0, last)...last
    }

    mutating func askExport(_ played: Played) {
        guard let range = exportRange(played) else {
            notice = "No picture yet"
            return
        }
        let name = range.count == 1 ? "frame-\(range.lowerBound)" : "frames-\(range.lowerBound)-\(range.upperBound)"
        ask(.export(frames: range), name + ".png")
    }

    private func export(_ frames: ClosedRange<Int>, to path: String) -> Entered {
        guard exporting == nil else { return .wrong("Another export is still running") }
        return .asked([.export(to: path, frames: frames)])
    }
}

/// A place as people type it.
enum TypedPlace {
    /// What `Goal` reads, or the name of a mark: a number is a frame's, whatever marks are called.
    static func goal(_ text: String, marks: [Mark], in log: SessionLog) -> Goal? {
        let text = text.trimmed
        return Goal(typed: text) ?? marks.first { $0.name == text }.map { log.goal(of: $0) }
    }

    static let expected = "\(Goal.expected), or a mark's name"
}

/// A mark as people type it: `name`, or `name: note`.
struct TypedMark: Hashable, Sendable {
    let name: String
    /// `nil` where none was typed; empty where there was a colon and nothing after it.
    let note: String?

    init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
            String($0).trimmed
        }
        name = parts.first ?? ""
        note = parts.count > 1 ? parts[1] : nil
    }

    /// Why a tape would not keep it, or nobody could go to it by its name.
    /// - Parameter old: the name that the mark has.
    func problem(named old: String? = nil) -> String? {
        if name.isEmpty { return "A mark needs a name" }
        // A tape counts scalars.
        if !Mark.isName(name) {
            return "A name has at most \(Mark.longestName) characters"
        }
        if name != old, Goal(typed: name) != nil {
            return "\(name) names a position; choose another name for the mark"
        }
        if let note, !Mark.isNote(note) { return "The note is too long" }
        return nil
    }
}
