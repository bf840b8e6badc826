import Events
import Testing

@testable import App
@testable import Checks
@testable import Engine

@Suite struct FrameChoiceTests {
    @Test(
        "ranges of frames",
        arguments: [
            ("7", 7, 7), ("7..9", 7, 9), ("7..", 7, .max), ("..9", 0, 9), ("0..0", 0, 0), ("007..010", 7, 10),
        ])
    func frames(text: String, first: Int, last: Int) throws {
        let range = try #require(FrameRange(text))
        #expect(range.first == first && range.last == last)
        #expect(range.contains(first) && range.contains(last) && !range.contains(first - 1))
    }

    @Test(
        "what is no range of frames",
        arguments: [
            "", "..", "9..7", "-1", "+3", "1..-2", "a..b", "1...3", "1-3", " 1", "1 ..2", "1..2..3", "1.5", "0x10",
            "99999999999999999999", "٣",
        ])
    func noFrames(text: String) { #expect(FrameRange(text) == nil) }

    @Test(
        "ranges of time, in seconds, milliseconds and minutes",
        arguments: [
            ("1.2s..3s", 1_200_000, 3_000_000), ("1.2..3", 1_200_000, 3_000_000), ("900ms", 900_000, 900_000),
            ("900ms..1.5", 900_000, 1_500_000), ("1:02.5..2:00", 62_500_000, 120_000_000),
            ("..3s", Int64.min, 3_000_000), ("3.", 3_000_000, 3_000_000), ("2s..", 2_000_000, Int64.max),
        ])
    func time(text: String, first: Int64, last: Int64) throws {
        let range = try #require(TimeRange(text))
        #expect(range.first.microseconds == first && range.last.microseconds == last)
    }

    @Test(
        "what is no range of time",
        arguments: [
            "", "..", "3..1", "-1", "inf", "nan", "0x1p3", "1e5", "1:60", "1:2:3", "1.5:00", "s", "ms", ".5", "1.2.3",
            "3 s", "1:02s", "..x",
        ])
    func noTime(text: String) { #expect(TimeRange(text) == nil) }

    @Test("times beyond all clocks are taken without harm")
    func farTimes() throws {
        let range = try #require(TimeRange("..99999999999999999999999999999999"))
        #expect(range.touches(from: Instant(seconds: 1e9), to: Instant(seconds: 2e9)))
    }
}

@Suite struct FrameSieveTests {
    /// Status and moment in milliseconds of each frame; ordinals as they come.
    private static func run(
        _ frames: [(FrameStatus, Int)], _ change: (inout FrameChoice) -> Void = { _ in }
    ) throws -> [String] {
        var choice = FrameChoice()
        change(&choice)
        var sieve = FrameSieve(choice)
        var taken: [String] = []
        let receive: (ChosenFrame) -> Void = { frame in
            taken.append("\(frame.record.ordinal) \(frame.duration.microseconds / 1_000)")
        }
        for (ordinal, frame) in frames.enumerated() {
            let record = record(ordinal, frame.0, frame.1)
            try sieve.receive(record, nil, receive)
            if sieve.isDone(at: record) { break }
        }
        try sieve.finish(receive)
        return taken
    }

    private static func record(_ ordinal: Int, _ status: FrameStatus, _ milliseconds: Int) -> FrameRecord {
        let moment = Instant(microseconds: Int64(milliseconds) * 1_000)
        return FrameRecord(
            ordinal: ordinal, mode: .overlay, generation: 0,
            position: FramePosition(chunk: ordinal / 3, section: 0, sequence: 0, frame: 0, frameCount: 3), clip: nil,
            baseIndex: 0, demandedClip: nil, demandedIndex: 0, overlayKey: nil, status: status, due: moment,
            shown: moment, arrived: nil, decoded: nil, soundPosition: nil, character: nil, note: nil)
    }

    private static let film: [(FrameStatus, Int)] = [
        (.sync, 0), (.sync, 30), (.held, 70), (.skipped, 95), (.skipped, 95), (.sync, 100), (.noOverlay, 130),
        (.sync, 180), (.sync, 200),
    ]

    @Test("a frame stays until the next one that was on screen, the last as long as the one before")
    func durations() throws {
        #expect(
            try Self.run(Self.film) == ["0 30", "1 40", "2 30", "3 0", "4 0", "5 30", "6 50", "7 20", "8 20"])
        #expect(try Self.run([(.sync, 5)]) == ["0 33"])
        #expect(try Self.run([]) == [])
        #expect(try Self.run([(.skipped, 5)]) == ["0 0"])
    }

    @Test("frames by number, time and chunk, and all of these together")
    func chosen() throws {
        func frames(_ text: String) throws -> [String] {
            let range = try #require(FrameRange(text))
            return try Self.run(Self.film) { $0.frames = range }
        }
        func time(_ text: String) throws -> [String] {
            let range = try #require(TimeRange(text))
            return try Self.run(Self.film) { $0.time = range }
        }
        #expect(try frames("1..3") == ["1 40", "2 30", "3 0"])
        #expect(try frames("8..99") == ["8 20"])
        #expect(try frames("50..") == [])
        // On screen then, not begun then.
        #expect(try time("80ms..100ms") == ["2 30", "3 0", "4 0", "5 30"])
        #expect(try time("140ms") == ["6 50"])
        #expect(try time("5s") == [])
        #expect(try Self.run(Self.film) { $0.chunk = 1 } == ["3 0", "4 0", "5 30"])
        #expect(
            try Self.run(Self.film) { choice in
                choice.chunk = 1
                choice.frames = FrameRange("4..") ?? .all
                choice.time = TimeRange("100ms..") ?? .all
            } == ["5 30"])
    }

    @Test("a step keeps all time, and all that is not SYNC")
    func step() throws {
        let calm = (0..<7).map { (FrameStatus.sync, $0 * 10) }
        #expect(try Self.run(calm) { $0.step = 3 } == ["0 30", "3 30", "6 10"])
        #expect(try Self.run(Self.film) { $0.step = 100 } == ["0 70", "2 30", "3 0", "4 30", "6 90"])
    }

    @Test("a picture that stays for years stays for ten minutes")
    func years() throws {
        #expect(try Self.run([(.sync, 0), (.sync, 900_000_000_000)]) == ["0 600000", "1 600000"])
    }
}
