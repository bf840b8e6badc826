import Engine
import Events
import Support
import Testing

@testable import Debugger
@testable import Sessions

@Suite struct BreakpointHitsTests {
    /// What a session of two chunks hears, the second with a frame whose base does not exist.
    private static let heard: [Event] = {
        var session = EngineRun()
        session.schedule(.zero, .wire(Stream.manifest(Stream.workedExampleClips)))
        for (name, frames) in Stream.workedExampleClips {
            for event in Stream.clip(name, frames: frames) { session.schedule(.zero, .wire(event)) }
        }
        session.at(1, Stream.audio(0, frames: 30), Stream.batch(0, Stream.frames(0..<30), of: 1), Stream.sent(0, 30))
        let wrong = Stream.frames(0..<12, from: 30) + [Stream.frame(12, base: 2_000)]
        session.at(1.5, Stream.audio(1, frames: 13), Stream.batch(1, wrong, of: 1), Stream.sent(1, 13))
        session.run(to: 6)
        return session.heard
    }()

    private static func timeline() -> Timeline {
        var timeline = Timeline(
            PlaybackEngine(settings: PlaybackSettings()), archive: ListArchive(), judge: Audit(ticks: .live))
        for (place, event) in heard.enumerated() { timeline.receiveEvent(event, place: place) }
        return timeline
    }

    /// Every place at which a run stops that goes on and on.
    private static func stops(_ breakpoints: [Breakpoint], _ timeline: Timeline) -> [EventCount] {
        var search = Search(.forward, from: 0, breakpoints)
        var places: [EventCount] = []
        while case .at(let place) = search.next(in: timeline) { places.append(place) }
        return places
    }

    @Test("hits are the places at which a run would stop, for every kind")
    func all() {
        let timeline = Self.timeline()
        var found = 0
        for condition in Breakpoint.Condition.kinds + [.event("receive_base*"), .overlay("*J1_X3*"), .drift(.zero)] {
            var hits = BreakpointHits()
            hits.update(with: timeline, [Breakpoint(condition)])
            let stops = Self.stops([Breakpoint(condition)], timeline)
            #expect(hits.hits.map(\.heard) == stops, "\(condition.text)")
            #expect(hits.counts == [stops.count])
            found += stops.isEmpty ? 0 : 1
        }
        #expect(found >= 6)
    }

    @Test("a part at a time gives the same hits, and says how much is left")
    func slices() {
        let timeline = Self.timeline()
        let count = timeline.history.count
        for breakpoints in [[Breakpoint(.event("receive_base*"))], [Breakpoint(.held), Breakpoint(.chunkEnd)]] {
            var hits = BreakpointHits()
            var parts = 0
            while hits.unseenCount(of: timeline, breakpoints) > 0 {
                hits.update(with: timeline, breakpoints, atMost: 50)
                parts += 1
                #expect(hits.unseenCount(of: timeline, breakpoints) == max(0, count - 50 * parts))
            }
            #expect(parts == (count + 49) / 50)
            var whole = BreakpointHits()
            whole.update(with: timeline, breakpoints)
            #expect(hits == whole && !whole.hits.isEmpty)
            #expect(hits.unseenCount(of: timeline, [Breakpoint(.skipped)]) == count)
            #expect(hits.unseenCount(of: timeline, []) == 0)
        }
    }

    @Test("hits that were found while the history grew are those of the whole")
    func growing() {
        let breakpoints = [
            Breakpoint(.chunkStart), Breakpoint(.event("receive_*")), Breakpoint(.fault, isEnabled: false),
        ]
        var timeline = Timeline(
            PlaybackEngine(settings: PlaybackSettings()), archive: ListArchive(), judge: Audit(ticks: .live))
        var hits = BreakpointHits()
        for (place, event) in Self.heard.enumerated() {
            timeline.receiveEvent(event, place: place)
            if place % 7 == 6 { hits.update(with: timeline, breakpoints) }
        }
        hits.update(with: timeline, breakpoints)
        var whole = BreakpointHits()
        whole.update(with: timeline, breakpoints)
        #expect(hits == whole)
        #expect(hits.counts[0] == 2 && hits.counts[2] == 0 && hits.counts[1] > 2)
    }

    @Test("hits are those of whom the timeline is about, counted anew for another member")
    func members() throws {
        let anna = try #require(Member("anna"))
        var timeline = Timeline(
            PlaybackEngine(settings: PlaybackSettings()), archive: ListArchive(), judge: Audit(ticks: .live))
        for (place, event) in Self.heard.enumerated() {
            timeline.receiveEvent(event, place: place)
            timeline.receiveEvent(Event(event.time, .local(.ticked), for: anna), place: place)
        }
        let breakpoints = [Breakpoint(.fault), Breakpoint(.chunkStart)]
        var hits = BreakpointHits()
        hits.update(with: timeline, breakpoints)
        let ofMain = hits
        #expect(hits.counts == [1, 2])
        timeline.focus = anna
        #expect(hits.unseenCount(of: timeline, breakpoints) == timeline.history.count)
        hits.update(with: timeline, breakpoints)
        #expect(hits.hits.isEmpty && hits.counts == [0, 0])
        #expect(Self.stops(breakpoints, timeline).isEmpty && hits.unseenCount(of: timeline, breakpoints) == 0)
        timeline.focus = .main
        hits.update(with: timeline, breakpoints)
        #expect(hits == ofMain)
    }

    @Test("other breakpoints are looked for from the beginning")
    func changed() {
        let timeline = Self.timeline()
        var hits = BreakpointHits()
        hits.update(with: timeline, [Breakpoint(.fault)])
        #expect(hits.hits.count == 1)
        hits.update(with: timeline, [Breakpoint(.chunkStart)])
        #expect(hits.hits.count == 2)
        let first = hits.hits[0]
        #expect(hits.isHit(after: first.heard - 1, upTo: first.heard) && !hits.isHit(after: 0, upTo: first.heard - 1))
        #expect(hits.isHit(from: first.time, before: first.time + .milliseconds(1)))
        #expect(!hits.isHit(from: .zero, before: first.time))
        hits.update(with: timeline, [])
        #expect(hits.hits.isEmpty && hits.counts.isEmpty)
    }
}
