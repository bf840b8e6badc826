import Cells
import Debugger
import Events
import Frames
import Keys
import Panels
import Sessions

/// A setting as the user has it.
package struct ListedSetting: Hashable, Sendable {
    /// In the configuration file, section first.
    package var name: String
    /// Before anything was changed on the screen.
    package var value: String
    /// What it is for.
    package var says: String

    package init(name: String, value: String, says: String) {
        (self.name, self.value, self.says) = (name, value, says)
    }
}

/// The list of everything: which letters are typed, and what has them.
struct PaletteList: Hashable, Sendable {
    var filter = TypedFilter(isTyping: true)
    var row = 0
    /// How many things there are of each kind; all of them are counted in this order.
    private(set) var counts: [Int]
    /// Those that have the letters, in the order of `Fuzzy.Match`.
    private(set) var matches: [Int]

    init(_ counts: [Int]) {
        self.counts = counts
        matches = Array(0..<counts.reduce(0, +))
    }

    var count: Int { counts.reduce(0, +) }

    /// The kind and the place in it of what is listed at a place.
    func item(_ place: Int) -> (kind: Int, place: Int)? {
        guard matches.indices.contains(place) else { return nil }
        return item(numbered: matches[place])
    }

    /// Where something is listed; `nil` where it is not.
    func place(of item: (kind: Int, place: Int)) -> Int? {
        matches.firstIndex(of: counts.prefix(item.kind).reduce(0, +) + item.place)
    }

    private func item(numbered number: Int) -> (kind: Int, place: Int)? {
        var rest = number
        for (kind, count) in counts.enumerated() {
            if rest < count { return (kind, rest) }
            rest -= count
        }
        return nil
    }

    /// Looks for other letters. Behind more of them only what had the others is looked at.
    /// - Parameter words: of a thing, in lower case; asked for once for each that is looked at.
    mutating func narrow(to filter: TypedFilter, _ counts: [Int], words: (_ kind: Int, _ place: Int) -> String) {
        let goesOn =
            counts == self.counts && !self.filter.text.isEmpty && filter.text.hasPrefix(self.filter.text)
        let candidates = goesOn ? matches.sorted() : Array(0..<counts.reduce(0, +))
        (self.filter, self.counts, row) = (filter, counts, 0)
        let fuzzy = Fuzzy(filter.text)
        guard !fuzzy.isEmpty else {
            matches = candidates
            return
        }
        var found: [Fuzzy.Match: [Int]] = [:]
        for number in candidates {
            guard let item = item(numbered: number), let match = fuzzy.match(words(item.kind, item.place)) else {
                continue
            }
            found[match, default: []].append(number)
        }
        matches = Fuzzy.Match.allCases.flatMap { found[$0] ?? [] }
    }
}

extension ScreenModel {
    /// What a command of the list does when it is chosen.
    private struct Listed {
        var command: Command
        var does: String
        var key: String
        /// The heading that it has in the help, by which it is found, too.
        var subject: String
    }

    /// Commands of the open screen that do something now.
    private func listedCommands(_ played: Played) -> [Listed] {
        let isOfBook = screen == .debugger && debugger.isOfBook
        return keys.groups.flatMap { group in
            group.rows.compactMap { row in
                guard row.command.name != nil, row.command != .palette, use(of: row.command, played) == .useful,
                    let does = isOfBook ? StepDebugScreen.bookMeaning(row) : row.does
                else { return nil }
                return Listed(command: row.command, does: does, key: row.key, subject: group.title)
            }
        }
    }

    /// Whether there are frames, which faults, marks, chunks and captions lead to.
    private func hasFrames(_ played: Played) -> Bool {
        played.reader == nil && screen != .host && use(of: .nextView, played) != .never
    }

    private struct Lists {
        var commands: [Listed]
        var faults: [FaultRow]
        var marks: [Mark]
        var captions: [SaidLine]
        var chunkCount: Int
        var views: [PictureView]
        var settings: [ListedSetting]
        var tapes: [String]

        /// In the order of `PalettePanel.Kind`.
        var counts: [Int] {
            [
                commands.count, faults.count, marks.count, chunkCount, captions.count, views.count, settings.count,
                tapes.count,
            ]
        }
    }

    private func lists(_ played: Played) -> Lists {
        let hasFrames = hasFrames(played)
        return Lists(
            commands: listedCommands(played), faults: hasFrames ? FaultsPanel.listed(played.log, "") : [],
            marks: hasFrames ? stepping.landmarks.marks : [],
            captions: hasFrames ? played.captions : [], chunkCount: hasFrames ? played.log.chunkRuns.count : 0,
            views: hasFrames ? PictureView.allCases : [], settings: opening.settings, tapes: recentTapes)
    }

    // MARK: Keys

    mutating func openPalette(_ played: Played) -> [ScreenAction] {
        popup = .palette(PaletteList(lists(played).counts))
        return [.readMarks, .readRecentTapes]
    }

    /// There is more or less to list: what somebody has chosen stays so, else the best is.
    mutating func renewPalette(_ played: Played) {
        guard case .palette(var palette) = popup else { return }
        let lists = lists(played)
        guard lists.counts != palette.counts else { return }
        let chosen = palette.row > 0 ? palette.item(palette.row) : nil
        palette.narrow(to: palette.filter, lists.counts) { words($0, $1, lists, played) }
        palette.row = chosen.flatMap(palette.place) ?? 0
        popup = .palette(palette)
    }

