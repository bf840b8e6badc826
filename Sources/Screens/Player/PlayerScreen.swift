import Panels

/// The player's screen: the picture, and beside or below it the log where somebody wants it.
package struct PlayerScreen: Hashable, Sendable {
    package internal(set) var showsLog = false
}

extension PlayerScreen: ScreenPart {
    var arrangement: any PanelArrangement { PlayerPanels(log: showsLog) }
    var isForStepping: Bool { false }
    var helpGroups: [HelpPanel.Group] { [] }

    func closables(_ stepping: Stepping) -> Set<Closable> { showsLog ? [.log] : [] }

    mutating func handle(_ input: ScreenPartInput, _ stepping: inout Stepping, _ context: ScreenContext) -> Outcome? {
        switch input {
        case .command(.toggleLog): showsLog.toggle()
        case .close(.log): showsLog = false
        case .command, .close, .mouse, .opened, .panelsDue: return nil
        }
        return .nothing
    }
}
