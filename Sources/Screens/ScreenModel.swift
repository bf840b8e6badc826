import Cells
import Debugger
import Events
import Keys
import Panels

/// The screen as a value: what the user has opened, chosen and typed. It decides; `RunLoop` carries out.
///
/// Whatever it says can be tested without a terminal, and that it has changed is the reason to draw it again.
package struct ScreenModel: Equatable, Sendable {
    /// What is known of it before anything is heard.
    package struct Setting: Equatable, Sendable {
        package var keys = ScreenKeys()
        /// Begins on the step-debug screen, behind which there is nothing.
        package var steps = false
        /// More is to come: the tape is being recorded, or there is a session.
        package var isGrowing = false
        package var isLive = false
        /// Anybody could be at the other end, since no certificate is verified.
        package var isInsecure = false

        package init() {}
    }

    package let setting: Setting
    package var geometry = ScreenGeometry(cells: CellSize(columns: 80, rows: 24))
    package var player = PlayerScreen()
    package var debugger = DebugScreen()
    package var popup: Popup?
    /// The line that is being typed.
    package var prompt: Prompt?
    /// Said on the status line until the next key.
    package var message: String?
    var conversation = Conversation()
    /// What is said by itself.
    package var opening: InitialUtterance?
    /// How far an export has come that is at work, in words.
    var exporting: String?

    package enum Popup: Hashable, Sendable {
        case help(page: Int)
        /// With the line that is chosen.
        case breakpoints(Int)
        case marks(Int)
        case conversation(Int)

        var isOfBreakpoints: Bool { if case .breakpoints = self { true } else { false } }

        /// The line that is chosen in a list; `nil` in the help.
        var row: Int? {
            get {
                switch self {
                case .help: nil
                case .breakpoints(let row), .marks(let row), .conversation(let row): row
                }
            }
            set {
                guard let newValue else { return }
                switch self {
                case .help: break
                case .breakpoints: self = .breakpoints(newValue)
                case .marks: self = .marks(newValue)
                case .conversation: self = .conversation(newValue)
                }
            }
        }
    }

    package init(_ setting: Setting) { self.setting = setting }

    /// Something waits for what is played: it wants to hear of each turn.
    package var awaitsTurn: Bool {
        if case .found = debugger.seams { return true }
        return opening != nil
    }

    /// The screen whose keys count.
    package var screen: ScreenName { debugger.isOpen ? .debugger : .player }
    var keys: KeyMap { setting.keys[screen] }

    // MARK: Hearing

    /// - Returns: what is to be done, in order.
    package mutating func handle(_ input: ScreenInput, _ played: Played) -> [ScreenAction] {
        switch input {
        case .began: return begin(played)
        case .key(let key): return receive(key, played)
        case .resized(let geometry): self.geometry = geometry
        case .turned: return apply(debugger.addFound(played)) + followOpening(played)
        case .workedOn: return workOnLog(played)
        case .arrived(let outcome): receive(outcome, played)
        case .notice(let text): message = text
        case .answered(let reason): if let reason { prompt?.error = reason } else { prompt = nil }
        case .marks(let marks): debugger.landmarks.set(marks: marks)
        case .found(let findings, let judged):
            let news = debugger.receive(findings, judged, played)
            message = message ?? news
        case .exporting(let progress): exporting = progress
        case .exported(let text): (message, exporting) = (text, nil)
        case .writing(let path, let progress): debugger.logWriting = DebugScreen.Writing(path: path, progress: progress)
        case .written(let text): (message, debugger.logWriting) = (text, nil)
        case .said(let segment, let time): conversation.receive(segment, at: time)
        case .history(let past, let user): receive(past, of: user)
        case .posted(let number, let failure):
            conversation.settle(number, failure: failure)
            if let failure { message = "not said: \(failure)" }
        case .trouble(let reason):
            opening?.trouble = reason
            message = reason
        case .saidAll: opening?.hasSaidAll = true
        }
        return []
    }

    private mutating func receive(_ key: Key, _ played: Played) -> [ScreenAction] {
        if case .mouse(let event) = key { return receive(event, played) }
        if let actions = receiveInPopup(key, played) { return actions }
        guard let command = keys.command(for: key) else { return [] }
        let said = message
        message = nil
        if !command.keepsPlayhead { debugger.awaitedRun = nil }
        return command == .close ? closeInnermost(said, played) : perform(command, played)
    }

    // MARK: Places

    /// Says what is to be said of it.
    mutating func apply(_ outcome: DebugScreen.Outcome) -> [ScreenAction] {
        if let message = outcome.message { self.message = message }
        return outcome.actions
    }

    /// How going somewhere ended, when that cannot be seen.
    private mutating func receive(_ outcome: SeekOutcome, _ played: Played) {
        debugger.log.follow()
        debugger.inspectorScroll = 0
        switch outcome {
        case .stepped: break
        case .arrived(let hit): if let hit { message = "stopped: \(words(for: hit, played))" }
        case .nowhere: message = TypedPlace.missing(debugger.soughtGoal, in: played.log)
        case .start: message = "the tape begins here"
        case .end: message = played.isLive ? nothingLater : "the tape ends here"
        case .noStop:
            // A tape that is clean of these is not clean of what nobody looked for.
            let sought = played.breakpoints.filter(\.isEnabled).map(\.condition.text).joined(separator: ", ")
            let missing = debugger.judged.missing
            message = "nothing more of: \(sought); " + (missing.isEmpty ? "b switches on other stops" : missing)
        }
    }

    private var nothingLater: String {
        "nothing later has come yet" + (keys.hint(of: .goLive).map { ": \($0) plays live" } ?? "")
    }

    /// What was hit, where a breakpoint stands for several things.
    private func words(for hit: Breakpoint, _ played: Played) -> String {
        guard hit.condition == .fault else { return hit.condition.meaning }
        let faults = played.log.faults(at: played.heard).map { played.log.finding($0)?.shownWords ?? $0.text }
        return faults.isEmpty ? hit.condition.meaning : OutsideText.shown(faults.joined(separator: ", "), cells: 200)
    }

    // MARK: Layout

    package func layout(_ played: Played) -> ScreenLayout { ScreenLayout(geometry.cells, wish(played)) }

    func wish(_ played: Played) -> ScreenLayout.Wish {
        var wish = ScreenLayout.Wish(
            log: debugger.isOpen ? debugger.showsLog : player.showsLog,
            caption: player.showsCaptions && played.hasCaptions)
        wish.debug = debugger.isOpen
        wish.timeline = debugger.showsTimeline
        wish.inspector = debugger.showsInspector
        wish.split = pair(played) != nil
        return wish
    }
}
