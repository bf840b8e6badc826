import Debugger
import Events
import Keys
import Panels
import Sessions

/// Lists in which something is chosen, and keys of the help.
extension ScreenModel {
    /// Keys that a line or a list takes for itself; `nil` for all others.
    mutating func receiveInPopup(_ key: Key, _ played: Played) -> [ScreenAction]? {
        // It quits from everywhere.
        if key == .control("c") { return nil }
        if prompt != nil { return receiveInLine(key, played) }
        switch popup {
        case .breakpoints(let row): return receiveInBreakpoints(key, row, played)
        case .marks(let row): return receiveInMarks(key, row, played)
        case .faults(let state): return receiveInFaults(key, state, played)
        case .why(let why, let row): return receiveInWhy(key, why, row)
        case .conversation(let row): return receiveInConversation(key, row, played)
        case .help(let state): return receiveInHelp(key, state, played)
        case .palette(let palette): return receiveInPalette(key, palette, played)
        case .chapters(let row): return receiveInChapters(key, row, played)
        case .bookmarks(let row): return receiveInBookmarks(key, row, played)
        case nil: return nil
        }
    }

    private mutating func receiveInHelp(_ key: Key, _ state: HelpPanel.State, _ played: Played) -> [ScreenAction]? {
        let (layout, groups) = (layout(played), helpGroups(played))
        var state = state
        let page = max(1, HelpPanel.visibleRows(groups, state, in: layout) - 1)
        let last = HelpPanel.lastTop(groups, state, in: layout)
        switch key {
        case .named(.down, _): state.top += 1
        case .named(.up, _): state.top -= 1
        case .named(.pageDown, _): state.top += page
        case .named(.pageUp, _): state.top -= page
        case .named(.home, _): state.top = 0
        case .named(.end, _): state.top = last
        case .character(" ") where !state.filter.isTyping, .control("f") where !state.filter.isTyping: state.top += page
        case .control("b") where !state.filter.isTyping: state.top -= page
        case .character("j") where !state.filter.isTyping: state.top += 1
        case .character("k") where !state.filter.isTyping: state.top -= 1
        case .character("G") where !state.filter.isTyping: state.top = last
        case _ where !state.filter.isTyping && closes(key, .quit):
            popup = nil
            return []
        default:
            guard let isChanged = state.filter.receive(key) else { return state.filter.isTyping ? [] : nil }
            if isChanged { state.top = 0 }
        }
        state.top = state.top.clamped(to: 0...HelpPanel.lastTop(groups, state, in: layout))
        popup = .help(state)
        return []
    }

    /// - Returns: whether it is open.
    mutating func scrollHelp(by rows: Int, _ played: Played) -> Bool {
        guard case .help(var state) = popup else { return false }
        let last = HelpPanel.lastTop(helpGroups(played), state, in: layout(played))
        state.top = (state.top + rows).clamped(to: 0...last)
        popup = .help(state)
        return true
    }

    /// What a key does in every list: chooses another line, or closes it, as the one does that quits elsewhere. No other one does
    /// anything, but for the one that shows all keys.
    mutating func choose(_ key: Key, of count: Int) -> [ScreenAction]? {
        guard let row = popup?.row else { return nil }
        switch key {
        case .named(.up, _), .character("k"): popup?.row = max(0, row - 1)
        case .named(.down, _), .character("j"): popup?.row = min(max(0, count - 1), row + 1)
        case .named(.home, _): popup?.row = 0
        case .named(.end, _): popup?.row = max(0, count - 1)
        case .named(.pageUp, _): popup?.row = max(0, row - KeySteps.list)
        case .named(.pageDown, _): popup?.row = min(max(0, count - 1), row + KeySteps.list)
        case .named(.escape, _): popup = nil
        case _ where closes(key, .quit): popup = nil
        default: return keys.command(for: key) == .toggleHelp ? nil : []
        }
        return []
    }

    /// Whether a key that opened the list closes it.
    func closes(_ key: Key, _ command: Command) -> Bool { keys.command(for: key) == command }

    private mutating func receiveInBreakpoints(_ key: Key, _ row: Int, _ played: Played) -> [ScreenAction]? {
        var list = played.breakpoints
        let isThere = list.indices.contains(row)
        switch key {
        case .character(" "), .named(.enter, _):
            guard isThere else { return [] }
            list[row].isEnabled.toggle()
            return [.setBreakpoints(list)]
        case .character("+"), .character("="), .character("-"):
            guard isThere else { return [] }
            let changed = list[row].ignoring + (key == .character("-") ? -1 : 1)
            list[row].ignoring = changed.clamped(to: 0...Breakpoint.mostIgnored)
            return [.setBreakpoints(list)]
        case .character("a"): ask(.breakpoint)
        case .character("d"), .named(.delete, _):
            guard isThere else { return [] }
            list.remove(at: row)
            popup = .breakpoints(min(row, max(0, list.count - 1)))
            return [.setBreakpoints(list)]
        case _ where closes(key, .breakpoints): popup = nil
        // A run closes the list and goes.
        case _ where closes(key, .runForward) || closes(key, .runBack):
            popup = nil
            return nil
        default: return choose(key, of: list.count)
        }
        return []
    }

    private mutating func receiveInMarks(_ key: Key, _ row: Int, _ played: Played) -> [ScreenAction]? {
        let marks = stepping.landmarks.marks
        let mark = marks.indices.contains(row) ? marks[row] : nil
        switch key {
        case .named(.enter, _), .character(" "):
            popup = nil
            if let mark { return stepping.go(to: played.log.goal(of: mark)) }
        case .character("n"):
            if let mark { ask(.newName(mark), mark.name + (mark.note.isEmpty ? "" : ": \(mark.note)")) }
        case .character("d"), .named(.delete, _):
            popup = .marks(min(row, max(0, marks.count - 2)))
            if let mark { return [.remove(mark)] }
        case _ where closes(key, .marks): popup = nil
        default: return choose(key, of: marks.count)
        }
        return []
    }

