import Engine
import Events
import Support
import Testing

@testable import Debugger
@testable import Sessions

@Suite("Running until a condition")
struct BreakpointTests {
    /// A session that has every kind of trouble.
    private static func trouble() -> HeardSession {
        var settings = PlaybackSettings()
        settings.clock = .sound
        var session = EngineRun.loaded()
        session.at(0, .settingsChanged(settings))
        session.decoding = { job in
            job.key.rawValue.contains("/5/") ? .fails(after: .zero) : .after(.zero)
        }
        // Chunk 0 with sound that runs ahead (skips, drift), a clip change, and a frame of an index that is not there.
        var frames = Stream.frames(0..<40)
        for place in 20..<40 { frames[place] = Stream.frame(place, clip: Stream.home, base: place - 20) }
        frames[12] = Stream.frame(12, base: 500)
        session.at(1, Stream.audio(0, frames: 40), Stream.batch(0, frames, of: 1), Stream.sent(0, 40))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_333)))
        for tenth in 1..<14 {
            let position = TimeSpan.milliseconds(Int64(tenth) * 100 + (tenth > 3 ? 300 : 0))
            session.schedule(
                Instant(seconds: 1 + Double(tenth) / 10), .local(.soundMoved(chunk: 0, 0, position: position)))
        }
        session.at(2.4, .soundEnded(chunk: 0, 0))
        // Chunk 1 comes late (gap), with frames that are lost, and one that comes when its place has passed.
        let most = Stream.frames(0..<16).filter { $0.sequence != 3 }
        session.at(3.4, Stream.audio(1, frames: 20), Stream.batch(1, most, of: 2), Stream.sent(1, 20))
        session.at(4.3, Stream.batch(1, Stream.frames(3..<4), number: 1))
        session.at(5.6, .audioEnded)
        session.run(to: 5)
        // A loop that did not run for a third of a second.
        session.at(5.1, Stream.audio(2, frames: 30), Stream.batch(2, Stream.frames(0..<30), of: 1), Stream.sent(2, 30))
        session.run(to: 5.4)
        var heard = session.heard
        session.run(to: 9)
        let rest = session.heard[heard.count...]
        heard += rest.filter { $0.time > Instant(seconds: 5.9) || $0.body != .local(.ticked) }
        return HeardSession(heard)
    }

    private static let conditions: [Breakpoint.Condition] = [
        .fault, .held, .skipped, .modeChange, .clipChange, .chunkStart, .chunkEnd, .chunkGap, .late, .lost, .freeze,
        .drift(.milliseconds(5)), .overlay("*/15/j1_x?5*"), .event("RECEIVE_audio"),
        Breakpoint.Condition("when drift < -5 || mode == idle") ?? .fault,
    ]

    @Test("every kind is found forward, and the same places backward", arguments: conditions)
    func everyKind(condition: Breakpoint.Condition) {
        let session = Self.trouble()
        let forward = Self.places(.forward, from: 0, Breakpoint(condition), session.timeline)
        let backward = Self.places(
            .backward, from: session.timeline.history.count + 1, Breakpoint(condition), session.timeline)
        #expect(!forward.isEmpty, "\(condition.text)")
        #expect(forward == backward.reversed())
        for place in forward {
            let isMeant = Self.isMeant(condition, at: place, session)
            #expect(isMeant, "\(place): \(session.timeline.log.faults(at: place).map(\.text))")
        }
        guard condition == .fault else { return }
        let log = session.timeline.log
        for (place, (before, after)) in zip(session.states, session.states.dropFirst()).enumerated() {
            let (old, new) = (before.counters, after.counters)
            guard new.desync > old.desync || new.noOverlay > old.noOverlay || new.late > old.late else { continue }
            // Where it is no stop all of it belongs to what was stopped at before.
            let belongs = log.faults(at: place + 1).allSatisfy { fault in
                let goesOn = fault.frame.map { frame in
                    log.faults(marking: frame - 1).contains { $0.kind == fault.kind }
                }
                let isCause = forward.contains { stop in
                    stop <= place && log.faults(at: stop).contains { log.cause(of: $0) == fault }
                }
                return log.cause(of: fault) != nil || goesOn == true || isCause
            }
            #expect(forward.contains(place + 1) || belongs, "\(place + 1)")
        }
    }

    @Test("one cause is one stop with what follows from it; a run to another fault goes to the next of another kind")
    func oneCause() throws {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.2, Stream.chunk(1, frames: 20, from: 30))
        session.at(1.3, .audioEnded)
        session.run(to: 11.99)
        var timeline = HeardSession(session.heard).timeline
        #expect(timeline.log.faultCount == 0)
        let records = timeline.log.entries.compactMap(\.record).filter { $0.position != nil && $0.wasShown }
        let first = try #require(records.first)
        func finding(_ kind: AuditFinding.Kind, _ place: Int) -> AuditFinding {
            AuditFinding(kind, records[place], expected: "", found: "overlay")
        }
        // Ten frames cannot be decoded, ten came late, two and two were drawn on other base frames.
        var late = AuditFinding(.late, at: records[35].shown, generation: first.generation, expected: "", found: "late")
        late.frames = records[20].ordinal...records[29].ordinal
        timeline.addMediaFindings((5..<15).flatMap { [finding(.noOverlay, $0), finding(.decodeFailed, $0)] })
        timeline.addMediaFindings([40, 41, 44, 45].map { finding(.seam, $0) })
        var hits = BreakpointHits()
        timeline.addMediaFindings((20..<30).map { finding(.noOverlay, $0) })
        hits.update(with: timeline, [Breakpoint(.fault)])
        #expect(hits.counts == [4])
        timeline.addMediaFindings([late])
        let log = timeline.log
        let rows = log.faultRows(atMost: 100)
        #expect(log.faultCount == 35 && log.faultGroupCount == 4)
        #expect(rows.map(\.fault.kind) == [.decodeFailed, .noOverlay, .late, .noOverlay, .seam, .seam])
        #expect(rows.map(\.count) == [10, 10, 1, 10, 2, 2])
        #expect(rows.map(\.isConsequence) == [false, true, false, true, false, false])
        #expect(rows[3].end == records[29].shown && log.cause(of: rows[3].fault) == rows[2].fault)
        let stops = [5, 20, 40, 44].compactMap { log.entry(ofFrame: records[$0].ordinal)?.heard }
        #expect(Self.places(.forward, from: 0, Breakpoint(.fault), timeline) == stops)
        let end = timeline.history.count + 1
        #expect(Self.places(.backward, from: end, Breakpoint(.fault), timeline) == stops.reversed())
        // Stops of single kinds beside it are no others, and alone each is at its own place.
        var usual = Search(.forward, from: 0, Breakpoint.usual(ofBook: false))
        #expect(stops.map { _ in usual.next(in: timeline).place } == stops)
        #expect(usual.next(in: timeline) == .notYet)
        let own = Self.places(.forward, from: 0, Breakpoint(.late), timeline)
        #expect(own.count == 1 && own[0] > stops[1])
        hits.update(with: timeline, [Breakpoint(.fault)])
        #expect(hits.hits.map(\.heard) == stops)
        var other = Search(otherFaultFrom: stops[0], in: log)
        #expect(other.next(in: timeline) == .at(stops[1]) && other.isToOtherFault)
        other = Search(otherFaultFrom: stops[1], in: log, times: 2)
        #expect(other.next(in: timeline) == .at(stops[3]))
        other = Search(otherFaultFrom: stops[2], in: log)
        #expect(other.next(in: timeline) == .notYet)
    }

    @Test("N30: frames that a cause spoils more than a second later are a stop of their own, and another kind of fault")
    func longAfterCause() throws {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.2, Stream.chunk(1, frames: 20, from: 30))
        session.at(1.3, .audioEnded)
        session.run(to: 11.99)
        let heard = session.heard
        let records = HeardSession(heard).timeline.log.entries.compactMap(\.record)
            .filter { $0.position != nil && $0.wasShown }
        func stops(_ frames: [Int]) -> (places: [EventCount], timeline: Timeline) {
            var timeline = HeardSession(heard).timeline
            let desync = frames.map { place in
                var finding = AuditFinding(.desyncBaseMissing, records[place], expected: "", found: "")
                finding.baseFrames = ClipHoles(clip: "talking", missing: [7])
                return finding
            }
            var note = AuditFinding(.note, at: records[2].shown, expected: "", found: "CLIP_HOLES")
            note.baseFrames = ClipHoles(clip: "talking", missing: [7])
            timeline.addMediaFindings(desync)
            timeline.addMediaFindings([note])
            var hits = BreakpointHits()
            hits.update(with: timeline, [Breakpoint(.fault)])
            let places = Self.places(.forward, from: 0, Breakpoint(.fault), timeline)
            #expect(hits.hits.map(\.heard) == places)
            let end = timeline.history.count + 1
            #expect(Self.places(.backward, from: end, Breakpoint(.fault), timeline) == places.reversed())
            return (places, timeline)
        }
        #expect(stops([20, 21, 49]).places.count == 1)
        let (places, timeline) = stops([40, 41, 49])
        try #require(places.count == 2)
        #expect(timeline.log.faults(at: places[1]).map(\.frame) == [records[40].ordinal])
        var other = Search(otherFaultFrom: places[0], in: timeline.log)
        #expect(other.next(in: timeline) == .at(places[1]))
        other = Search(otherFaultFrom: places[1], in: timeline.log)
        #expect(other.next(in: timeline) == .notYet)
    }

    private static func places(
        _ direction: Search.Direction, from place: EventCount, _ breakpoint: Breakpoint, _ timeline: Timeline
    ) -> [EventCount] {
        var search = Search(direction, from: place, [breakpoint])
        var places: [EventCount] = []
        while case .at(let heard) = search.next(in: timeline) { places.append(heard) }
        return places
    }

    /// Looks at the states themselves, not at the log.
    private static func isMeant(_ condition: Breakpoint.Condition, at place: EventCount, _ session: HeardSession)
        -> Bool
    {
        let (before, after) = (session.states[place - 1], session.states[place])
        let (record, thresholds) = (after.framePlan.record, AuditThresholds())
        switch condition {
        case .fault:
            return after.counters.desync > before.counters.desync
                || after.counters.noOverlay > before.counters.noOverlay
                || after.counters.decodeFailures > before.counters.decodeFailures
                || after.counters.messagesFinished > before.counters.messagesFinished
                || session.timeline.log.entries.contains { entry in
                    if case .note = entry.body { entry.heard == place } else { false }
                }
                || drift(of: record, after).map {
                    !(.zero - thresholds.soundAhead...thresholds.soundBehind).contains($0)
                } == true
                || [.late, .lost, .freeze, .chunkGap, .chunkEnd].contains { isMeant($0, at: place, session) }
        case .held: return after.counters.held > before.counters.held
        case .skipped: return after.counters.skipped > before.counters.skipped
        case .modeChange: return record?.mode != before.framePlan.record?.mode
        case .clipChange: return record?.clip != before.framePlan.record?.clip
        case .chunkStart: return record?.position?.frame == 0
        case .chunkEnd:
            return after.counters.chunksFinished > before.counters.chunksFinished
                || before.openChunk != nil && after.generation != before.generation
        case .chunkGap: return record?.position?.frame == 0 && (record?.position?.chunk ?? 0) > 0
        case .late: return after.counters.late > before.counters.late
        case .lost: return after.counters.lost > before.counters.lost
        case .freeze:
            // Or a chunk is over of which several frames never came.
            return after.now - before.now > .milliseconds(50) || hasStood(before: place, session.timeline.log)
                || after.counters.lost > before.counters.lost + 1
        case .drift: return record?.drift.map { $0 > .milliseconds(5) || $0 < .milliseconds(-5) } ?? false
        case .overlay:
            return session.timeline.log.entries.contains { entry in
                entry.heard == place && entry.record?.overlayKey?.rawValue.contains("/15/") ?? false
            }
        case .event: return session.timeline.history.wireName(at: place - 1) == "receive_audio"
        case .when(let expression): return record.map(expression.holds) ?? false
        // Nobody reads a book here.
        case .staleTime, .reSeek, .dwell, .lane, .wordOrder, .sentence, .word: return false
        }
    }

    /// By what was heard of the sound, or, where nothing was, by how long it has sounded.
    private static func drift(of record: FrameRecord?, _ engine: PlaybackEngine) -> TimeSpan? {
        guard let record, let position = record.position else { return nil }
        return record.drift ?? engine.sounding.map { record.period * Int64(position.frame) - $0.position }
    }

    /// Whether the picture before the one that came with this event stood for more than its period and 50 ms.
    private static func hasStood(before place: EventCount, _ log: SessionLog) -> Bool {
        guard let record = log.frame(after: place).flatMap(log.record),
            log.entry(ofFrame: record.ordinal)?.heard == place
        else { return false }
        let earlier = (0..<record.ordinal).reversed().lazy.compactMap(log.record).first {
            $0.status != .held && $0.status != .skipped
        }
        return earlier.map { record.shown - $0.shown > record.period + .milliseconds(50) } ?? false
    }

    @Test("the third stop of a run is the one that three runs find; of too few the last one is remembered")
    func times() {
        let timeline = Self.trouble().timeline
        let all = Self.places(.forward, from: 0, Breakpoint(.fault), timeline)
        for (direction, start, places) in [
            (Search.Direction.forward, 0, all), (.backward, timeline.history.count + 1, all.reversed()),
        ] {
            var search = Search(direction, from: start, [Breakpoint(.fault)], times: 3)
            #expect(search.next(in: timeline) == .at(places[2]) && search.hits == [Breakpoint(.fault)])
            var vain = Search(direction, from: start, [Breakpoint(.fault)], times: all.count + 5)
            #expect(vain.next(in: timeline).place == nil && vain.passed == places.last)
        }
    }

    @Test("of many steps those that there are lead to the end, and a single one that is not there nowhere")
    func farthest() {
        let timeline = Self.trouble().timeline
        let last = timeline.history.count
        let (log, start) = (timeline.log, timeline.find(.start).place)
        for goal in [Goal.frames(100_000), .chunks(100_000), .events(100_000)] {
            #expect(timeline.find(goal, from: 1) == .notYet)
        }
        let frame = (0..<log.frameCount).last { log.record($0)?.wasShown == true }.flatMap(log.entry)?.heard
        #expect(timeline.farthest(.frames(100_000), from: 1) == frame)
        #expect(timeline.farthest(.chunks(50), from: 1) == log.chunkStarts.last.map { log.entries[$0].heard })
        #expect(timeline.farthest(.events(100_000), from: 1) == last)
        #expect(timeline.find(.frames(-100_000), from: last).place == start)
        #expect(timeline.farthest(.events(-100_000), from: last) == 0)
        #expect(timeline.farthest(.frames(1), from: last) == nil && timeline.farthest(.frames(3), from: last) == nil)
        #expect(timeline.farthest(.frame(3), from: 1) == nil)
    }

    @Test("hits are ignored as often as asked, anew for each run")
    func ignoring() {
        let timeline = Self.trouble().timeline
        let all = Self.places(.forward, from: 0, Breakpoint(.chunkStart), timeline)
        var breakpoint = Breakpoint(.chunkStart)
        breakpoint.ignoring = 2
        #expect(Self.places(.forward, from: 0, breakpoint, timeline) == Array(all[2...]))
        #expect(Self.places(.forward, from: all[0], breakpoint, timeline) == Array(all.dropFirst(3)))
    }

    @Test("what is switched off stops nothing, and the one that was hit is named")
    func switchedOff() {
        let timeline = Self.trouble().timeline
        var search = Search(.forward, from: 0, [Breakpoint(.chunkStart, isEnabled: false), Breakpoint(.chunkEnd)])
        guard case .at(let place) = search.next(in: timeline) else {
            Issue.record("no end of a chunk")
            return
        }
        #expect(search.hits == [Breakpoint(.chunkEnd)])
        // All that hold there are, but what is passed over still.
        let ignored = Breakpoint(.modeChange, ignoring: 1)
        let others = [Breakpoint(.chunkStart), Breakpoint(.chunkEnd), ignored, Breakpoint(.modeChange)]
        var all = Search(.forward, from: 0, others)
        #expect(all.next(in: timeline).place != nil && all.hits == [others[0], others[3]])
        #expect(timeline.log.entries.contains { $0.heard == place && $0.record == nil })
    }

    @Test("a run goes on where it was when more has been heard")
    func growing() {
        let heard = HeardSession.conversation()
        let whole = HeardSession(heard)
        let expected = Self.places(.forward, from: 0, Breakpoint(.chunkStart), whole.timeline)
        var timeline = HeardSession.empty(heard)
        var search = Search(.forward, from: 0, [Breakpoint(.chunkStart)])
        var found: [EventCount] = []
        for (place, event) in heard.enumerated() {
            timeline.receiveEvent(event, place: place)
            while case .at(let heard) = search.next(in: timeline) { found.append(heard) }
        }
        #expect(found == expected)
    }

    @Test("every kind is written and read again", arguments: conditions + Breakpoint.Condition.kinds)
    func written(condition: Breakpoint.Condition) {
        #expect(Breakpoint.Condition(condition.text) == condition)
    }

    @Test(
        "words that are none are refused",
        arguments: ["", "faults", "drift", "drift x", "drift -1", "held 3", "overlay"])
    func refused(text: String) {
        #expect(Breakpoint.Condition(text) == nil)
    }
}
