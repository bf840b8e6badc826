import Testing

@testable import Checks

struct FrameLogSummaryTests {
    private static func summary(_ lines: [String]) -> FrameLogSummary {
        var reader = FrameLogReader()
        var summary = FrameLogSummary()
        for line in reader.feed(Array(lines.map { $0 + "\n" }.joined().utf8)) { summary.receive(line) }
        #expect(reader.badCount == 0)
        return summary
    }

    private static func line(
        _ milliseconds: Int, source: String = "IOS", chunk: Int = 0, seq: Int, clip: String = "talk", base: Int? = nil,
        overlay: String = "key", status: String = "SYNC", sprite: Int? = nil
    ) -> String {
        "\(milliseconds)|\(source)|s|\(chunk)|\(seq)|\(clip)|\(base ?? seq)|\(overlay)|\(status)|30|\(sprite ?? base ?? seq)"
    }

    @Test("intervals from 28 to 40 ms are good, both ends included; pauses and steps back are no intervals")
    func intervals() {
        let times = [0, 28, 68, 95, 136, 237, 1_237, 2_238, 2_200]
        let timing = Self.summary(times.enumerated().map { Self.line($1, seq: $0) }).timing
        #expect(timing.intervals == 6 && timing.goodIntervals == 2 && timing.blocked == 2)
        #expect(timing.pauses == 1 && timing.backwards == 1 && timing.longest == 1_000_000)
        #expect(timing.average == 1_237_000.0 / 6 && timing.goodShare == 2.0 / 6)
        #expect(timing.rate == 6_000_000.0 / 1_237_000)
    }

    @Test("K59: a frame that is told of twice is one frame, from when it was first told of")
    func repeated() {
        let summary = Self.summary((0..<60).map { Self.line($0 * 50 / 3, seq: $0 / 2) })
        #expect(summary.lines == 60 && summary.frames == 30)
        #expect(summary.chunks.map(\.lines) == [60] && summary.chunks.map(\.frames) == [30])
        #expect(summary.timing.intervals == 29 && summary.timing.goodShare == 1)
    }

    @Test("sources mixed in one log are timed each by itself")
    func sources() {
        let summary = Self.summary(
            (0..<20).flatMap { [Self.line($0 * 33, seq: $0), Self.line($0 * 33 + 5, source: "ANDROID", seq: $0)] })
        #expect(summary.streams.map(\.source) == ["IOS", "ANDROID"] && summary.streams.map(\.frames) == [20, 20])
        #expect(summary.timing.intervals == 38 && summary.timing.goodShare == 1 && summary.frames == 40)
        #expect(summary.chunks.map(\.lines) == [20, 20])
    }

    @Test("a backend's lines, which say what was sent, give frames and a rate only where there are no others")
    func sentLines() {
        let sent = (0..<20).map { Self.line(0, source: "BACKEND", seq: $0) }
        let both = Self.summary(sent + (0..<20).map { Self.line($0 * 33, seq: $0) })
        #expect(both.frames == 20 && both.timing.intervals == 19 && both.timing.goodShare == 1)
        #expect(both.streams.map(\.frames) == [20, 20])
        #expect(Self.summary(sent).frames == 20 && Self.summary(sent).timing.intervals == 19)
    }

    @Test("times of different origins give no interval and ranges of their own")
    func origins() throws {
        let summary = Self.summary([
            Self.line(10, seq: 0), Self.line(1_772_366_431_402, seq: 1), Self.line(1_772_366_431_435, seq: 2),
        ])
        #expect(summary.timing.intervals == 1)
        #expect(summary.running?.first.milliseconds == 10 && summary.running?.last.milliseconds == 10)
        #expect(summary.calendar?.first.text == "2026-03-01 12:00:31.402")
        #expect(summary.calendar?.last.text == "2026-03-01 12:00:31.435")
    }

    @Test("chunks follow each other as in the log, and a number that comes again is a new one")
    func chunks() {
        let summary = Self.summary([
            Self.line(0, chunk: 0, seq: 0), Self.line(33, chunk: 0, seq: 1, status: "DESYNC"),
            Self.line(66, chunk: 1, seq: 0), Self.line(5_000, chunk: 0, seq: 0, clip: "idle"),
        ])
        #expect(summary.chunks.map(\.chunk) == [0, 1, 0])
        #expect(summary.chunks.map(\.lines) == [2, 1, 1] && summary.chunks.map(\.notSync) == [1, 0, 0])
        #expect(summary.chunks.first?.last.milliseconds == 33)
        #expect(summary.statuses.entries.map(\.name) == ["SYNC", "DESYNC"])
        #expect(summary.statuses.entries.map(\.count) == [3, 1])
        #expect(summary.clips.entries.map(\.name) == ["talk", "idle"])
    }

    @Test("K65, K66: SYNC with another base index than wanted, and SYNC without an overlay, are counted")
    func doubts() {
        let summary = Self.summary([
            Self.line(0, seq: 0, base: 5, sprite: 6), Self.line(33, seq: 1, overlay: "unknown"),
            Self.line(66, seq: 2, base: 5, status: "DESYNC", sprite: 6), Self.line(99, seq: 3),
        ])
        #expect(summary.syncWithOtherBase == 1 && summary.syncWithoutOverlay == 1)
    }

    @Test("a log in which everything is different stays within the limits, and says so")
    func limits() {
        let summary = Self.summary(
            (0..<3_000).map { Self.line($0, source: "\($0)", chunk: $0, seq: 0, clip: "c\($0)") })
        #expect(summary.lines == 3_000 && summary.isCut && summary.streams.count == 100)
        #expect(summary.clips.entries.count == 1_000 && summary.clips.others == 2_000)
        let long = Self.summary((0..<3_000).map { Self.line($0, chunk: $0, seq: 0) })
        #expect(long.chunks.count == 2_000 && long.isCut && long.frames == 3_000)
    }
}