    private mutating func receiveInFaults(_ key: Key, _ old: FaultsPanel.State, _ played: Played) -> [ScreenAction]? {
        var state = old
        if let isChanged = state.filter.receive(key) {
            if isChanged { state.row = 0 }
            popup = .faults(state)
            return []
        }
        let faults = { FaultsPanel.listed(played.log, state.filter.text) }
        switch key {
        case .named(.enter, _), .character(" "):
            let faults = faults()
            popup = nil
            guard faults.indices.contains(state.row) else { return [] }
            return stepping.go(to: goal(of: faults[state.row].fault, played))
        case _ where closes(key, .faults): popup = nil
        default: return choose(key, of: faults().count)
        }
        return []
    }

    /// One of a moment marks the frame that the list names.
    func goal(of fault: Fault, _ played: Played) -> Goal {
        let frame = fault.frame == nil ? played.log.frame(markedBy: fault) : nil
        return frame.map(Goal.frame) ?? .heard(fault.heard)
    }

    /// Why the frame at the playhead is as it is, or the one that a fault marks which was told with it, or since.
    mutating func askWhy(_ played: Played) {
        var finder = WhyFinder(hasTestedSeams: stepping.judged.seams)
        guard let ordinal = played.log.frame(explainedAt: played.heard),
            let why = finder.why(ordinal, in: played.timeline)
        else {
            notice = "No frame yet"
            return
        }
        popup = .why(why, 0)
    }

    private mutating func receiveInWhy(_ key: Key, _ why: Why, _ row: Int) -> [ScreenAction]? {
        switch key {
        case .named(.enter, _), .character(" "):
            guard why.steps.indices.contains(row), let place = why.steps[row].place else {
                notice = "Its position was not recorded"
                return []
            }
            popup = nil
            return stepping.go(to: place.goal)
        case _ where closes(key, .why): popup = nil
        default: return choose(key, of: why.steps.count)
        }
        return []
    }

    private mutating func receiveInChapters(_ key: Key, _ row: Int, _ played: Played) -> [ScreenAction]? {
        let chapters = played.reader?.book?.chapters ?? []
        switch key {
        case .named(.enter, _), .character(" "):
            popup = nil
            return chapters.indices.contains(row) ? ReaderScreen.go(to: chapters[row].start, played) : []
        case _ where closes(key, .chapters): popup = nil
        default: return choose(key, of: chapters.count)
        }
        return []
    }

    /// Others may set and remove some while the list is open: the chosen one stays the chosen one.
    mutating func followBookmarks(_ played: Played) {
        let (before, now) = (listedBookmarks, played.book.bookmarks)
        guard before != now else { return }
        listedBookmarks = now
        guard case .bookmarks(let row) = popup, before.indices.contains(row) else { return }
        let sentence = before[row].place.sentence
        popup = .bookmarks(now.firstIndex { $0.place.sentence >= sentence } ?? max(0, now.count - 1))
    }

    private mutating func receiveInBookmarks(_ key: Key, _ row: Int, _ played: Played) -> [ScreenAction]? {
        let bookmarks = played.book.bookmarks
        let bookmark = bookmarks.indices.contains(row) ? bookmarks[row] : nil
        switch key {
        case .named(.enter, _), .character(" "):
            popup = nil
            if let bookmark, played.book.isReadHere { return ReaderScreen.read(.place(bookmark.place), played) }
        case .character("n"): if let bookmark { ask(.bookmark(bookmark.place), bookmark.name) }
        case .character("d"), .named(.delete, _):
            popup = .bookmarks(min(row, max(0, bookmarks.count - 2)))
            if let bookmark { return [.removeBookmark(bookmark)] }
        case _ where closes(key, .bookmarks): popup = nil
        default: return choose(key, of: bookmarks.count)
        }
        return []
    }

    private mutating func receiveInConversation(_ key: Key, _ row: Int, _ played: Played) -> [ScreenAction]? {
        let lines = conversationLines(played)
        switch key {
        case .named(.enter, _):
            popup = nil
            guard opening.canTalk else {
                let said = played.captions
                return said.indices.contains(row) ? stepping.go(to: .heard(said[row].heard)) : []
            }
            // What the avatar said is nothing for the user to say.
            let isOwn = lines.indices.contains(row) && lines[row].author == .user
            isOwn ? ask(messageToShown(played), lines[row].text) : askMessage(played)
        case _ where closes(key, .conversation): popup = nil
        default: return choose(key, of: lines.count)
        }
        return []
    }
}

extension TypedFilter {
    /// What a key does to it: `/` begins it, Enter ends typing, Esc forgets it.
    /// - Returns: whether the letters are others; `nil` for a key that is nothing to it.
    mutating func receive(_ key: Key) -> Bool? {
        switch key {
        case .character(let character) where isTyping: insert(String(character))
        case .paste(let text) where isTyping: insert(text)
        case .named(.backspace, _) where isTyping, .control("h") where isTyping: deleteBackward()
        case .control("u") where isTyping: clear()
        case .named(.enter, _) where isTyping:
            isTyping = false
            return false
        case .named(.escape, _) where isTyping || !text.isEmpty: self = TypedFilter()
        case .character("/"): self = TypedFilter(isTyping: true)
        default: return nil
        }
        return true
    }
}
