import Engine
import Events

/// What is said by itself, once there is everything to show it with.
struct InitialUtterance: Sendable {
    /// As the user's part of the conversation shows it.
    var text: String
    /// Whether the program goes on when all has been said.
    var stays: Bool
    var isSaid = false
    var hasSaidAll = false
    /// Why not all could be said.
    var trouble: String?
}

extension RunLoop {
    /// Says it when the clips are here, and leaves when it has been heard.
    /// - Returns: whether the program is over.
    /// - Throws: `CommandError` when not all could be said.
    func followOpening() throws -> Bool {
        guard let opening, let live else { return false }
        let engine = playback.timeline.edge
        guard opening.isSaid else {
            // Of a clip that cannot be read.
            if let trouble = opening.trouble { throw CommandError.failed(trouble) }
            let clips = engine.clipsProgress
            guard live.link.isConnected, clips.known > 0, clips.loaded == clips.known else { return false }
            self.opening?.isSaid = send(opening.text, warned: true) == nil
            return false
        }
        guard opening.hasSaidAll, !engine.isAnimating, !opening.stays, playback.isAtEdge, !playback.isPaused else {
            return false
        }
        if let trouble = opening.trouble { throw CommandError.failed(trouble) }
        return true
    }

    func receive(trouble: String) {
        opening?.trouble = trouble
        state.message = trouble
        drawPanelsNext()
    }
}
