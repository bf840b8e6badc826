import Events
import SocketIO

/// What one client is to be sent, lazily: the messages that are being said in its room, each event at its time, and
/// the clips that it asked for, as fast as they go. Speech that is due goes before clips; clips take turns. All of it is
/// bounded, for a client that asks and does not read.
package struct SendQueue: Sendable {
    package struct Item: Hashable, Sendable {
        package enum Part: Hashable, Sendable { case speech, clips, answers }

        package var part: Part
        package var place: BackendContent.Place
        package var name: String
        /// On the wire, about.
        package var byteCount: Int
        /// How much earlier than it is sent its date says that it was emitted.
        package var age: TimeSpan

        package init(part: Part, place: BackendContent.Place, name: String, byteCount: Int, age: TimeSpan = .zero) {
            self.age = age
            self.part = part
            self.place = place
            self.name = name
            self.byteCount = byteCount
        }
    }

    private struct Speech {
        let number: Int
        let message: BackendContent.Message
        let start: Instant
        /// In memory, about: a place on a tape is a few words, what was made up is there whole.
        let byteCount: Int
        var next = 0

        init(_ message: BackendContent.Message, number: Int, from start: Instant) {
            (self.message, self.number, self.start) = (message, number, start)
            byteCount = message.lines.reduce(0) { $0 + $1.heldBytes }
        }

        var due: Instant? {
            guard next < message.lines.count else { return nil }
            return start + message.lines[next].offset
        }

        /// What is due first goes first, and of two the message that began first.
        func goes(before other: Speech) -> Bool {
            guard let due, let otherDue = other.due else { return due != nil }
            return (due, number) < (otherDue, other.number)
        }
    }

    private struct Loading {
        let clip: BackendContent.Clip
        /// 0 is the announcement, then the frames, then the end.
        var next = 0
    }

    private var answers: ArraySlice<WireMessage> = []
    /// Those of which something is left, the one that goes next at the end.
    private var speeches: [Speech] = []
    private var speechBytes = 0
    /// So few that moving them up costs nothing.
    private var loadings: [Loading] = []
    /// Clips that may be under way at once; a client that asks for more is refused.
    private static let mostLoadings = 256
    private static let mostAnswers = 1_000
    /// Bytes of speech that wait, before the last message is added.
    package static let mostSpeechBytes = 2 * Limits.messageBytes

    package init() {}

    /// - Parameters:
    ///   - number: which room message it is, the same in all send queues of a room.
    ///   - now: events that were due before it are left out: this client came later.
    /// - Returns: whether there was room for it.
    package mutating func enqueue(
        _ message: BackendContent.Message, number: Int, from start: Instant, at now: Instant
    ) -> Bool {
        guard speechBytes < Self.mostSpeechBytes else { return false }
        var speech = Speech(message, number: number, from: start)
        if now > start { while let due = speech.due, due < now { speech.next += 1 } }
        if speech.due != nil {
            insert(speech)
            speechBytes += speech.byteCount
        }
        return true
    }

    private mutating func insert(_ speech: Speech) {
        speeches.insert(speech, at: speeches.partitionPoint { $0.goes(before: speech) })
    }

    /// Stops what is being said.
    package mutating func stopSpeech() { (speeches, speechBytes) = ([], 0) }

    /// - Returns: whether there was room for it.
    package mutating func send(_ clip: BackendContent.Clip) -> Bool {
        guard loadings.count < Self.mostLoadings else { return false }
        loadings.append(Loading(clip: clip))
        return true
    }

    /// - Returns: whether there was room for it.
    package mutating func answer(_ message: WireMessage) -> Bool {
        guard answers.count < Self.mostAnswers else { return false }
        answers.append(message)
        return true
    }

    /// What goes out next; `nil` when nothing is due.
    package mutating func next(at now: Instant) -> Item? {
        if let message = answers.popFirst() {
            return Item(part: .answers, place: .made(message), name: message.name, byteCount: 256)
        }
        return nextLine(at: now) ?? nextFrame()
    }

    /// When the next event of a speech is due; `nil` when there is none. While clips are under way the next one is due now.
    package var nextDue: Instant? { speeches.last?.due }
    package var hasDueNow: Bool { !answers.isEmpty || !loadings.isEmpty }

    private mutating func nextLine(at now: Instant) -> Item? {
        guard let due = nextDue, due <= now else { return nil }
        var speech = speeches.removeLast()
        let line = speech.message.lines[speech.next]
        speech.next += 1
        if speech.due == nil { speechBytes -= speech.byteCount } else { insert(speech) }
        return Item(
            part: .speech, place: line.place, name: line.name, byteCount: line.byteCount, age: line.age)
    }

    private mutating func nextFrame() -> Item? {
        guard !loadings.isEmpty else { return nil }
        var loading = loadings.removeFirst()
        let (clip, place) = (loading.clip, loading.next)
        if place > clip.frames.count { return made(clip.completion) }
        loading.next += 1
        loadings.append(loading)
        if place == 0 { return made(clip.announcement) }
        let frame = clip.frames[place - 1]
        return Item(part: .clips, place: frame.place, name: EventName.baseFrame.rawValue, byteCount: frame.byteCount)
    }

    private func made(_ message: WireMessage) -> Item {
        Item(part: .clips, place: .made(message), name: message.name, byteCount: 128)
    }
}

extension BackendContent.Line {
    /// In memory, about.
    fileprivate var heldBytes: Int {
        if case .made = place { MemoryLayout<Self>.stride + byteCount } else { MemoryLayout<Self>.stride }
    }
}

extension BackendContent.Message {
    /// The same at another speed: 2 is twice as fast, 0 as fast as it goes.
    package func played(at speed: Double) -> BackendContent.Message {
        guard speed != 1 else { return self }
        var message = self
        for line in lines.indices {
            message.lines[line].offset = speed > 0 ? TimeSpan(seconds: lines[line].offset.seconds / speed) : .zero
        }
        return message
    }
}
