import Cells
import Panels

/// The player's screen as panels.
enum PlayerView {
    static func panels(_ layout: ScreenLayout, _ played: Played) -> [Panel] {
        layout.log.map { [LogPanel.panel(played.log, heard: played.heard, in: $0)] } ?? []
    }
}
