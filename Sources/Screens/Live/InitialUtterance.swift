import Engine
import Events

/// What is said by itself, once there is everything to show it with.
package struct InitialUtterance: Hashable, Sendable {
    /// As the user's part of the conversation shows it.
    var text: String
    /// Whether the program goes on when all has been said.
    var stays: Bool
    var isSaid = false
    var hasSaidAll = false
    /// Why not all could be said.
    var trouble: String?

    package init(text: String, stays: Bool) { (self.text, self.stays) = (text, stays) }
}

extension ScreenModel {
    /// Says it when the clips are here, and leaves when it has been heard.
    mutating func followOpening(_ played: Played) -> [ScreenAction] {
        guard let opening else { return [] }
        let engine = played.timeline.edge
        guard opening.isSaid else {
            // Of a clip that cannot be read.
            if let trouble = opening.trouble { return [.fail(trouble)] }
            let clips = engine.clipsProgress
            guard played.link?.isConnected == true, clips.known > 0, clips.loaded == clips.known,
                case .success(let message) = outgoing(opening.text, warned: true, played)
            else { return [] }
            self.opening?.isSaid = true
            return [.send(message)]
        }
        guard opening.hasSaidAll, !engine.isAnimating, !opening.stays, played.isAtEdge, !played.isPaused else {
            return []
        }
        return [opening.trouble.map { .fail($0) } ?? .quit]
    }
}
