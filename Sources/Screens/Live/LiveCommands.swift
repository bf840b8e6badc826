import Engine
import Events
import Keys
import Panels
import PictureInPicture
import Sessions
import SocketIO
import Typesetting

/// A conversation with a backend.
extension ScreenModel {
    private mutating func sayNobodyListens() {
        notice =
            opening.isLive
            ? "This call can only be watched; nobody in it can hear you" : "This is a recording; nobody can answer"
    }

    mutating func retryConnection() -> [ScreenAction] {
        if opening.canTalk { return [.retryConnection] }
        sayNobodyListens()
        return []
    }

    /// Goes through the avatars of a call, one of whom stays on the screen then; behind the last one it is who speaks. Live the call
    /// knows of it; of what was only the view is another.
    mutating func pinNext(_ played: Played) -> [ScreenAction] {
        let isLive = opening.isLive && played.isAtEdge && !played.isPaused
        let members = avatarMembers(played)
        guard members.count > 1 else {
            notice =
                opening.canTalk
                ? "No other avatar to talk to"
                : opening.isLive ? "This call has no avatar to choose" : "This recording has only one avatar"
            return []
        }
        let last = members.firstIndex { isLive ? $0.isPinned : $0.avatar == heldAvatar }
        let place = last.map { $0 + 1 } ?? 0
        let next = members.indices.contains(place) ? members[place] : nil
        notice = next.map { "Showing \(OutsideText.shown($0.name, cells: 40))" } ?? "Showing the current speaker"
        heldAvatar = isLive ? nil : next?.avatar
        return isLive ? [.pin(next?.avatar)] : []
    }

    /// Of a live call as it is now, of what was as it was.
    func avatarMembers(_ played: Played) -> [CallAvatar] {
        (opening.isLive ? played.timeline.edgeSession.tile : played.call)?.avatarMembers ?? []
    }

    /// What is typed is for the one on the screen, whoever that is when it has been typed.
    func messageToShown(_ played: Played) -> Prompt.Purpose {
        .message(to: played.timeline.focus, called: avatarName(played))
    }

    /// How the one is called whom the screen is about, and who hears what is typed; `nil` where there is no other.
    func avatarName(_ played: Played) -> String? {
        let members = avatarMembers(played)
        return members.count > 1 ? members.first { $0.avatar == played.timeline.focus }?.name : nil
    }

    mutating func askMessage(_ played: Played) {
        guard opening.canTalk else { return sayNobodyListens() }
        conversation.endRecall()
        prompt = Prompt(
            messageToShown(played), typed: conversation.takeUnsaid(for: played.timeline.focus))
    }

    /// What is typed and was not sent is there again when the line is.
    mutating func keepUnsaid(_ line: Prompt) {
        if case .message(let member, _) = line.purpose { conversation.leave(line.editor.text, to: member) }
    }

    mutating func openConversation(_ played: Played) {
        guard !opening.canTalk else {
            popup = .conversation(max(0, conversation.lines.count - 1))
            return
        }
        guard !played.captions.isEmpty else {
            notice = opening.isLive ? "Nothing has been said yet" : "This recording contains no text"
            return
        }
        let isBefore = { (line: SaidLine) in line.time <= played.timeline.now }
        popup = .conversation(played.captions.lastIndex(where: isBefore) ?? 0)
    }

    var listsConversation: Bool { if case .conversation = popup { true } else { false } }

    /// What was said live, or in a tape.
    func conversationLines(_ played: Played) -> [ConversationLine] {
        if opening.canTalk { return conversation.lines }
        return played.captions.map { line in
            ConversationLine(
                number: 0, time: line.time, author: line.isAsked ? .user : .avatar, text: line.text, state: .done)
        }
    }

    /// The line for what is said is open from the beginning.
    mutating func beginChat(_ played: Played) {
        askMessage(played)
        notice = notice ?? "Enter: send · Esc: stop · Ctrl-C: quit"
    }

    /// What keys do in the line of a chat that do something else in every other one; `nil` for all others.
    mutating func receiveInChat(_ key: Key, _ typed: String, _ played: Played) -> [ScreenAction]? {
        guard opening.isChat else { return nil }
        switch key {
        case .control("d") where typed.isEmpty: return [.quit]
        case .named(.escape, _) where isAnswering(played): return hushInChat(played)
        case .named(.enter, _), .control("m"), .control("j"): return typed.trimmed.isEmpty ? [] : nil
        // The line is never left for them.
        case .control("z"), .control("l"): return keys.command(for: key).map { perform($0, played) }
        default: return nil
        }
    }

    mutating func hushInChat(_ played: Played) -> [ScreenAction] {
        conversation.stop(heard: played.captions)
        isAwaited = false
        script?.finish()
        return [.hush]
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
    static let onlyIdles = "The avatar is still loading and can only idle; Enter sends anyway"

    struct NotSent: Error, Equatable {
        let text: String
    }

    /// Everything of the message before is cleared before the backend hears of the new one (specification 1.13, order rule).
    /// - Parameters:
    ///   - name: as that one is called, where there are several.
    ///   - warned: whether the user has read `onlyIdles` and entered the same again.
    /// - Returns: why it is not sent, or what is on its way.
    mutating func outgoing(
        _ text: String, to member: Member = .main, called name: String? = nil, warned: Bool, _ played: Played
    ) -> Result<OutgoingText, NotSent> {
        guard played.links[member]?.isConnected == true else {
            return .failure(NotSent(text: "Not connected to the backend"))
        }
        guard let engine = played.timeline.edgeSession[member],
            engine.clipProgress(engine.idleClip).map({ $0.loaded > 0 }) == true
        else {
            return .failure(NotSent(text: "The avatar is still loading; send it again when you see a picture"))
        }
        let ready = engine.readyClips
        if ready.isEmpty, !warned { return .failure(NotSent(text: Self.onlyIdles)) }
        // Another line ends the answer to the one before.
        if opening.isChat, isAnswering(played) { conversation.stop(heard: played.captions) }
        isAwaited = opening.isChat
        return .success(
            OutgoingText(
                text: text, member: member, number: conversation.send(text, to: name, at: played.now), ready: ready,
                goesLive: !played.isAtEdge || played.isPaused))
    }

    // MARK: What was said

    mutating func receiveHistory(_ past: [PastMessage], of user: String, with name: String?) {
        let before = conversation.lines.count
        conversation.precede(by: past, of: user, with: name)
        // The chosen line stays the chosen one.
        if case .conversation(let row) = popup {
            let moved = row + conversation.lines.count - before
            popup = .conversation(max(0, min(moved, conversation.lines.count - 1)))
        }
    }
}
