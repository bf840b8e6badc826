import Events
import Support
import Testing

@testable import Engine

/// Clips that are still coming (specification 3.3).
@Suite("Cold starts")
struct ColdStartTests {
    @Test(
        "a cold start over a slow link: of an idle clip that is still coming what is there is played in order",
        arguments: [Array(0..<10), [0, 1, 3, 4, 5, 6, 7, 8, 9, 2], Array((0..<10).reversed())])
    func coldStart(order: [Int]) {
        var session = EngineRun(ticks: .atDeadlines)
        session.at(0, .clipAnnounced(Stream.idle, totalFrames: 10))
        for (place, index) in order.enumerated() {
            let time = 0.15 * Double(place)
            session.at(time, .baseFrameArrived(Stream.idle, index: index, picture: Stream.payload(index)))
        }
        session.at(1.5, .clipCompleted(Stream.idle, totalFrames: 10))
        session.run(to: 4)
        #expect(session.records.allSatisfy { $0.status == .sync && $0.baseIndex == $0.demandedIndex })
        #expect(session.notes.isEmpty)
        if order == Array(0..<10) { #expect(session.records.prefix(10).map(\.baseIndex) == order) }
        // Whole, it plays as ever.
        let last = session.records.suffix(12).map(\.baseIndex)
        #expect(zip(last, last.dropFirst()).allSatisfy { $1 == ($0 + 1) % 10 })
    }

    @Test("an idle clip of which nothing has come for 30 s is not waited for any more: what it lacks is missing")
    func abandonedIdle() {
        var session = EngineRun(ticks: .atDeadlines)
        session.at(0, Stream.manifest([(Stream.idle, 10)]))
        session.at(0.1, Array(Stream.clip(Stream.idle, frames: 10).prefix(5)))
        session.run(to: 29)
        #expect(session.records.allSatisfy { $0.status == .sync } && session.records.count == 4)
        session.run(to: 33)
        #expect(session.count(.timeLimit) == 1)
        #expect(session.records.contains { $0.status == .desyncBaseMissing })
    }
}
