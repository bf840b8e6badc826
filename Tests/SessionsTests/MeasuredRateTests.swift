import Events
import Testing

@testable import Engine
@testable import Sessions

@Suite("The measured rate")
struct MeasuredRateTests {
    private static func log(frames: Int, every period: Int64, from start: Int64 = 0) -> SessionLog {
        var log = SessionLog()
        for number in 0..<frames {
            let shown = Instant(microseconds: start + Int64(number) * period)
            log.appendEntry(
                LogEntry(
                    heard: number + 1, time: shown,
                    .frame(
                        FrameRecord(
                            ordinal: number, mode: .overlay, generation: 1,
                            position: FramePosition(
                                chunk: 0, section: 0, sequence: number, frame: number, frameCount: frames),
                            baseIndex: 0, demandedIndex: 0, status: .sync, due: shown, shown: shown))))
        }
        return log
    }

    @Test("is that of the frames of the last second", arguments: [(Int64(33_333), 30.0), (40_000, 25), (66_667, 15)])
    func rate(period: Int64, expected: Double) throws {
        let log = Self.log(frames: 90, every: period)
        var rate = MeasuredRate()
        for record in (0..<90).compactMap(log.record) {
            let measured = rate.receive(record)
            if record.ordinal == 0 {
                #expect(measured == nil)
            } else {
                #expect(abs(try #require(measured) - expected) < 0.01)
            }
        }
    }

    @Test("nothing is measured across a pause, a clip without speech, or what was never on screen")
    func breaks() throws {
        let log = Self.log(frames: 3, every: 33_333)
        var rate = MeasuredRate()
        var record = try #require(log.record(0))
        #expect(rate.receive(record) == nil)
        (record.shown, record.mode, record.position) = (Instant(seconds: 0.03), .idle, nil)
        #expect(rate.receive(record) == nil)
        record = try #require(log.record(2))
        #expect(rate.receive(record) == nil)
        record.shown = Instant(seconds: 5)
        #expect(rate.receive(record) == nil)
        record.status = .skipped
        #expect(rate.receive(record) == nil)
    }

    @Test("in any order of asking it is the same")
    func order() throws {
        let log = Self.log(frames: 300, every: 33_333)
        var random = rate(in: log, [5, 299, 100, 101, 102, 40, 0, 298])
        let straight = rate(in: log, Array(0..<300))
        #expect(random.removeLast() == straight[298])
        #expect(random == [5, 299, 100, 101, 102, 40, 0].map { straight[$0] })
    }

    private func rate(in log: SessionLog, _ places: [Int]) -> [Double?] {
        var rate = MeasuredRate()
        return places.map { place in log.record(place).flatMap { rate.rate(at: $0, in: log) } }
    }
}

extension SessionLog {
    /// Time without a new frame between the end of the chunk before and this frame, the first of its chunk; `nil` for other
    /// frames and where the message begins. Told from the log, going back from the frame.
    fileprivate func gap(before record: FrameRecord) -> TimeSpan? {
        guard let name = record.chunkName, record.status != .held else { return nil }
        var place = ordinal(shownBefore: record.ordinal)
        while let here = place, let before = self.record(here) {
            if before.mode == .overlay, before.status != .held {
                guard let other = before.chunkName, other != name, other.generation == name.generation else {
                    return nil
                }
                return record.shown - (before.shown + before.period)
            }
            guard before.mode == .overlay else { return nil }
            place = ordinal(shownBefore: here)
        }
        return nil
    }
}
