import Cells
import Engine
import Events
import Keys
import Panels
import Wire

/// A conversation with a backend.
extension ScreenModel {
    private mutating func sayNotLive() { notice = "this is a tape: there is nobody at the other end" }

    mutating func retryConnection() -> [ScreenAction] {
        if opening.isLive { return [.retryConnection] }
        sayNotLive()
        return []
    }

    /// Goes through the avatars of a call, one of whom stays on the screen then; behind the last one it is who speaks.
    mutating func pinNext(_ played: Played) -> [ScreenAction] {
        guard opening.isLive else {
            sayNotLive()
            return []
        }
        let members = played.call?.avatarMembers ?? []
        guard members.count > 1 else {
            notice = "there is nobody else to talk to"
            return []
        }
        let place = members.firstIndex(where: \.isPinned).map { $0 + 1 } ?? 0
        let next = members.indices.contains(place) ? members[place] : nil
        notice = next.map { "with \(OutsideText.shown($0.name, cells: 40))" } ?? "with whoever speaks"
        return [.pin(next?.avatar)]
    }

    /// How the one is called whom the screen is about, and who hears what is typed; `nil` where there is no other.
    func avatarName(_ played: Played) -> String? {
        let members = played.call?.avatarMembers ?? []
        return members.count > 1 ? members.first { $0.avatar == played.timeline.focus }?.name : nil
    }

    mutating func askMessage() {
        guard opening.isLive else { return sayNotLive() }
        conversation.endRecall()
        ask(.message)
    }

    mutating func openConversation() {
        guard opening.isLive else { return sayNotLive() }
        popup = .conversation(max(0, conversation.lines.count - 1))
    }

    /// Up and down in the prompt: what was said before.
    mutating func recall(_ key: Key) -> Bool {
        let direction: Int
        switch key {
        case .named(.up, _): direction = -1
        case .named(.down, _): direction = 1
        default: return false
        }
        guard let line = prompt else { return false }
        if let text = conversation.recall(direction, typing: line.editor.text) { prompt?.editor = LineEditor(text) }
        return true
    }

    // MARK: Saying something

    /// The one thing that is wrong with a message and can be wanted all the same.
    static let onlyIdles = "no clip is whole; Enter sends anyway"

    struct NotSent: Error, Equatable {
        let text: String
    }

    /// Everything of the message before is cleared before the backend hears of the new one (specification 1.13, order rule).
    /// - Parameter warned: whether the user has read `onlyIdles` and entered the same again.
    /// - Returns: why it is not sent, or what is on its way.
    mutating func outgoing(_ text: String, warned: Bool, _ played: Played) -> Result<OutgoingText, NotSent> {
        guard played.link?.isConnected == true else {
            return .failure(NotSent(text: "there is no link to the backend"))
        }
        let engine = played.timeline.edge
        guard engine.clipProgress(engine.idleClip).map({ $0.loaded > 0 }) == true else {
            return .failure(NotSent(text: "no picture has come yet"))
        }
        let ready = engine.readyClips
        if ready.isEmpty, !warned { return .failure(NotSent(text: Self.onlyIdles)) }
        return .success(
            OutgoingText(
                text: text, number: conversation.send(text, to: avatarName(played), at: played.now),
                ready: ready,
                goesLive: !played.isAtEdge || played.isPaused))
    }

    // MARK: What was said

    mutating func receive(_ past: [PastMessage], of user: String, with name: String?) {
        let before = conversation.lines.count
        conversation.precede(by: past, of: user, with: name)
        // The chosen line stays the chosen one.
        if case .conversation(let row) = popup {
            let moved = row + conversation.lines.count - before
            popup = .conversation(max(0, min(moved, conversation.lines.count - 1)))
        }
    }
}
