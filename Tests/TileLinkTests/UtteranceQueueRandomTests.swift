import Support
import Testing

@testable import TileLink

/// Sequences that nobody thought of: each rule that every one of them keeps.
@Suite struct UtteranceQueueRandomTests {
    /// Carries out effects, and notes which rule one of them breaks.
    private struct Speaker {
        var current: UtteranceID?
        var isFinished = false
        var given: [UtteranceID: String] = [:]
        var told: [UtteranceID: [UtteranceAnswer]] = [:]
        var broken: [String] = []

        mutating func perform(_ effect: UtteranceEffect) {
            switch effect {
            case .begin(let id):
                if current != nil { broken.append("\(id) begins while another one is spoken") }
                (current, isFinished) = (id, false)
            case .append(let id, let text):
                if current != id || isFinished { broken.append("\(id) goes on and is not spoken") }
                if text.isEmpty { broken.append("\(id) goes on with nothing") }
                given[id, default: ""] += text
            case .finish(let id):
                if current != id || isFinished { broken.append("\(id) is finished and is not spoken") }
                isFinished = true
            case .stop(let id):
                if current != id { broken.append("\(id) is stopped and is not spoken") }
                current = nil
            case .tell(let id, let answer):
                if told[id]?.last?.isLast == true { broken.append("\(id) is told something after its end") }
                if told[id]?.contains(answer) == true { broken.append("\(id) is told \(answer) twice") }
                if answer.isLast, answer != .said, current == id { current = nil }
                told[id, default: []].append(answer)
            }
        }
    }

    @Test("nothing is spoken beside something else, out of order or twice, and nothing is lost", arguments: 0..<400)
    func rules(_ seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var (queue, speaker) = (UtteranceQueue(), Speaker())
        var sent: [UtteranceID: String] = [:]
        var open: [UtteranceID] = []
        var count = 0
        func handle(_ event: UtteranceEvent) { for effect in queue.handle(event) { speaker.perform(effect) } }
        for _ in 0..<(50 + random.below(400)) {
            switch random.below(12) {
            case 0, 1:
                count += 1
                open.append(UtteranceID(count))
                handle(.opened(UtteranceID(count), interrupts: random.isOneIn(8)))
            case 2...5 where !open.isEmpty:
                let (id, text) = (random.pick(open), "\(random.below(10)) ")
                sent[id, default: ""] += text
                handle(.text(id, text))
            case 6 where !open.isEmpty:
                let id = open.remove(at: random.below(open.count))
                handle(random.isOneIn(3) ? .abandoned(id) : .ended(id))
            case 7 where !open.isEmpty: handle(.stalled(random.pick(open)))
            case 8 where random.isOneIn(6): handle(.silenced)
            case 9 where random.isOneIn(6): handle(.failed(UtteranceID(1 + random.below(count + 1)), reason: "no"))
            default:
                // Also of one that is not spoken, and of none.
                if speaker.isFinished, let current = speaker.current {
                    speaker.current = nil
                    handle(.said(current))
                } else if queue.spoken == nil {
                    handle(.said(UtteranceID(random.below(count + 3))))
                }
            }
            if queue.spoken != speaker.current { speaker.broken.append("another one is spoken than was begun") }
        }
        for id in open { handle(.ended(id)) }
        while let current = speaker.current, speaker.isFinished {
            speaker.current = nil
            handle(.said(current))
        }
        #expect(speaker.broken.isEmpty, "seed \(seed)")
        #expect(queue == UtteranceQueue(), "seed \(seed)")
        #expect(speaker.told.count == count)
        for (id, told) in speaker.told {
            #expect(told.last?.isLast == true, "seed \(seed)")
            if told.last == .said { #expect(speaker.given[id, default: ""] == sent[id, default: ""], "seed \(seed)") }
        }
    }
}
