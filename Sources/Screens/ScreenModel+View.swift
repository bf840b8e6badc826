import Debugger
import Engine
import Events
import Frames
import Keys
import Panels
import PictureInPicture
import Sessions

/// What is on screen as a value that can be told and kept, and a screen that begins with one.
extension ScreenModel {
    // MARK: Beginning with one

    /// What needs nothing of what is played.
    mutating func show(_ view: SavedView) {
        picture.view = view.view ?? picture.view
        picture.onionFrames = view.onion ?? picture.onionFrames
        picture.isOutlined = view.isOutlined
        debugger.timeline = view.timeline ?? debugger.timeline
        stepping.log.search = view.search ?? ""
        for (isA, goal) in [(true, view.slotA), (false, view.slotB)] {
            guard let goal else { continue }
            stepping.awaitedSlots.append(Stepping.AwaitedSlot(isA: isA, goal: goal, pairs: isA && view.showsPair))
        }
        guard let panels = view.panels else { return }
        picture.showsStatistics = panels.contains(.statistics)
        picture.showsCaptions = panels.contains(.captions)
        if screen == .debugger {
            debugger.open(panels)
        } else if screen == .player {
            player.log = panels.contains(.logAlone) ? .alone : panels.contains(.log) ? .beside : .none
        }
    }

    /// What needs its log, or another screen.
    mutating func takeUp(_ view: SavedView, _ played: Played) {
        if let filter = view.filter {
            if canShow(filter, played) {
                stepping.setFilter(filter, in: played.log)
            } else {
                notice = Self.noBook
            }
        }
        if let panels = view.panels, screen == .player, !panels.isDisjoint(with: [.timeline, .inspector]) {
            debugger.beginPeek(log: false)
            debugger.open(panels)
            open(.debugger)
        }
        if opening.comesBack, let place = view.at?.shown {
            // Beside a hosted program the key is another one.
            let advice = opening.isHosting ? "" : keys.advice("; ", .toStart, " starts over")
            // What was wrong with a file is said all the same.
            notice = [notice, "Resumed at \(place), where you stopped" + advice].compactMap(\.self).joined(
                separator: "; ")
        }
    }

    // MARK: Telling it

    /// What somebody sees now, where it is another than usual.
    package func view(_ played: Played) -> SavedView {
        var view = SavedView()
        view.agent = agent(played)
        view.at = place(played)
        view.view = picture.view == .composite ? nil : picture.view
        view.onion = picture.onionFrames == PictureView.usualOnion ? nil : picture.onionFrames
        view.isOutlined = picture.isOutlined
        view.panels = panels == usualPanels ? nil : panels
        view.filter = stepping.log.filter == usualFilter(played) ? nil : stepping.log.filter
        view.search = stepping.log.search.isEmpty ? nil : stepping.log.search
        view.slotA = stepping.slotA.flatMap { Self.place(of: $0, played) }
        view.slotB = stepping.slotB.flatMap { Self.place(of: $0, played) }
        view.showsPair = stepping.showsPair && view.slotA != nil
        view.isPaused = !isStepping && played.isPaused
        if screen == .debugger, debugger.shown.timeline, debugger.timeline != usualTimeline(played) {
            view.timeline = debugger.timeline
        }
        return view
    }

    /// What of it is to be there again when the tape is opened the next time. What has been played to its end begins anew.
    package func viewToKeep(_ played: Played) -> SavedView {
        var view = view(played)
        if !isStepping, played.isOver {
            view.at = nil
            // Who spoke last is not whom it begins with.
            if heldAvatar == nil, !view.hasPlaces { view.agent = nil }
        }
        (view.search, view.isPaused) = (nil, false)
        return view
    }

    /// Whose frame it is, by its id in the call; `nil` where the screen is about that one by itself: about the first one from the
    /// beginning on, and at the place about whom the tile shows.
    private func agent(_ played: Played) -> String? {
        let focus = played.timeline.focus
        guard !focus.isMain || (played.call?.shownAvatar ?? focus) != focus else { return nil }
        // At its end a call has no members any more.
        let known = (opening.avatars + avatarMembers(played)).first { $0.avatar == focus }
        var view = SavedView()
        return known.flatMap { view.take($0.id, for: .agent) ? $0.id : nil }
    }

    /// Of another agent's frame there is none: all places of a view are one agent's.
    private static func place(of slot: Stepping.Slot, _ played: Played) -> Goal? {
        slot.member == played.timeline.focus ? place(of: slot.heard, nil, played) : nil
    }

    /// `nil` up to the first frame, where every screen begins.
    private func place(_ played: Played) -> Goal? {
        guard case .at(let start) = played.timeline.find(.start), played.heard > start else { return nil }
        return Self.place(of: played.heard, played.position, played)
    }

