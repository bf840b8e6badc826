import Events
import Testing

@testable import Debugger
@testable import Engine
@testable import Sessions

@Suite("Figures of one message")
struct MessageFiguresTests {
    /// A frame of speech, decoded 100 ms before it is due and shown 4 ms after that; `change` makes another of it.
    private static func frame(
        _ number: Int, generation: Generation = 1, length: Int = 60, _ change: (inout FrameRecord) -> Void = { _ in }
    ) -> FrameRecord {
        let due = Instant(microseconds: 1_000_000 + Int64(number) * 33_333)
        let (chunk, place) = (number / length, number % length)
        var record = FrameRecord(
            ordinal: number, mode: .overlay, generation: generation,
            position: FramePosition(chunk: chunk, section: 0, sequence: place, frame: place, frameCount: length),
            clip: "t", baseIndex: place, demandedClip: "t", demandedIndex: place, overlayKey: PictureKey("k/\(number)"),
            status: .sync, due: due, shown: due + .milliseconds(4), arrived: due - .milliseconds(200),
            decoded: due - .milliseconds(100))
        change(&record)
        return record
    }

    private static func log(_ records: [FrameRecord]) -> SessionLog {
        var log = SessionLog()
        for (place, record) in records.enumerated() {
            var record = record
            record.ordinal = place
            log.appendEntry(LogEntry(heard: place + 1, time: record.shown, .frame(record)))
        }
        return log
    }

    private static func figures(_ records: [FrameRecord]) -> MessageFigures {
        var figures = MessageFigures(1)
        for record in records { figures.addFrame(record) }
        return figures
    }

    /// Of chunk 0, 60 frames long.
    private static func report(received: Int) -> ChunkReport {
        ChunkReport(
            generation: 1, chunk: 0, announced: 60, received: received, shown: received, noOverlay: 0, skipped: 0,
            lost: Array(0..<60 - received), late: 0, duplicates: 0, hasSound: true, started: nil, ended: .zero)
    }

    @Test("a picture that is decoded when its frame is due is a hit, each frame looked up once")
    func hits() {
        let figures = Self.figures((0..<30).map { Self.frame($0) })
        #expect(figures.lookups == 30 && figures.hits == 30 && figures.hitRate == 1)
        #expect(figures.rendered == 30 && figures.chunksStarted == 1 && figures.missed.isEmpty)
    }

    @Test("of a chunk that is broken off those frames count as received whose turn has been and that came")
    func brokenOff() {
        let missing = Self.frame(7) { ($0.arrived, $0.decoded, $0.status) = (nil, nil, .noOverlay) }
        let skipped = Self.frame(8) { $0.status = .skipped }
        let held = Self.frame(9) { $0.status = .held }
        var figures = Self.figures((0..<7).map { Self.frame($0) } + [missing, skipped, held, Self.frame(9)])
        #expect(figures.received == 9 && figures.rendered == 8 && figures.chunksCompleted == 0)
        figures.addChunk(Self.report(received: 59))
        #expect(figures.received == 59)
        figures.addFrame(Self.frame(60))
        #expect(figures.received == 60 && figures.chunksStarted == 2)
    }

    @Test("a chunk that was cut off is none that was completed, and of it counts what had its turn")
    func cutOff() {
        var figures = Self.figures((0..<7).map { Self.frame($0) })
        var cut = Self.report(received: 60)
        cut.end = .cut
        figures.addChunk(cut)
        #expect(figures.received == 7 && figures.chunksStarted == 1 && figures.chunksCompleted == 0)
        figures.addFrame(Self.frame(60))
        #expect(figures.received == 8 && figures.chunksStarted == 2)
    }

    @Test(
        "a picture decoded after its moment is a miss with the time by which it was late, however often its frame is told of"
    )
    func lateness() {
        let held = Self.frame(5) {
            $0.status = .held
            $0.decoded = nil
        }
        let shown = Self.frame(5) {
            $0.decoded = $0.due + .milliseconds(12)
            $0.shown = $0.due + .milliseconds(15)
        }
        let figures = Self.figures((0..<5).map { Self.frame($0) } + [held, shown, Self.frame(6)])
        #expect(figures.lookups == 7 && figures.misses == 1)
        #expect(figures.missed == [.init(chunk: 0, sequence: 5, key: PictureKey("k/5"), late: .milliseconds(12))])
        // Decoded between its moment and the tick that drew it: late all the same.
        let tick = Self.figures([Self.frame(0) { $0.decoded = $0.due + .milliseconds(1) }])
        #expect(tick.misses == 1 && tick.missed.first?.late == .milliseconds(1))
    }

