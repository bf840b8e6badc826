import Events
import Frames
import Keys
import Panels

/// One of the screens: its panels around the picture, and what keys and clicks do to them. What is the same on all screens is the
/// model's.
///
/// A new one is a value with its arrangement of panels and its view, in a folder of its own, a `ScreenName`, and a line in
/// `ScreenModel.part`, `ScreenModel.pass`, and in what `ScreenView` draws and has to work on.
protocol ScreenPart {
    /// What stands around the picture.
    var arrangement: any PanelArrangement { get }
    /// Frames are stepped here: breakpoints stop, their hits are counted, it is known of all lines of the log whether they pass the
    /// filter, and the frame's number is always to be seen.
    var isForStepping: Bool { get }
    /// What is open here that `Esc` closes, but for the screen itself.
    func closables(_ stepping: Stepping) -> Set<Closable>
    /// Of the help, beside what is the same on all screens.
    var helpGroups: [HelpPanel.Group] { get }

    /// - Returns: `nil` where it is nothing to this screen, and the model does with it what it does on every screen.
    mutating func handle(_ input: ScreenPartInput, _ stepping: inout Stepping, _ context: ScreenContext) -> Outcome?
}

/// What the open screen is asked first.
enum ScreenPartInput {
    case command(Command)
    /// Over one of its parts, or the picture.
    case mouse(MouseEvent, on: ScreenLayout.Part)
    /// One of its own things, or the screen itself, which can take something with it.
    case close(Closable)
    /// It has been opened, by a command of another screen that only this one can carry out.
    case opened(by: Command)
    /// The panels will be drawn: time to take note of what has come since.
    case panelsDue
}

/// What comes of an input: what is said, asked and done.
struct Outcome: Equatable {
    var notice: String?
    var actions: [ScreenAction]
    var prompt: Prompt?
    /// Back to the screen behind this one.
    var leaves: Bool

    init(_ notice: String? = nil, _ actions: [ScreenAction] = [], prompt: Prompt? = nil, leaves: Bool = false) {
        (self.notice, self.actions, self.prompt, self.leaves) = (notice, actions, prompt, leaves)
    }

    static let nothing = Outcome()
}

/// What a screen has to know of everything around it.
struct ScreenContext {
    let keys: KeyMap
    let cells: CellSize
    let layoutRequest: ScreenLayout.Request
    let layout: ScreenLayout
    /// The picture's cells, those of both where two stand side by side, and what is drawn on them.
    let picture: (rect: CellRect, area: PictureArea)?
    let played: Played
    /// Where the tile lies, on screens whose text keeps away from it.
    let tile: CellRect?

    /// What would be seen if the screen had these panels.
    func layout(_ arrangement: any PanelArrangement) -> ScreenLayout { ScreenLayout(cells, layoutRequest(arrangement)) }

    /// The smallest window in which one of these panels has room.
    func least(for part: ScreenLayout.Part, _ arrangement: any PanelArrangement) -> CellSize? {
        ScreenLayout.least(for: part, from: cells, layoutRequest(arrangement))
    }

    private func layoutRequest(_ arrangement: any PanelArrangement) -> ScreenLayout.Request {
        var layoutRequest = layoutRequest
        layoutRequest.panels = arrangement
        return layoutRequest
    }

    /// Where the frame at the playhead lies in the picture's area; `nil` when its base frame is no picture.
    var placement: Placement? {
        guard let picture, let composite = played.composite else { return nil }
        return played.placement(of: composite, in: picture.area)
    }
}

extension KeyMap {
    /// Part of a sentence that names the key of a command; nothing where it has none.
    func advice(_ before: String, _ command: Command, _ after: String = "") -> String {
        hint(of: command).map { before + $0 + after } ?? ""
    }

    /// Behind what somebody waits for.
    var givingUp: String { advice(" (", .close, " cancels)") }
}
