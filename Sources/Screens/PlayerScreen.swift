import Cells
import Engine
import Events
import Keys
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

/// The player's screen as panels.
enum PlayerView {
    static func panels(
        _ model: ScreenModel, _ layout: ScreenLayout, _ played: Played, under said: CellRect?
    ) -> [Panel] {
        var panels: [Panel] = []
        if let rect = layout.log { panels.append(LogPanel.panel(played.log, heard: played.heard, in: rect)) }
        // The list of it needs no second one beside itself.
        if var rect = layout.conversation, !model.listsConversation {
            // What was said last stays in view.
            rect.size.rows = max(0, rect.size.rows - rect.intersection(said ?? .zero).size.rows)
            panels.append(
                ConversationPanel.panel(
                    model.conversation.lines, with: model.opening.avatar, isAwaited: model.isAwaited, in: rect))
        }
        return panels
    }
}

/// The player's screen with nothing but the face and its captions, for people who only want that. Any key that does nothing else names
/// the few that do something.
struct FaceScreen: Hashable, Sendable {
    /// The last row is kept for what is typed.
    var hasPromptLine = false
    var isLive = false
}

extension FaceScreen: ScreenPart {
    var arrangement: any PanelArrangement { PlayerPanels(hasStatusLine: hasPromptLine) }
    var isForStepping: Bool { false }
    var helpGroups: [HelpPanel.Group] { [] }

    func closables(_ stepping: Stepping) -> Set<Closable> { [] }

    mutating func handle(_ input: ScreenPartInput, _ stepping: inout Stepping, _ context: ScreenContext) -> Outcome? {
        switch input {
        case .command(.togglePause): Outcome(context.played.isPaused ? nil : "paused", [.togglePause])
        case .command(.toggleHelp): Outcome(fewKeys(context))
        case .command, .close, .mouse, .opened, .panelsDue: nil
        }
    }

    /// The way out first: where there is little room the last ones are cut.
    private func fewKeys(_ context: ScreenContext) -> String {
        let rows = context.keys.rows.filter { isOfUse($0.command, context.played) }
        let shown = rows.filter { $0.command == .quit } + rows.filter { $0.command != .quit }
        // A key stays on one row with what it does.
        let words = shown.map { context.keys.advice("", $0.command, " " + Self.does($0, context.played)) }
            .filter { !$0.isEmpty }
        return words.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: "  ")
    }

    /// What it does now, so that it has room on 20 columns.
    private static func does(_ row: KeyMap.Row, _ played: Played) -> String {
        guard row.command == .togglePause else { return row.does }
        return played.isPaused ? "continue" : "pause"
    }

    private func isOfUse(_ command: Command, _ played: Played) -> Bool {
        switch command {
        case .say, .conversation: isLive
        case .nextMember: played.links.count > 1
        case .retryConnection: played.link?.isConnected == false
        // This very line, and what nobody looks for here.
        case .toggleHelp, .close, .repaint, .suspend: false
        default: true
        }
    }
}
