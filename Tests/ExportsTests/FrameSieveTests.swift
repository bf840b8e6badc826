import Events
import Testing

@testable import Engine
@testable import Exports

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

    @Test("a frame as why takes it: by its number, place, moment or chunk, and none for other texts")
    func places() throws {
        func taken(_ text: String) throws -> [String] {
            let choice = try #require(FrameChoice(frame: text))
            return try Self.run(Self.film) { $0 = choice }
        }
        #expect(try taken("5") == ["5 30"] && taken("140ms") == ["6 50"])
        // Those of a chunk are all in one place: the first that was drawn and not held.
        #expect(try taken("c0") == ["0 30"] && taken("c1") == ["5 30"] && taken("1:0.0") == ["5 30"])
        #expect(try taken("0/2:0.0") == ["6 50"] && taken("1/2:0.0") == [] && taken("2:0.1") == [] && taken("c9") == [])
        #expect(["", "x", "c", "-1", "1..3"].allSatisfy { FrameChoice(frame: $0) == nil })
        #expect(FrameChoice(frame: "c1")?.isOneFrame == true && FrameChoice(frame: "3")?.isOneFrame == true)
        #expect(try Self.run(Self.film) { $0.message = 0 }.count == Self.film.count)
        #expect(try Self.run(Self.film) { $0.message = 1 } == [])
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
