import Events
import Sessions

/// The words that belong to what is being said: text segments wait for the chunk of their group. What was shown when is
/// kept, so that the playhead finds its words again.
package struct Captions: Sendable {
    private var waiting: [(group: Int, text: String)] = []
    /// Texts in order, each with the number of events after which it was shown.
    private var shown: [(heard: EventCount, caption: Caption)] = []
    /// Of the text that is shown.
    private var word: Range<Int>?
    /// Texts in order.
    private(set) var lines: [SaidLine] = []
    private var group: Int?
    /// What the user said, until the answer to it is heard.
    private var question: String?
    /// Whether there was any text so far. The row for it stays from then on: a picture that changes its size with every
    /// sentence would be worse than an empty row.
    private(set) var isNeeded = false
    private static let limit = 200
    private static let shownLimit = 20_000

    package init() {}

    /// Text without a group belongs to no chunk and is never shown.
    package mutating func receive(_ segment: TextSegment) {
        guard let group = segment.group else { return }
        isNeeded = true
        waiting.append((group, segment.text.kept))
        if waiting.count > Self.limit { waiting.removeFirst() }
    }

    /// What waits belongs to a message that is over: the next one may number its groups alike.
    package mutating func clear() { waiting = [] }

    /// - Parameter text: what the user said; without any, only what was being said is ended by it.
    package mutating func ask(_ text: String) {
        let isSaid = !text.trimmed.isEmpty
        isNeeded = isNeeded || isSaid
        question = isSaid ? text : nil
    }

    /// To be called with what the engine is at after `heard` events.
    /// - Parameters:
    ///   - group: of the chunk that is playing; `nil` when none is.
    ///   - word: which one of the text is heard; `nil` when none is.
    package mutating func follow(group: Int?, word: Range<Int>?, isAnimating: Bool, heard: EventCount, at time: Instant)
    {
        guard isNeeded else { return }
        guard isAnimating else {
            self.group = nil
            return show(question.map(SaidLine.asked) ?? "", nil, heard, time)
        }
        guard let group else {
            return show(question.map(SaidLine.asked) ?? shown.last?.caption.text ?? "", word, heard, time)
        }
        let before = question == nil ? shown.last?.caption.text ?? "" : ""
        question = nil
        let isAnew = group != self.group && waiting.contains { $0.group == group }
        var text = isAnew ? "" : before
        // Text of earlier groups has had its time; one group may have several segments.
        while let place = waiting.firstIndex(where: { $0.group == group }) {
            text = (text + (text.isEmpty ? "" : " ") + waiting[place].text).kept
            waiting.removeFirst(place + 1)
            self.group = group
        }
        show(text, word, heard, time, isAnew: isAnew)
    }

    /// - Parameter isAnew: another one is said, if only in the same words.
    private mutating func show(
        _ text: String, _ word: Range<Int>?, _ heard: EventCount, _ time: Instant, isAnew: Bool = false
    ) {
        let before = shown.last?.caption ?? Caption()
        let isSame = text == before.text && !isAnew
        if !isSame { self.word = nil }
        defer { self.word = word ?? self.word }
        // While a word is heard, whoever knows which one it is needs nothing else.
        let caption = Caption(
            text: text, last: word == nil ? self.word : isSame ? before.last : nil,
            start: isSame ? before.start : time)
        guard caption != before else { return }
        shown.append((heard, caption))
        if shown.count > Self.shownLimit { shown.removeFirst(Self.shownLimit / 10) }
        guard !isSame, !text.isEmpty else { return }
        lines.append(SaidLine(heard: heard, time: time, isAsked: question != nil, text: question ?? text))
        if lines.count > Self.shownLimit { lines.removeFirst(Self.shownLimit / 10) }
    }

    /// What was shown when `heard` events had been heard.
    package func caption(after heard: EventCount) -> Caption {
        shown.prefix(shown.partitionPoint { $0.heard > heard }).last?.caption ?? Caption()
    }
}

/// What is being said, in words.
package struct Caption: Hashable, Sendable {
    package var text = ""
    /// The word of it that was heard last, in Unicode scalars, where none is heard any more: its text stays where it is until
    /// another one comes.
    package var last: Range<Int>?
    /// When it was there first.
    package var start = Instant.zero
}

/// The captions of all members of a session, and what they said in a live stream.
struct SessionCaptions {
    private var members: [Member: Captions] = [:]
    private var said: [(time: Instant, segment: TextSegment, member: Member)] = []

    /// There was any text so far.
    var areNeeded: Bool { members.values.contains(where: \.isNeeded) }

    /// All of a member's so far, with the places at which they were shown first.
    func lines(of member: Member) -> [SaidLine] { members[member]?.lines ?? [] }

    /// The words that belong to what is shown at the playhead.
    func caption(in timeline: Timeline) -> Caption {
        var heard = timeline.heard
        // What belongs to a frame was taken note of with the last of the events that were heard at once, up to the next frame.
        if let frame = timeline.log.frame(after: heard) {
            let next = timeline.log.entry(ofFrame: frame + 1)?.heard
            heard = max(heard, next.map { $0 - 1 } ?? timeline.history.count)
        }
        return members[timeline.focus]?.caption(after: heard) ?? Caption()
    }

    /// Texts that came of a live stream since the last take.
    mutating func takeSaid() -> [(time: Instant, segment: TextSegment, member: Member)] {
        defer { said = [] }
        return said
    }

    /// Takes what the player has heard of texts, and takes note of what its engines are at.
    mutating func follow(_ player: inout FeedPlayer) {
        let isLive = player.lag != nil
        // Who types knows what was typed: of a tape somebody else may be looking.
        for (text, member) in player.takeQuestions() where !isLive {
            members[member, default: Captions()].ask(text)
        }
        for (text, member) in player.takeTexts() {
            switch text {
            case .came(let segment):
                members[member, default: Captions()].receive(segment)
                if isLive { said.append((player.now, segment, member)) }
            case .cleared: members[member]?.clear()
            }
        }
        for member in members.keys where members[member]?.isNeeded == true {
            guard let engine = player.engine(of: member) else { continue }
            members[member]?.follow(
                group: engine.group, word: engine.spokenWord, isAnimating: engine.isAnimating,
                heard: player.timeline.history.count, at: player.now)
        }
    }
}
