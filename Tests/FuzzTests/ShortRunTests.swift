import Exercises
import Support
import Testing

/// A run of its own in each `make check`, without a fuzzer's build: seeded, so that it is the same everywhere. It finds what
/// is wrong near the surface; `make fuzz` looks deeper.
@Suite struct ShortRunTests {
    private static let rounds = [
        Exercise.packets: 8_000, .events: 1_500, .pictures: 8_000, .sounds: 2_000, .speech: 3_000, .tapes: 60,
        .texts: 5_000, .videos: 8_000, .books: 4_000, .library: 8_000, .shelf: 4_000, .epubs: 3_000, .subtitles: 4_000,
        .terminal: 4_000,
    ]

    @Test("changes of good inputs break no promise", arguments: Exercise.allCases)
    func changes(exercise: Exercise) throws {
        let good = try #require(GoodInputs.all[exercise])
        var random = SplitMix64(seed: 7)
        for round in 0..<(try #require(Self.rounds[exercise])) {
            let bytes = Self.changed(good[round % good.count], &random)
            do {
                try exercise.run(bytes)
            } catch {
                Issue.record("round \(round): \(error.text)")
                return
            }
        }
    }

    @Test("good inputs break no promise", arguments: Exercise.allCases)
    func goodInputs(exercise: Exercise) throws {
        for bytes in try #require(GoodInputs.all[exercise]) {
            #expect(throws: Never.self) { try exercise.run(bytes) }
        }
    }

    /// A few bytes replaced, left out, doubled or put elsewhere.
    private static func changed(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(4) where !bytes.isEmpty {
            let place = random.below(bytes.count)
            let end = min(bytes.count, place + 1 + random.below(12))
            switch random.below(4) {
            case 0: bytes[place] = UInt8(random.below(256))
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
            default: bytes[place] ^= 1 << UInt8(random.below(8))
            }
        }
        return bytes
    }
}
