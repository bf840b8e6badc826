import Testing

@testable import TileLink

@Suite struct UtteranceQueueTests {
    private let a = UtteranceID(1)
    private let b = UtteranceID(2)
    private let c = UtteranceID(3)

    /// The effects of the last event.
    private func last(_ events: UtteranceEvent..., queue: UtteranceQueue = UtteranceQueue()) -> [UtteranceEffect] {
        var queue = queue
        return events.map { queue.handle($0) }.last ?? []
    }

    @Test("one alone has its turn with its first words, and goes on as they come")
    func alone() {
        var queue = UtteranceQueue()
        #expect(queue.handle(.opened(a, interrupts: false)) == [.tell(a, .accepted(before: 0))])
        #expect(queue.handle(.text(a, "One. ")) == [.begin(a), .tell(a, .saying), .append(a, "One. ")])
        #expect(queue.handle(.text(a, "Two.")) == [.append(a, "Two.")])
        #expect(queue.handle(.ended(a)) == [.tell(a, .heard), .finish(a)])
        #expect(queue.spoken == a)
        #expect(queue.handle(.said(a)) == [.tell(a, .said)])
        #expect(queue == UtteranceQueue())
    }

    @Test("the next one waits with its text until the first is said")
    func inOrder() {
        let events: [UtteranceEvent] = [
            .opened(a, interrupts: false), .text(a, "A"), .opened(b, interrupts: false), .text(b, "B"),
            .text(b, "b"), .ended(b), .ended(a),
        ]
        var queue = UtteranceQueue()
        let effects = events.flatMap { queue.handle($0) }
        #expect(
            effects == [
                .tell(a, .accepted(before: 0)), .begin(a), .tell(a, .saying), .append(a, "A"),
                .tell(b, .accepted(before: 1)), .tell(b, .heard), .tell(a, .heard), .finish(a),
            ])
        #expect(
            queue.handle(.said(a)) == [
                .tell(a, .said), .begin(b), .tell(b, .saying), .append(b, "Bb"), .finish(b),
            ])
    }

    @Test("who is first and has no words yet does not keep the next one")
    func silentFirst() {
        let events = last(.opened(a, interrupts: false), .opened(b, interrupts: false), .text(b, "B"))
        #expect(events == [.begin(b), .tell(b, .saying), .append(b, "B")])
    }

    @Test("an interrupting one ends what is spoken and all that wait, and not what is opened after it")
    func interrupt() {
        var queue = UtteranceQueue()
        for event in [
            .opened(a, interrupts: false), .text(a, "A"), .opened(b, interrupts: false), .ended(b),
        ] as [UtteranceEvent] { _ = queue.handle(event) }
        #expect(
            queue.handle(.opened(c, interrupts: true)) == [
                .stop(a), .tell(a, .interrupted), .tell(b, .interrupted), .tell(c, .accepted(before: 0)),
            ])
        #expect(queue.handle(.text(c, "C")) == [.begin(c), .tell(c, .saying), .append(c, "C")])
        // What was stopped is not heard of again.
        #expect(queue.handle(.said(a)) == [] && queue.handle(.text(a, "more")) == [] && queue.handle(.ended(a)) == [])
        #expect(queue.spoken == c)
    }

    @Test("a client that goes is ended at the point reached")
    func abandoned() {
        #expect(last(.opened(a, interrupts: false), .text(a, "A"), .abandoned(a)) == [.tell(a, .heard), .finish(a)])
        // Before its turn, and without a word.
        var queue = UtteranceQueue()
        for event in [
            .opened(a, interrupts: false), .text(a, "A"), .opened(b, interrupts: false), .abandoned(b),
        ] as [UtteranceEvent] { _ = queue.handle(event) }
        #expect(queue.handle(.ended(a)) == [.tell(a, .heard), .finish(a)])
        #expect(queue.handle(.said(a)) == [.tell(a, .said), .tell(b, .saying), .tell(b, .said)])
    }

    @Test("one that stalls makes way for another, and has another turn behind it when it goes on")
    func stalled() {
        var queue = UtteranceQueue()
        for event in [
            .opened(a, interrupts: false), .text(a, "A"), .stalled(a), .opened(b, interrupts: false),
        ] as [UtteranceEvent] { _ = queue.handle(event) }
        #expect(queue.handle(.text(b, "B")) == [.finish(a)])
        #expect(queue.handle(.text(a, "more")) == [])
        #expect(queue.handle(.said(a)) == [.begin(b), .tell(b, .saying), .append(b, "B")])
        #expect(queue.handle(.ended(b)) == [.tell(b, .heard), .finish(b)])
        #expect(queue.handle(.said(b)) == [.tell(b, .said), .begin(a), .append(a, "more")])
        #expect(queue.handle(.ended(a)) == [.tell(a, .heard), .finish(a)])
        #expect(queue.handle(.said(a)) == [.tell(a, .said)])
    }

    @Test("one that stalled while it waited makes way as soon as it has had its turn")
    func stalledBefore() {
        var queue = UtteranceQueue()
        for event in [
            .opened(a, interrupts: false), .text(a, "A"), .ended(a), .opened(b, interrupts: false), .text(b, "B"),
            .stalled(b), .opened(c, interrupts: false), .text(c, "C"),
        ] as [UtteranceEvent] { _ = queue.handle(event) }
        #expect(
            queue.handle(.said(a)) == [.tell(a, .said), .begin(b), .tell(b, .saying), .append(b, "B"), .finish(b)])
    }

    @Test("one that stalls alone goes on in the same turn")
    func stalledAlone() {
        #expect(
            last(.opened(a, interrupts: false), .text(a, "A"), .stalled(a), .text(a, "B")) == [.append(a, "B")])
    }

    @Test("what waits beyond the limit is refused, and an interrupting one is not")
    func full() {
        var queue = UtteranceQueue()
        _ = queue.handle(.opened(UtteranceID(0), interrupts: false))
        _ = queue.handle(.text(UtteranceID(0), "spoken"))
        for number in 1...TileLimits.waiting { _ = queue.handle(.opened(UtteranceID(number), interrupts: false)) }
        let next = UtteranceID(1_000)
        #expect(
            queue.handle(.opened(next, interrupts: false)) == [
                .tell(next, .refused(reason: "64 texts are already waiting"))
            ])
        #expect(queue.handle(.opened(next, interrupts: true)).last == .tell(next, .accepted(before: 0)))
        #expect(queue.waitingCount == 1)
    }

    @Test("a source that cannot speak refuses, until it can")
    func refusing() {
        var queue = UtteranceQueue(refusal: "a tape")
        #expect(queue.handle(.opened(a, interrupts: false)) == [.tell(a, .refused(reason: "a tape"))])
        #expect(queue.handle(.speakerChanged(refusal: nil)) == [])
        _ = queue.handle(.opened(b, interrupts: false))
        _ = queue.handle(.text(b, "B"))
        #expect(queue.handle(.speakerChanged(refusal: "gone")) == [.stop(b), .tell(b, .refused(reason: "gone"))])
        #expect(queue.handle(.opened(c, interrupts: false)) == [.tell(c, .refused(reason: "gone"))])
    }

    @Test("what cannot be said is refused and the next one begins; the user can silence all")
    func failing() {
        var queue = UtteranceQueue()
        for event in [
            .opened(a, interrupts: false), .text(a, "A"), .opened(b, interrupts: false), .text(b, "B"),
            .opened(c, interrupts: false),
        ] as [UtteranceEvent] { _ = queue.handle(event) }
        #expect(
            queue.handle(.failed(a, reason: "no voice")) == [
                .tell(a, .refused(reason: "no voice")), .begin(b), .tell(b, .saying), .append(b, "B"),
            ])
        #expect(queue.handle(.silenced) == [.stop(b), .tell(b, .interrupted), .tell(c, .interrupted)])
    }
}
