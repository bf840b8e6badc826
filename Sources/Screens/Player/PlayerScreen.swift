import Panels

/// The player's screen: the picture, and beside or below it the log where somebody wants it, or what is said in a chat.
package struct PlayerScreen: Hashable, Sendable {
    package internal(set) var log = PlayerPanels.Log.none
    var hasConversation = false
}

extension PlayerScreen: ScreenPart {
    var arrangement: any PanelArrangement { PlayerPanels(log: log, hasConversation: hasConversation) }
    var isForStepping: Bool { false }
    var helpGroups: [HelpPanel.Group] { [] }

    func closables(_ stepping: Stepping) -> Set<Closable> { log == .none ? [] : [.log] }

    mutating func handle(_ input: ScreenPartInput, _ stepping: inout Stepping, _ context: ScreenContext) -> Outcome? {
        switch input {
        case .command(.toggleLog): log = log == .none ? .beside : .none
        case .command(.toggleLogPage): log = log == .alone ? .none : .alone
        case .close(.log): log = .none
        case .command, .close, .mouse, .opened, .panelsDue: return nil
        }
        return .nothing
    }
}
