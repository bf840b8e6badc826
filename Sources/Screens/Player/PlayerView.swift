import Cells
import Events
import Panels

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
