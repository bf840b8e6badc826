import Events

/// When what nobody waits for yet may be fetched, after failures (reader 2.12, 2.15).
package struct PrefetchRules: Hashable, Sendable {
    private struct Failures: Hashable, Sendable {
        var count = 0
        var last = Instant.zero
    }

    private var failures: [String: Failures] = [:]
    private var inARow = 0
    private var lastFailure = Instant.zero

    /// After the first failure of a chunk, the second, and so on.
    private static let waits = [TimeSpan.seconds(2), .seconds(4), .seconds(8), .seconds(16)]
    /// The shortest for a chunk's text.
    package static let textSpacing = TimeSpan.seconds(6)
    private static let mostOfOne = 3
    private static let mostInARow = 5
    private static let pause = TimeSpan.seconds(30)
    /// Chunks that are remembered; those that failed last are.
    private static let remembered = 256

    package init() {}

    package func mayFetch(_ chunk: String, at now: Instant) -> Bool {
        if inARow >= Self.mostInARow, now < lastFailure + Self.pause { return false }
        guard let failed = failures[chunk] else { return true }
        let wait = Self.waits[min(failed.count, Self.waits.count) - 1]
        return failed.count < Self.mostOfOne && now >= failed.last + max(wait, Self.textSpacing)
    }

    package mutating func failed(_ chunk: String, at now: Instant) {
        failures[chunk, default: Failures()].count += 1
        failures[chunk]?.last = now
        // After the pause one failure is enough for another one.
        (inARow, lastFailure) = (inARow + 1, now)
        if failures.count > Self.remembered, let oldest = failures.min(by: { $0.value.last < $1.value.last })?.key {
            failures[oldest] = nil
        }
    }

    /// Also of one that somebody waited for.
    package mutating func succeeded(_ chunk: String) {
        failures[chunk] = nil
        inARow = 0
    }
}

/// Which chunks are fetched while one is read.
package enum PrefetchPlan {
    /// Sentences ahead that are to be there.
    private static let sentences = 3
    private static let mostChunks = 3

    /// Those behind it, the next one first.
    package static func places(after place: Int, in chunks: [ChunkEntry]) -> [Int] {
        var (places, ahead) = ([Int](), 0)
        for next in chunks.indices.dropFirst(place + 1) {
            guard ahead < sentences, places.count < mostChunks else { break }
            places.append(next)
            ahead += max(1, chunks[next].sentenceCount ?? sentences)
        }
        return places
    }
}