    /// The shortest form that leads there again: a frame of a chunk by its own numbers, which are the same whoever plays the tape and
    /// however; all else by its time.
    private static func place(of heard: EventCount, _ position: Instant?, _ played: Played) -> Goal? {
        let log = played.log
        let entry = log.frame(after: heard).flatMap(log.entry(ofFrame:))
        let record = entry?.record
        // What plays or was paused is hardly ever where a frame begins: the frame is meant, while its picture is on screen.
        // A fault that showed since has its own moment.
        if let entry, let record, let position = record.position, showsTheSame(heard, entry.heard, played),
            log.faults(sinceFrameAt: heard).isEmpty
        {
            for message in [nil, record.generation] {
                let place = FramePlace(position, of: message)
                // What cannot be typed leads nowhere, nor does what means something else.
                guard Goal(typed: place.typed) == .place(place), played.timeline.find(.place(place)) == .at(entry.heard)
                else { continue }
                return .place(place)
            }
        }
        return (position ?? record?.shown).map { .time($0) }
    }

    private static func showsTheSame(_ heard: EventCount, _ other: EventCount, _ played: Played) -> Bool {
        let timeline = played.timeline
        return heard == other
            || timeline.engine(at: heard).framePlan.composite == timeline.engine(at: other).framePlan.composite
    }

    private var panels: Set<SavedView.Panel> {
        var panels: Set<SavedView.Panel> = []
        if picture.showsStatistics { panels.insert(.statistics) }
        if picture.showsCaptions { panels.insert(.captions) }
        if screen == .debugger { return panels.union(debugger.open) }
        if player.log != .none { panels.insert(player.log == .alone ? .logAlone : .log) }
        return panels
    }

    private var usualPanels: Set<SavedView.Panel> {
        isStepping ? [.log, .timeline, .inspector, .captions] : [.captions]
    }

    /// As `cameo step` opens it: its panels are no guests on the player's screen.
    package var isStepping: Bool { screen == .debugger && debugger.peek == nil }

    private func usualFilter(_ played: Played) -> LogFilter {
        LogFilter(isOfBook: played.reader != nil && screen == .debugger)
    }

    /// As it is once the playhead has come here from the beginning.
    private func usualTimeline(_ played: Played) -> TimelineView {
        var usual = TimelineView()
        for playhead in [.zero, played.timeline.now] {
            usual.update(playhead: playhead, end: played.end, isGrowing: played.mayGrow)
        }
        return usual
    }

    // MARK: Sharing it

    /// Copies and says the command that opens what is on screen.
    mutating func share(_ played: Played) -> [ScreenAction] {
        switch command(played) {
        case .success(let command):
            notice = "Copied (if the terminal allows it): \(command)"
            return [.copy(command)]
        case .failure(let reason):
            notice = "Cannot share: \(reason.text)"
            return []
        }
    }

    package struct Unshared: Error, Equatable {
        package let text: String
    }

    /// As it is typed in a shell.
    package func command(_ played: Played) -> Result<String, Unshared> {
        guard case .tape(let file, let given) = opening.sharing else {
            guard case .impossible(let reason) = opening.sharing else { return .failure(Unshared(text: "")) }
            return .failure(Unshared(text: reason))
        }
        let name = isStepping ? "step" : file == nil ? "demo" : "play"
        // An option is no name of a file.
        let path = file.map { [$0.hasPrefix("-") ? "./" + $0 : $0] } ?? []
        var view = view(played)
        // Without a place it would open as it was left. The demo never does.
        if view.at == nil, file != nil, played.log.frameCount > 0 { view.at = .frame(0) }
        let options = view.options.flatMap { option, text in
            let name = "--\(option.rawValue)"
            return option.isFlag ? [name] : text.hasPrefix("-") ? ["\(name)=\(text)"] : [name, text]
        }
        let words = [name] + path + given + options + picturesAndTile
        return .success("cameo " + words.map(ShellWord.quoted).joined(separator: " "))
    }

    /// Settings that have options of their own.
    private var picturesAndTile: [String] {
        let usual = TileSettings()
        return (picture.fills ? ["--fill"] : [])
            + (tile.mode == usual.mode ? [] : ["--tile", tile.mode.rawValue])
            + (tile.corner == usual.corner ? [] : ["--tile-corner", tile.corner.rawValue])
            + (tile.size == usual.size ? [] : ["--tile-size", tile.size.rawValue])
    }
}

extension StepDebugScreen {
    fileprivate var open: Set<SavedView.Panel> {
        var open: Set<SavedView.Panel> = []
        if shown.log { open.insert(.log) }
        if shown.timeline { open.insert(.timeline) }
        if shown.inspector { open.insert(.inspector) }
        if isLogAlone { open.insert(.logAlone) }
        return open
    }

    fileprivate mutating func open(_ panels: Set<SavedView.Panel>) {
        shown = Shown(
            log: panels.contains(.log), timeline: panels.contains(.timeline), inspector: panels.contains(.inspector))
        isLogAlone = panels.contains(.logAlone)
    }
}

extension Goal {
    /// As a user reads it.
    fileprivate var shown: String? {
        if case .time(let time) = self { return "\(time.inSeconds) s" }
        return typed
    }
}
