import Engine
import Events

/// What is said by itself, once there is everything to show it with.
package struct InitialUtterance: Hashable, Sendable {
    private enum Phase: Hashable, Sendable { case waiting, sent, allSaid, resting }

    /// As the user's part of the conversation shows it.
    package let text: String
    /// Whether the program goes on when all has been said.
    let stays: Bool
    /// Whether it is said again then.
    let repeats: Bool
    /// Why not all could be said.
    var trouble: String?
    private var phase = Phase.waiting

    package init(text: String, stays: Bool, repeats: Bool = false) {
        (self.text, self.stays, self.repeats) = (text, stays, repeats)
    }

    fileprivate var waits: Bool { phase == .waiting }
    fileprivate var isOver: Bool { phase == .allSaid }
    fileprivate mutating func send() { phase = .sent }
    fileprivate mutating func beginAgain() { phase = .waiting }
    fileprivate mutating func rest() { phase = .resting }
    /// The user says something: what was still to be heard of it is not, and what is answered is heard before anything ends.
    mutating func giveWay() { if phase == .allSaid { phase = .sent } }
    /// All has been said that there was to say, of this and not of what the user said before it.
    mutating func finish() { if phase == .sent { phase = .allSaid } }
}

extension ScreenModel {
    /// Says it when the clips are here; when it has been heard it is said again, or the program ends, or says how more is said.
    mutating func followInitialUtterance(_ played: Played) -> [ScreenAction] {
        guard let utterance = initialUtterance else { return [] }
        let engine = played.timeline.edge
        guard utterance.waits else {
            guard utterance.isOver, !engine.isAnimating, played.isAtEdge, !played.isPaused else { return [] }
            guard !utterance.stays else {
                initialUtterance?.rest()
                notice = notice ?? keys.hint(of: .say).map { "\($0) says more" }
                return []
            }
            if let trouble = utterance.trouble { return [.fail(trouble)] }
            guard utterance.repeats else { return [.quit] }
            initialUtterance?.beginAgain()
            return []
        }
        // Of a clip that cannot be read.
        if let trouble = utterance.trouble { return [.fail(trouble)] }
        guard isReadyToSay(played), case .success(let message) = outgoing(utterance.text, warned: true, played)
        else { return [] }
        initialUtterance?.send()
        return [.send(message)]
    }

    /// All clips are here.
    func isReadyToSay(_ played: Played) -> Bool {
        let clips = played.timeline.edge.clipsProgress
        return played.link?.isConnected == true && clips.known > 0 && clips.loaded == clips.known
    }
}