    @Test("a frame that never came is a miss without a key; one that came without a picture is not looked up")
    func withoutPicture() {
        let lost = Self.frame(0) {
            ($0.status, $0.overlayKey, $0.arrived, $0.decoded) = (.noOverlay, nil, nil, nil)
        }
        let bare = Self.frame(1) { ($0.status, $0.overlayKey, $0.decoded) = (.noOverlay, nil, nil) }
        let skipped = Self.frame(2) { $0.status = .skipped }
        let figures = Self.figures([lost, bare, skipped])
        #expect(figures.lookups == 1 && figures.misses == 1 && figures.skipped == 1)
        #expect(figures.missed == [.init(chunk: 0, sequence: 0, key: nil, late: nil)])
    }

    @Test("no more frames are rendered than came: one without its overlay is none, whatever its base frame")
    func rendered() {
        let bare = Self.frame(3) { ($0.status, $0.decoded) = (.desyncBaseMissing, nil) }
        let lost = Self.frame(4) { ($0.status, $0.overlayKey, $0.arrived, $0.decoded) = (.desyncIndex, nil, nil, nil) }
        let moved = Self.frame(5) { $0.status = .desyncBaseMissing }
        let figures = Self.figures((0..<3).map { Self.frame($0) } + [bare, lost, moved])
        #expect(figures.received == 5 && figures.rendered == 4)
    }

    @Test("only the first misses are named")
    func bound() {
        let figures = Self.figures((0..<100).map { Self.frame($0, length: 200) { $0.decoded = nil } })
        #expect(figures.misses == 100 && figures.missed.map(\.sequence) == Array(0..<MessageFigures.missedKept))
    }

    @Test("freezes and gaps are the faults of the log, up to the frame, each message's its own")
    func stalls() throws {
        var log = Self.log((1...2).flatMap { message in (0..<40).map { Self.frame($0, generation: message) } })
        func found(_ kind: AuditFinding.Kind, _ ordinal: Int, _ milliseconds: Int64) throws {
            let record = try #require(log.record(ordinal))
            let finding = AuditFinding(
                kind, record, expected: "", found: "", amount: .milliseconds(milliseconds))
            log.addFinding(finding, heard: ordinal + 1)
        }
        try found(.gap, 20, 200)
        try found(.gap, 30, 300)
        // Lasts until the second message takes its place.
        log.addFinding(
            AuditFinding(
                .gap, at: Instant(seconds: 3), generation: 1, expected: "", found: "", amount: .milliseconds(400)),
            heard: 41)
        try found(.freeze, 47, 84)
        try found(.lost, 47, 1)
        let showed = try #require(log.entry(ofFrame: 47)).heard
        #expect(log.faultCount(heard: showed) == log.faultCount && log.faultCount(heard: 0) == 0)
        #expect(log.faultCount(heard: showed - 1) == log.faultCount - 2)
        let half = Self.figures(in: log, upTo: 25)
        #expect(
            half?.stalls.gaps.count == 1 && half?.stalls.gaps.longest == .milliseconds(200)
                && half?.stalls.freezes.count == 0)
        let second = try #require(Self.figures(in: log, upTo: 79))
        #expect(second.generation == 2 && second.stalls.gaps.count == 0 && second.stalls.freezes.count == 1)
        #expect(second.stalls.freezes.longest == .milliseconds(84) && second.lookups == 40)
        var cursor = MessageCursor()
        let first = cursor.previous(to: second, in: log)
        #expect(first?.stalls.gaps.count == 3 && first?.stalls.gaps.total == .milliseconds(900))
    }

    /// Counted from the beginning of the message.
    private static func figures(in log: SessionLog, upTo ordinal: Int) -> MessageFigures? {
        var cursor = MessageCursor()
        return cursor.figures(upTo: ordinal, in: log)
    }

    @Test("going anywhere gives what counting from the beginning gives, and the message before is kept whole")
    func anywhere() {
        var records: [FrameRecord] = []
        for generation in 1...4 {
            for number in 0..<37 {
                records.append(
                    Self.frame(number, generation: generation, length: 9) { record in
                        if number % 5 == 0 { record.decoded = nil }
                    })
            }
        }
        let log = Self.log(records)
        var cursor = MessageCursor()
        for place in [3, 4, 30, 36, 37, 38, 20, 147, 100, 99, 101, 0, 110, 74] {
            let found = cursor.figures(upTo: place, in: log)
            #expect(found == Self.figures(in: log, upTo: place), "at \(place)")
            #expect(found?.lookups == place % 37 + 1)
            let before = found.flatMap { cursor.previous(to: $0, in: log) }
            #expect(before?.lookups == (place < 37 ? nil : 37) && before?.generation == (place < 37 ? nil : place / 37))
        }
        #expect(cursor.figures(upTo: 1_000, in: log) == nil)
    }

    @Test("reports of chunks count what was received")
    func reports() {
        var figures = Self.figures([Self.frame(0)])
        let report = Self.report(received: 58)
        figures.addChunk(report)
        var other = report
        other.generation = 2
        figures.addChunk(other)
        #expect(figures.received == 58 && figures.chunksCompleted == 1)
    }
}
