import Cells
import Debugger
import Events
import Frames
import Keys
import Panels

/// One of the screens: its panels around the picture, and what keys and clicks do to them. What is the same on all screens is the
/// model's.
///
/// A new one is a value with its arrangement of panels and its view, in a folder of its own, a `ScreenName`, and a line in
/// `ScreenModel.part`, `ScreenModel.pass` and `ScreenView.panels`.
protocol ScreenPart {
    /// What stands around the picture.
    var arrangement: any PanelArrangement { get }
    /// Frames are stepped here: breakpoints stop, their hits are counted, and the frame's number is always to be seen.
    var isForStepping: Bool { get }
    /// What is open here that `Esc` closes, but for the screen itself.
    var closables: Set<Closable> { get }
    /// Of the help, beside what is the same on all screens.
    var helpGroups: [HelpPanel.Group] { get }

    /// - Returns: `nil` where it is nothing to this screen, and the model does with it what it does on every screen.
    mutating func handle(_ input: ScreenPartInput, _ context: ScreenContext) -> Outcome?
    /// How many lines of the log it has not looked at.
    func unseenLines(of log: SessionLog) -> Int
}

/// What the open screen is asked first.
enum ScreenPartInput {
    case command(Command)
    /// Over one of its parts, or the picture.
    case mouse(MouseEvent, on: ScreenLayout.Part)
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
    /// The screen that is open from now on.
    var screen: ScreenName?

    init(_ notice: String? = nil, _ actions: [ScreenAction] = [], prompt: Prompt? = nil, screen: ScreenName? = nil) {
        (self.notice, self.actions, self.prompt, self.screen) = (notice, actions, prompt, screen)
    }

    static let nothing = Outcome()
}

/// What a screen has to know of everything around it.
struct ScreenContext {
    let keys: KeyMap
    let cells: CellSize
    let wish: ScreenLayout.Wish
    let layout: ScreenLayout
    /// The picture's cells, those of both where two stand side by side, and what is drawn on them.
    let picture: (rect: CellRect, area: PictureArea)?
    let played: Played

    /// What would be seen if the screen had these panels.
    func layout(_ arrangement: any PanelArrangement) -> ScreenLayout { ScreenLayout(cells, wish(arrangement)) }

    /// The smallest window in which one of these panels has room.
    func least(for part: ScreenLayout.Part, _ arrangement: any PanelArrangement) -> CellSize? {
        ScreenLayout.least(for: part, from: cells, wish(arrangement))
    }

    private func wish(_ arrangement: any PanelArrangement) -> ScreenLayout.Wish {
        var wish = wish
        wish.panels = arrangement
        return wish
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
    var givingUp: String { advice("  (", .close, " gives up)") }
}
