import Debugger
import Panels

/// The player's screen: the picture, and beside or below it the log where somebody wants it.
package struct PlayerScreen: Hashable, Sendable {
    package internal(set) var showsLog = false
}

extension PlayerScreen: ScreenPart {
    var arrangement: any PanelArrangement { PlayerPanels(log: showsLog) }
    var isForStepping: Bool { false }
    var closables: Set<Closable> { showsLog ? [.log] : [] }
    var helpGroups: [HelpPanel.Group] { [] }
    func unseenLines(of log: SessionLog) -> Int { 0 }

    mutating func handle(_ input: ScreenPartInput, _ context: ScreenContext) -> Outcome? {
        switch input {
        case .command(.toggleLog): showsLog.toggle()
        case .close(.log): showsLog = false
        case .command, .close, .mouse, .opened, .panelsDue: return nil
        }
        return .nothing
    }
}
