import Engine
import Events
import Support
import Testing

@testable import Sessions

@Suite struct SnapshotStoreTests {
    /// A store that has passed all events of a session, each of which is one unit of work, with the states of a straight run.
    private static func passed(interval: Int, byteLimit: Int = 64 << 20) -> (store: SnapshotStore, states: [Session]) {
        var session = Session(PlaybackEngine())
        var store = SnapshotStore(start: session, interval: interval, byteLimit: byteLimit)
        var states = [session]
        for (place, event) in HeardSession.conversation().enumerated() {
            _ = session.handle(event)
            states.append(session)
            store.pass(place + 1, work: 1, session)
        }
        return (store, states)
    }

    @Test("the nearest copy is not after the place, at most an interval before it, and the state that was there")
    func nearest() {
        let (store, states) = Self.passed(interval: 40)
        #expect(store.count == (states.count - 1) / 40 + 1)
        for place in stride(from: 0, to: states.count, by: 7) {
            let (heard, session) = store.nearest(to: place)
            #expect(heard <= place && place - heard < 40 && session == states[heard])
        }
    }

    @Test("more bytes than the limit are never kept, and the copies that stay lie evenly")
    func thinned() {
        let (store, states) = Self.passed(interval: 10, byteLimit: 300_000)
        #expect(store.byteCount <= 300_000 && store.count > 1 && store.interval > 10)
        for place in states.indices {
            let (heard, session) = store.nearest(to: place)
            #expect(heard <= place && place - heard < 2 * store.interval && session == states[heard])
        }
    }
}
