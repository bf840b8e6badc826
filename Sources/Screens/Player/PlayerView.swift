import Cells
import Panels

/// The player's screen as panels.
enum PlayerView {
    static func panels(_ model: ScreenModel, _ layout: ScreenLayout, _ played: Played) -> [Panel] {
        var panels: [Panel] = []
        if let rect = layout.log { panels.append(LogPanel.panel(played.log, heard: played.heard, in: rect)) }
        if let rect = layout.conversation {
            let isAwaited = model.isAwaited && played.timeline.edge.isAwaitingAnswer
            panels.append(
                ConversationPanel.panel(
                    model.conversation.lines, with: model.opening.avatar, isAwaited: isAwaited, in: rect))
        }
        return panels
    }
}
