import Engine
import Events
import Support
import Testing

/// What holds whatever is heard, in whatever order (architecture, promise 2), over 10,000 seeded sequences.
@Suite("Properties of the engine over wild sequences")
struct WildPropertyTests {
    private static let clips: [(ClipName, Int)] = [
        (Stream.idle, 3), (Stream.idleBack, 2), (Stream.bridge, 2), (Stream.talking, 8), (Stream.home, 2),
    ]

    /// With all clips, with no clips; some sequences begin in the middle of a message.
    private static func start(_ seed: UInt64) -> PlaybackEngine {
        var session = EngineRun()
        if seed % 4 != 0 { session.loadClips(clips) }
        if seed % 2 != 0 { session.at(0, .sent) }
        session.run(to: 0)
        return session.engine
    }

    @Test("any sequence of events keeps every promise, and its tape gives the same states again", arguments: 0..<8)
    func promises(part: Int) {
        let starts = (0..<4).map { Self.start(UInt64($0)) }
        for number in 0..<1_250 {
            let seed = UInt64(part * 1_250 + number)
            let start = starts[Int(seed % 4)]
            var driver = WildDriver(seed: seed, from: start)
            var hashes: [Int] = []
            let length = 10 + number % 15
            let cut = number % length
            var snapshot = start
            for place in 0..<length {
                if place == cut { snapshot = driver.engine }
                driver.step()
                hashes.append(driver.engine.hashValue)
            }
            if let broken = driver.broken {
                Issue.record("seed \(seed): \(broken)")
                continue
            }
            if let place = Self.difference(start, driver, hashes, from: 0) {
                Issue.record("seed \(seed): event \(place) of the tape gives another state or other effects")
            }
            if let place = Self.difference(snapshot, driver, hashes, from: cut) {
                Issue.record("seed \(seed): cut at \(cut), event \(place) gives another state or other effects")
            }
        }
    }

    /// The first event at which a replay differs from what was; `nil` when it never does.
    private static func difference(
        _ start: PlaybackEngine, _ driver: WildDriver, _ hashes: [Int], from first: Int
    ) -> Int? {
        var engine = start
        for place in first..<driver.heard.count {
            let effects = engine.handle(driver.heard[place])
            if effects != driver.effects[place] || engine.hashValue != hashes[place] { return place }
        }
        return engine == driver.engine ? nil : driver.heard.count
    }

    @Test("numbers at and beyond every bound neither trap nor break a promise", arguments: 0..<4)
    func hugeNumbers(part: Int) {
        let starts = (0..<4).map { Self.start(UInt64($0)) }
        for number in 0..<25 {
            let seed = UInt64(1_000_000 + part * 25 + number)
            var driver = WildDriver(seed: seed, from: starts[Int(seed % 4)], isHuge: true)
            for _ in 0..<60 { driver.step() }
            if let broken = driver.broken { Issue.record("seed \(seed): \(broken)") }
        }
    }
}
