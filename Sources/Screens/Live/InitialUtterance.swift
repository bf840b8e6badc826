import Engine
import Events

/// What is said by itself, once there is everything to show it with.
package struct InitialUtterance: Hashable, Sendable {
    private enum Phase: Hashable, Sendable { case waiting, sent, allSaid, resting }

    /// Silence behind the last word before the program ends: a voice may fade away, and a device lag behind what it says.
    package static let fading = TimeSpan.milliseconds(150)
    /// Since when nothing of it is to be heard any more.
    fileprivate var quietSince: Instant?

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
    mutating func giveWay() {
        quietSince = nil
        if phase == .allSaid { phase = .sent }
    }
    /// All has been said that there was to say, of this and not of what the user said before it.
    mutating func finish() { if phase == .sent { phase = .allSaid } }
}

extension ScreenModel {
    /// Says it when the clips are here; when it has been heard it is said again, or the program ends, or says how more is said.
    mutating func followInitialUtterance(_ played: Played) -> [ScreenAction] {
        guard let utterance = initialUtterance else { return [] }
        let engine = played.timeline.edge
        guard utterance.waits else {
            let isFollowed = utterance.isOver && played.isAtEdge && !played.isPaused
            if !utterance.stays, !utterance.repeats { return endUtterance(utterance, isFollowed, played) }
            guard isFollowed, !engine.isAnimating else { return [] }
            guard !utterance.stays else {
                initialUtterance?.rest()
                notice = notice ?? keys.hint(of: .say).map { "Press \($0) to say more" }
                return []
            }
            if let trouble = utterance.trouble { return [.fail(trouble)] }
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

    /// Nobody waits for the way home.
    /// - Parameter isFollowed: all has been given to be heard, and it is being heard.
    private mutating func endUtterance(
        _ utterance: InitialUtterance, _ isFollowed: Bool, _ played: Played
    ) -> [ScreenAction] {
        let isQuiet = isFollowed && !played.isSpeaking
        initialUtterance?.quietSince = isQuiet ? utterance.quietSince ?? played.now : nil
        guard let since = initialUtterance?.quietSince, played.now >= since + InitialUtterance.fading else { return [] }
        return [utterance.trouble.map { .fail($0) } ?? .endSpeech]
    }

    /// All clips are here.
    func isReadyToSay(_ played: Played) -> Bool {
        let clips = played.timeline.edge.clipsProgress
        return played.link?.isConnected == true && clips.known > 0 && clips.loaded == clips.known
    }
}
