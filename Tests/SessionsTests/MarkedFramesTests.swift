import Engine
import Events
import Testing

@testable import Sessions

@Suite("Frames that marks are of")
struct MarkedFramesTests {
    private static let period = PlaybackSettings().period

    /// Frames that come on screen at these times of a period, from 1 s on.
    private static func log(_ times: [Double]) -> SessionLog {
        var log = SessionLog()
        for (ordinal, time) in times.enumerated() {
            let shown = instant(time)
            let record = FrameRecord(
                ordinal: ordinal, mode: .overlay, generation: 1, position: nil, clip: "a", baseIndex: ordinal,
                demandedClip: "a", demandedIndex: ordinal, overlayKey: nil, status: .sync, due: shown, shown: shown,
                arrived: nil, decoded: nil, soundPosition: nil, character: nil, note: nil)
            log.appendEntry(LogEntry(heard: ordinal + 1, time: shown, .frame(record)))
        }
        return log
    }

    private static func instant(_ periods: Double) -> Instant {
        Instant(microseconds: 1_000_000 + Int64(periods * Double(period.microseconds)))
    }

    @Test(
        "it is the one on screen, or the next one that begins right behind the mark, as on a clock that is a little late",
        arguments: [
            (-0.6, nil), (-0.4, 0), (0, 0), (0.3, 0), (0.7, 1), (1, 1), (1.4, 1), (2, 2), (4.4, 2), (4.6, 3), (5, 3),
            // Behind the last frame that has been heard.
            (5.9, 3), (6.1, nil), (99, nil),
        ] as [(Double, Int?)])
    func frame(time: Double, ordinal: Int?) {
        // The third one stands for three periods.
        let log = Self.log([0, 1, 2, 5])
        let mark = Mark(time: Self.instant(time), name: "a")
        #expect(log.frame(of: mark) == ordinal)
    }

    @Test("without frames there is none")
    func empty() {
        let mark = Mark(time: .zero, name: "a")
        #expect(SessionLog().frame(of: mark) == nil)
    }
}
