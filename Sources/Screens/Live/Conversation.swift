import Events
import Panels
import Sessions
import SocketIO

/// What was said in a live session, by both sides, and how far that got: the last lines of it, and of a long one its beginning.
struct Conversation: Hashable, Sendable {
    private(set) var lines: [ConversationLine] = []
    /// The user's own lines, for typing them again; each once, the last one last.
    private var typed: [String] = []
    /// Which of them the prompt shows; beyond the last: what is being typed.
    private var place = 0
    private var draft = ""
    /// What was typed for each and neither said nor taken away.
    private var unsaid: [Member: String] = [:]
    private static let limit = 500

    /// - Parameter name: of who is to hear it, where there are several.
    /// - Returns: under which `settle` finds it again.
    mutating func send(_ text: String, to name: String? = nil, at time: Instant) -> Int {
        number += 1
        isStopped = false
        add(ConversationLine(number: number, time: time, author: .user, name: name, text: text, state: .sending))
        typed.removeAll { $0 == text }
        typed.append(text)
        if typed.count > Self.limit { typed.removeFirst() }
        place = typed.count
        return number
    }

    /// - Parameter name: of who says it, where there are several.
    mutating func receive(_ segment: TextSegment, by name: String? = nil, at time: Instant) {
        // What went wrong may be heard of before what had come until then.
        if let last = lines.indices.last, lines[last].shortfall == .unanswered { lines[last].shortfall = nil }
        var line = ConversationLine(
            number: 0, time: time, author: .avatar, name: name, text: segment.text.kept.replacing("\n", with: " "),
            state: .done)
        line.beginsParagraph = segment.beginsParagraph
        // It was on its way when the user ended the answer.
        if isStopped { line.shortfall = .unheard }
        add(line)
    }

    /// Puts what was said before the session, the oldest first, before all that was said in it.
    /// - Parameters:
    ///   - user: who the user is; all others are the avatar.
    ///   - name: as that one is called, where there are several.
    mutating func precede(by past: [PastMessage], of user: String, with name: String? = nil) {
        let past = past.suffix(Self.limit - lines.count).map { message in
            let author: ConversationLine.Author = message.sender == user ? .user : .avatar
            return ConversationLine(
                number: 0, time: nil, author: author, name: name, text: message.text.kept, state: .done)
        }
        lines = past + lines
        let placeFromEnd = typed.count - place
        let all = past.filter { $0.author == .user }.map(\.text) + typed
        typed = all.enumerated().filter { !all[($0.offset + 1)...].contains($0.element) }.map(\.element)
        typed = typed.suffix(Self.limit)
        place = max(0, typed.count - placeFromEnd)
    }

    /// - Parameter failure: why it was not taken; `nil` when it was.
    mutating func settle(_ number: Int, failure: String?) {
        guard let place = lines.lastIndex(where: { $0.number == number }) else { return }
        lines[place].state = failure.map { .failed($0) } ?? .done
    }

    /// The user has ended what is being said, or what is awaited. What came of the answer and was not heard is not said.
    /// - Parameter heard: what was heard of the session, in the order of its times.
    mutating func stop(heard: [SaidLine]) {
        isStopped = true
        guard !lines.isEmpty else { return }
        let question = lines.lastIndex { $0.author == .user }
        let since = question.flatMap { lines[$0].time } ?? .zero
        var said = heard.suffix(from: heard.partitionPoint { $0.time >= since }).map { $0.text[...] }[...]
        var last: Int?
        for place in ((question ?? -1) + 1)..<lines.count {
            // A sentence may be said again and again: each takes its own words of what was heard.
            for (index, text) in zip(said.indices, said) {
                guard let words = text.firstRange(of: lines[place].text) else { continue }
                said = said[index...]
                said[index] = text[words.upperBound...]
                last = place
                break
            }
        }
        let cut = last ?? question ?? lines.count - 1
        lines[cut].shortfall = .stopped
        for place in (cut + 1)..<lines.count { lines[place].shortfall = .unheard }
    }

    /// Nothing will be said to what the user said last.
    mutating func missAnswer() {
        guard let last = lines.last, last.author == .user, last.shortfall == nil else { return }
        lines[lines.count - 1].shortfall = .unanswered
    }

    private var number = 0
    /// The answer to what the user said last was ended by the user.
    private var isStopped = false

    init() {}

    private mutating func add(_ line: ConversationLine) {
        lines.append(line)
        if lines.count > Self.limit { lines.removeFirst() }
    }

    // MARK: Typing again

    /// The line before or after the one that the prompt shows; `nil` when there is none.
    mutating func recall(_ direction: Int, typing: String) -> String? {
        if place >= typed.count { draft = typing }
        let wanted = place + direction
        guard (0...typed.count).contains(wanted) else { return nil }
        place = wanted
        return place == typed.count ? draft : typed[place]
    }

    mutating func endRecall() { (place, draft) = (typed.count, "") }

    // MARK: Going on with a line

    /// The line for a member is left. One of those that were said before, as it was, is none to go on with: what was being typed
    /// when it was asked for is.
    mutating func leave(_ text: String, to member: Member) {
        let isSaid = typed.indices.contains(place) && typed[place] == text
        let left = isSaid ? draft : text
        unsaid[member] = left.trimmed.isEmpty ? nil : left
    }

    /// What was left for a member, which is there no longer; empty where that is nothing.
    mutating func takeUnsaid(for member: Member) -> String { unsaid.removeValue(forKey: member) ?? "" }
}