    mutating func receiveInPalette(_ key: Key, _ old: PaletteList, _ played: Played) -> [ScreenAction]? {
        switch key {
        case .named(.enter, _):
            popup = nil
            return old.item(old.row).map { choose($0, lists(played), played) } ?? []
        case .named(.up, _), .named(.down, _), .named(.pageUp, _), .named(.pageDown, _), .named(.escape, _):
            return choose(key, of: old.matches.count)
        case _ where closes(key, .palette): popup = nil
        default:
            var (palette, filter) = (old, old.filter)
            guard filter.receive(key) == true else { return [] }
            let lists = lists(played)
            palette.narrow(to: filter, lists.counts) { words($0, $1, lists, played) }
            popup = .palette(palette)
        }
        return []
    }

    // MARK: What is listed

    func panel(_ palette: PaletteList, _ layout: ScreenLayout, _ played: Played) -> Panel {
        let lists = lists(played)
        return PalettePanel.popup(
            palette.filter, count: palette.matches.count, of: palette.count, selected: palette.row, in: layout
        ) { place in
            palette.item(place).flatMap { row($0.kind, $0.place, lists, played) } ?? PalettePanel.Row(.command, "")
        }
    }

    /// What letters are looked for in.
    private func words(_ kind: Int, _ place: Int, _ lists: Lists, _ played: Played) -> String {
        row(kind, place, lists, played).map { found in
            let subject = found.kind == .command ? " " + lists.commands[place].subject : ""
            return "\(found.kind.rawValue) \(found.text)\(subject)".lowercased()
        } ?? ""
    }

    /// `nil` for what is not there any more.
    private func row(_ kind: Int, _ place: Int, _ lists: Lists, _ played: Played) -> PalettePanel.Row? {
        guard lists.counts.indices.contains(kind), (0..<lists.counts[kind]).contains(place) else { return nil }
        let kind = PalettePanel.Kind.allCases[kind]
        switch kind {
        case .command: return PalettePanel.Row(kind, lists.commands[place].does, key: lists.commands[place].key)
        case .fault:
            let (fault, count) = (lists.faults[place].fault, lists.faults[place].count)
            let frame = played.log.frame(markedBy: fault).map { " \($0)" } ?? ""
            let found = played.log.finding(fault).map { ": \($0.shortWords)" } ?? ""
            let times = count > 1 ? " ×\(count)" : ""
            return PalettePanel.Row(kind, "\(fault.kind.rawValue)\(frame)\(times)\(found)", key: fault.time.inSeconds)
        case .mark:
            let mark = lists.marks[place]
            return PalettePanel.Row(
                kind, "\(mark.name)\(mark.note.isEmpty ? "" : ": \(mark.note)")", key: mark.time.inSeconds)
        case .chunk:
            let run = played.log.chunkRuns[place]
            return PalettePanel.Row(
                kind, "\(run.name.chunk) of message \(run.name.generation), frame \(run.frames.lowerBound)")
        case .caption: return PalettePanel.Row(kind, lists.captions[place].caption)
        case .view:
            let view = lists.views[place]
            return PalettePanel.Row(kind, view.words, key: view == picture.view ? "shown" : "")
        case .setting:
            let setting = lists.settings[place]
            return PalettePanel.Row(kind, "\(setting.name) = \(value(of: setting, played)): \(setting.says)")
        case .tape: return PalettePanel.Row(kind, lists.tapes[place])
        }
    }

    // MARK: Doing it

    private mutating func choose(
        _ item: (kind: Int, place: Int), _ lists: Lists, _ played: Played
    ) -> [ScreenAction] {
        guard lists.counts.indices.contains(item.kind), (0..<lists.counts[item.kind]).contains(item.place) else {
            return []
        }
        switch PalettePanel.Kind.allCases[item.kind] {
        case .command: return run(lists.commands[item.place].command, played)
        case .fault: return stepping.go(to: goal(of: lists.faults[item.place].fault, played))
        case .mark: return stepping.go(to: played.log.goal(of: lists.marks[item.place]))
        case .chunk:
            let log = played.log
            return stepping.go(to: .heard(log.entries[log.chunkStarts[item.place]].heard))
        case .caption: return stepping.go(to: .heard(lists.captions[item.place].heard))
        case .view: picture.view = lists.views[item.place]
        case .setting: return choose(lists.settings[item.place], played)
        case .tape: return share(tape: lists.tapes[item.place])
        }
        return []
    }

    /// A program has one tape: another one is opened by another.
    private mutating func share(tape: String) -> [ScreenAction] {
        let words = ["cameo", opening.steps ? "step" : "play", tape]
        let command = words.map(ShellWord.quoted).joined(separator: " ")
        notice = "Copied (if the terminal allows it): \(command)"
        return [.copy(command)]
    }

    /// One that can be changed while the program runs goes to its next value; of all others it is said what they are.
    private mutating func choose(_ setting: ListedSetting, _ played: Played) -> [ScreenAction] {
        if let command = Self.command(of: setting), keys.rows.contains(where: { $0.command == command }) {
            let actions = run(command, played)
            notice = notice ?? "\(setting.name) = \(value(of: setting, played))"
            return actions
        }
        notice =
            "\(setting.name) is \(value(of: setting, played)); to change it, edit the file shown by `cameo config --path` and restart"
        return []
    }

    private static func command(of setting: ListedSetting) -> Command? {
        switch setting.name {
        case "play.fill": .toggleFilling
        case "play.tile": .nextTileMode
        case "play.tile_corner": .nextTileCorner
        case "play.audio": .toggleMute
        case "read.pictures": .toggleIllustration
        case "read.music": .toggleMusic
        default: nil
        }
    }

    /// As it is now, where the screen has changed it.
    private func value(of setting: ListedSetting, _ played: Played) -> String {
        switch setting.name {
        case "play.fill": "\(picture.fills)"
        case "play.tile": tile.mode.rawValue
        case "play.tile_corner": tile.corner.rawValue
        case "play.tile_size": tile.size.rawValue
        case "play.volume": "\(played.sound.volume)"
        default: setting.value
        }
    }
}
