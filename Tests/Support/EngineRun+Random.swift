import Engine
import Events

extension EngineRun {
    /// A stream in which events are lost, doubled, late and out of order, and pictures broken, as a seed has it.
    package static func heardAtRandom(_ seed: UInt64) -> [Event] {
        var random = SplitMix64(seed: seed)
        var session = random.isOneIn(5) ? EngineRun() : EngineRun.loaded()
        let fate = seed
        session.decoding = { job in
            let number = UInt64(bitPattern: Int64(job.key.rawValue.utf8.reduce(0) { $0 &* 31 &+ Int($1) })) &+ fate
            return number % 17 == 0 ? .fails(after: .milliseconds(3)) : .after(.milliseconds(Int64(number % 23 * 9)))
        }
        for message in 0..<3 {
            let start = 1 + Double(message) * 4
            if random.isOneIn(2) { session.at(start - 0.3, .sent) }
            for chunk in 0..<(1 + random.below(4)) {
                for event in Stream.chunk(chunk, frames: 1 + random.below(40)) where !random.isOneIn(8) {
                    let delay = Double(random.below(random.isOneIn(5) ? 2_000 : 200)) / 1_000
                    session.at(start + Double(chunk) / 3 + delay, event)
                    if random.isOneIn(10) { session.at(start + 1.5, event) }
                }
            }
            if !random.isOneIn(4) { session.at(start + 1, .audioEnded) }
        }
        session.run(to: 15)
        return session.heard
    }
}

extension [Event] {
    /// Those of several sessions in the order of time, each for the member that it is given with.
    package static func merged(_ streams: [(member: Member, events: [Event])]) -> [Event] {
        var all: [Event] = []
        for (member, events) in streams { all += events.map { Event($0.time, $0.body, for: member) } }
        // Of one moment in the order of the list: sorting need not be stable.
        return all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// What one member hears of them, as if there were no other.
    package func heard(by member: Member) -> [Event] {
        filter { $0.member == member }.map { Event($0.time, $0.body) }
    }
}
