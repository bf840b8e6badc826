import Checks
import Debugger
import Engine
import Events
import Frames
import Keys
import Panels
import Terminal

/// Lines that are typed, and lists in which something is chosen.
extension RunLoop {
    func ask(_ purpose: Prompt.Purpose, _ text: String = "") { state.prompt = Prompt(purpose, text) }

    /// Keys that a line or a list takes for itself; `false` for all others.
    func takeInPopup(_ key: Key) -> Bool {
        // It quits from everywhere.
        if key == .control("c") { return false }
        if state.prompt != nil {
            takeInLine(key)
            return true
        }
        switch state.popup {
        case .breakpoints(let row): return takeInBreakpoints(key, row)
        case .marks(let row): return takeInMarks(key, row)
        case .conversation(let row): return takeInConversation(key, row)
        case .help(let page): return turnHelp(key, page)
        case nil: return false
        }
    }

    private func turnHelp(_ key: Key, _ page: Int) -> Bool {
        switch key {
        case .named(.down, _), .named(.right, _), .named(.pageDown, _), .character(" "):
            state.popup = .help(page: (page + 1) % HelpPanel.pages(helpGroups, in: layout))
        case .named(.up, _), .named(.left, _), .named(.pageUp, _): state.popup = .help(page: max(0, page - 1))
        default: return false
        }
        return true
    }

    // MARK: A line

    private func takeInLine(_ key: Key) {
        guard var prompt = state.prompt else { return }
        if prompt.purpose == .message, recall(key) { return }
        let before = prompt.error
        let answer = prompt.receive(key)
        state.prompt = prompt
        switch answer {
        case .typed: break
        case .given:
            state.prompt = nil
            // What was looked for in vain is not looked for any more.
            if prompt.purpose == .search, before != nil { state.debug.log.search = "" }
        case .entered:
            state.message = nil
            let text = prompt.editor.text.trimmed
            if text.isEmpty, prompt.purpose != .search, prompt.purpose != .filter {
                state.prompt = nil
            } else if let error = perform(prompt.purpose, text, before) {
                state.prompt?.error = error
            } else {
                state.prompt = nil
            }
        }
    }

    /// - Parameter before: what was wrong with the text when it was entered.
    /// - Returns: what is wrong with the text; `nil` when it was carried out.
    private func perform(_ purpose: Prompt.Purpose, _ text: String, _ before: String?) -> String? {
        switch purpose {
        case .place: goToTyped(text)
        case .search: search(text)
        case .filter: filter(text)
        case .markName: mark(text, nil)
        case .newName(let mark): self.mark(text, mark)
        case .breakpoint: addBreakpoint(text)
        case .logFile: writeLog(to: text)
        case .export: export(to: text)
        case .message: send(text, warned: before == Self.onlyIdles)
        }
    }

    private func goToTyped(_ text: String) -> String? {
        guard let goal = TypedPlace.goal(text, marks: state.debug.landmarks.marks) else { return "no such place" }
        go(to: goal, at: clock.now)
        return nil
    }

    private func search(_ text: String) -> String? {
        state.debug.log.search = text
        guard !text.isEmpty else { return nil }
        return findInLog(.forward, from: LogView.place(at: playback.heard, in: playback.log) - 1, goesAround: true)
    }

    private func filter(_ text: String) -> String? {
        guard let filter = LogFilter(typed: text) else {
            return "letters are \(String(FrameStatus.allCases.map(\.letter)))"
        }
        setFilter(filter)
        let key = isLogSeen && state.debug.log.count == 0 ? keys.hint(of: .filter) : nil
        let undo = key.map { "; \($0) Enter shows all" } ?? ""
        state.message = filter.isEmpty ? "all lines" : "only \(filter.typed)\(lineCount)\(undo)"
        return nil
    }

    private func mark(_ text: String, _ renamed: Mark?) -> String? {
        let typed = TypedMark(text)
        if let problem = typed.problem { return problem }
        if let renamed { rename(renamed, typed) } else { addMark(typed) }
        return nil
    }

    private func addBreakpoint(_ text: String) -> String? {
        guard let condition = Breakpoint.Condition(text) else { return "no such stop" }
        change(playback.breakpoints + [Breakpoint(condition)])
        state.popup = .breakpoints(playback.breakpoints.count - 1)
        return nil
    }

    // MARK: Lists

    private func takeInBreakpoints(_ key: Key, _ row: Int) -> Bool {
        var list = playback.breakpoints
        let isThere = list.indices.contains(row)
        switch key {
        case .named(.up, _), .character("k"): state.popup = .breakpoints(max(0, row - 1))
        case .named(.down, _), .character("j"): state.popup = .breakpoints(min(max(0, list.count - 1), row + 1))
        case .character(" "), .named(.enter, _):
            guard isThere else { return true }
            list[row].isEnabled.toggle()
            change(list)
        case .character("+"), .character("="), .character("-"):
            guard isThere else { return true }
            list[row].ignoring = min(max(0, list[row].ignoring + (key == .character("-") ? -1 : 1)), 1_000_000)
            change(list)
        case .character("a"): ask(.breakpoint)
        case .character("d"), .named(.delete, _):
            guard isThere else { return true }
            list.remove(at: row)
            change(list)
            state.popup = .breakpoints(min(row, max(0, list.count - 1)))
        case .character("b"), .named(.escape, _): state.popup = nil
        case .character(">"), .character("<"):
            state.popup = nil
            return false
        default: return key != .character("q")
        }
        return true
    }

    private func takeInMarks(_ key: Key, _ row: Int) -> Bool {
        let marks = state.debug.landmarks.marks
        let mark = marks.indices.contains(row) ? marks[row] : nil
        switch key {
        case .named(.up, _), .character("k"): state.popup = .marks(max(0, row - 1))
        case .named(.down, _), .character("j"): state.popup = .marks(min(max(0, marks.count - 1), row + 1))
        case .named(.enter, _), .character(" "):
            state.popup = nil
            if let mark { go(to: .time(mark.time), at: clock.now) }
        case .character("n"):
            if let mark { ask(.newName(mark), mark.name + (mark.note.isEmpty ? "" : ": \(mark.note)")) }
        case .character("d"), .named(.delete, _):
            if let mark { remove(mark) }
            state.popup = .marks(min(row, max(0, state.debug.landmarks.marks.count - 1)))
        case .character("'"), .named(.escape, _): state.popup = nil
        default: return key != .character("q")
        }
        return true
    }

    var helpGroups: [HelpPanel.Group] {
        var groups = keys.groups.map { group in HelpPanel.Group(group.title, group.rows.map { ($0.key, $0.does) }) }
        let letters = FrameStatus.allCases.map { (String($0.letter), $0.meaning) }
        let nextView = keys.label(of: .nextView)
        let views = PictureView.allCases.map { (nextView, "\($0.rawValue): \($0.meaning)") }
        groups += [HelpPanel.Group("views", views), HelpPanel.Group("status letters, for F =", letters)]
        guard state.debug.isOpen else { return groups }
        let signs = TimelinePanel.legend.map { ($0.sign, $0.meaning) }
        groups.append(HelpPanel.Group("timeline", signs))
        // Long sentences would take the second column of small screens.
        return layout.size.columns >= 160 ? groups : groups.map { $0.wrapped(toCells: 28) }
    }
}
