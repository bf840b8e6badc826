import Engine
import Events
import Support
import Testing

@testable import Debugger
@testable import Sessions

@Suite("A frame by the stream's own numbers")
struct FramePlaceTests {
    @Test(
        "it is typed as the log names it, with the message before it where there are several",
        arguments: [("4:0.24", nil, 4, 0, 24), ("2/4:0.24", 2, 4, 0, 24), ("1/0:10.5", 1, 0, 10, 5)]
            as [(String, Int?, Int, Int, Int)])
    func typed(text: String, message: Int?, chunk: Int, section: Int, sequence: Int) {
        let place = FramePlace(message: message, chunk: chunk, section: section, sequence: sequence)
        #expect(Goal(typed: text) == .place(place))
        #expect(Goal.place(place).typed == text)
    }

    @Test("a moment has two digits behind its colon, a place one: no text is both")
    func moments() {
        #expect(Goal(typed: "4:00.24") == .time(Instant(seconds: 240.24).throughMillisecond))
        #expect(Goal(typed: "4:10.24") == .time(Instant(seconds: 250.24).throughMillisecond))
        #expect(Goal(typed: "4:0.24") == .place(FramePlace(chunk: 4, section: 0, sequence: 24)))
        for chunk in ["0", "4", "59", "100"] {
            for behind in ["0.24", "9.0", "00.24", "59.9", "1", "10", "010.2"] {
                let text = "\(chunk):\(behind)"
                #expect(FramePlace(typed: text) == nil || Instant(typed: text) == nil, "\(text)")
            }
        }
    }

    @Test(
        "what is no place",
        arguments: [
            "4:0", "4:0.", ":0.1", "4:.1", "/4:0.1", "a/4:0.1", "-1:0.1", "4:0.-1", "4:0.1.2", "1/2/4:0.1", "4:10:0.1",
            "99999999999999999999:0.1", "٤:0.1",
        ])
    func wrong(text: String) { #expect(Goal(typed: text) == nil) }

    @Test("goals that can be typed come back from their text")
    func goals() {
        for goal in [Goal.frame(312), .chunk(3)] { #expect(goal.typed.flatMap { Goal(typed: $0) } == goal) }
        // A moment to the millisecond, which means all of it.
        for microseconds: Int64 in [0, 12_433_333, 12_433_999] {
            let typed = Goal.time(Instant(microseconds: microseconds)).typed
            #expect(
                typed.flatMap { Goal(typed: $0) } == .time(Instant(microseconds: microseconds / 1_000 * 1_000 + 999)))
        }
        #expect(Goal.start.typed == nil && Goal.frames(1).typed == nil)
    }

    // MARK: In a session

    private static func timeline() -> Timeline {
        var session = EngineRun.loaded()
        for message in [0.0, 10] {
            if message > 0 { session.at(message, LocalInput.sent) }
            session.at(message + 1, Stream.chunk(0, frames: 30))
            session.at(message + 1.2, Stream.chunk(1, frames: 20, from: 30))
            session.at(message + 1.3, .audioEnded)
        }
        session.run(to: 22)
        var timeline = Timeline(PlaybackEngine(), archive: NoArchive(), judge: Audit(ticks: .live))
        for event in session.heard {
            switch event.body {
            case .local(let input): _ = timeline.receiveInput(input, at: event.time)
            case .wire(let wire): _ = timeline.receiveWireEvent(wire, entry: 0, named: "", at: event.time)
            }
        }
        return timeline
    }

    private struct NoArchive: WireArchive {
        func event(_ entry: History.EntryID) -> WireEvent? { nil }
        func carriage(of payload: Payload?, in entry: History.EntryID) -> WireCarriage? { nil }
    }

    @Test("each frame of each chunk and message is found by its place, and nothing else is")
    func found() throws {
        let timeline = Self.timeline()
        let log = timeline.log
        var seen: Set<FramePlace> = []
        for ordinal in 0..<log.frameCount {
            guard let entry = log.entry(ofFrame: ordinal), let record = entry.record, let position = record.position,
                record.status == .sync
            else { continue }
            let place = FramePlace(
                message: record.generation, chunk: position.chunk, section: position.section,
                sequence: position.sequence)
            #expect(timeline.find(.place(place), from: 0) == .at(entry.heard))
            if seen.insert(place).inserted, seen.count == 1 {
                // Without a message it is that of the first one that has it.
                var any = place
                any.message = nil
                #expect(timeline.find(.place(any), from: timeline.history.count) == .at(entry.heard))
            }
        }
        #expect(seen.count == 100 && Set(seen.map(\.message)).count == 2)
        let none = FramePlace(chunk: 1, section: 0, sequence: 99)
        #expect(timeline.find(.place(none)) == .notYet)
        #expect(timeline.find(.place(FramePlace(message: 77, chunk: 0, section: 0, sequence: 0))) == .notYet)
    }

    @Test("what is typed without its message is of the one at the playhead; the log names all but the first")
    func meant() throws {
        var timeline = Self.timeline()
        let log = timeline.log
        let records = (0..<log.frameCount).compactMap(log.record).filter { $0.position != nil && $0.status == .sync }
        let (first, last) = (try #require(records.first), try #require(records.last))
        let named = try #require(log.name(of: last))
        #expect(log.hasSeveralMessages && log.name(of: first)?.message == nil && named.message == last.generation)
        var typed = named
        typed.message = nil
        timeline.move(to: try #require(log.entry(ofFrame: last.ordinal)).heard)
        #expect(timeline.meant(typed) == named)
        let none = FramePlace(chunk: 1, section: 0, sequence: 99)
        #expect(timeline.meant(none) == none)
        timeline.move(to: try #require(log.entry(ofFrame: first.ordinal)).heard)
        #expect(timeline.meant(typed).message == first.generation && timeline.meant(named) == named)
        timeline.move(to: 0)
        #expect(timeline.meant(typed) == typed)
    }

    @Test("a place that would be a moment without its message is named with it")
    func longSection() {
        var record = FrameRecord(
            ordinal: 0, mode: .overlay, generation: 1,
            position: FramePosition(chunk: 4, section: 10, sequence: 24, frame: 0, frameCount: 1), baseIndex: 0,
            demandedIndex: 0, status: .sync, due: .zero, shown: .zero)
        #expect(SessionLog().name(of: record)?.typed == "1/4:10.24")
        record.position?.section = 9
        #expect(SessionLog().name(of: record)?.typed == "4:9.24")
        record.position = nil
        #expect(SessionLog().name(of: record) == nil)
    }
}
