import Events
import Synchronization
import Testing

@testable import Playback

/// Hours stand for never: a test that waits for one of them has failed.
@MainActor @Suite(.timeLimit(.minutes(30)))
struct WakeTimerTests {
    private static let hours = TimeSpan.seconds(3_000)

    /// A timer and how often it has gone off.
    @MainActor private final class Rig {
        let timer: WakeTimer
        private let wakes: AsyncStream<Void>
        private let clock = SessionClock()
        private let counted: Counted

        private final class Counted: Sendable { let number = Mutex(0) }

        init() {
            let counted = Counted()
            let (stream, sink) = AsyncStream<Void>.makeStream()
            timer = WakeTimer {
                counted.number.withLock { $0 += 1 }
                sink.yield()
            }
            wakes = stream
            self.counted = counted
        }

        var now: Instant { clock.now }
        var count: Int { counted.number.withLock { $0 } }

        func wake(in span: TimeSpan) {
            let now = now
            timer.wake(at: now + span, now: now)
        }

        /// Until it goes off once more than was waited for.
        func wait() async { for await _ in wakes { break } }
    }

    @Test("it goes off, and once only for what it was set to", arguments: [20_000, 1_000, 0, -5_000_000])
    func once(microseconds: Int) async {
        let (rig, other) = (Rig(), Rig())
        rig.wake(in: TimeSpan(microseconds: Int64(microseconds)))
        await rig.wait()
        // Time for another one, if there were one.
        other.wake(in: .milliseconds(10))
        await other.wait()
        #expect(rig.count == 1)
        rig.timer.cancel()
        other.timer.cancel()
    }

    @Test("after it has gone off it can be set to the same moment, and to an earlier one")
    func again() async {
        let rig = Rig()
        let now = rig.now
        for wish in [now + .milliseconds(2), now + .milliseconds(2), now + .milliseconds(1), now] {
            rig.timer.wake(at: wish, now: rig.now)
            await rig.wait()
        }
        #expect(rig.count == 4)
        rig.timer.cancel()
    }

    @Test("a nearer wish takes the place of a farther one")
    func nearer() async {
        let rig = Rig()
        rig.wake(in: Self.hours)
        rig.wake(in: .milliseconds(2))
        await rig.wait()
        rig.timer.cancel()
    }

    @Test("a farther wish leaves a nearer one alone")
    func farther() async {
        let rig = Rig()
        rig.wake(in: .milliseconds(2))
        rig.wake(in: Self.hours)
        await rig.wait()
        rig.timer.cancel()
    }

    @Test("a wish beyond all clocks is no trap, and gives way to a nearer one")
    func beyond() async {
        let rig = Rig()
        rig.timer.wake(at: Instant(microseconds: .max), now: rig.now)
        rig.wake(in: .milliseconds(1))
        await rig.wait()
        rig.timer.wake(at: Instant(microseconds: .min), now: rig.now)
        await rig.wait()
        rig.timer.cancel()
    }

    @Test("one that is canceled does not go off, although another one that is due later does")
    func canceled() async {
        var heard: [String] = []
        let (stream, sink) = AsyncStream<String>.makeStream()
        let (first, second) = (WakeTimer { sink.yield("first") }, WakeTimer { sink.yield("second") })
        let now = SessionClock().now
        first.wake(at: now + .milliseconds(2), now: now)
        first.cancel()
        second.wake(at: now + .milliseconds(20), now: now)
        for await name in stream {
            heard.append(name)
            break
        }
        #expect(heard == ["second"])
        second.cancel()
    }
}
