import Engine
import Events
import Sessions

/// Wire events in memory.
package struct ListArchive: WireArchive {
    package var events: [WireEvent] = []

    package init(events: [WireEvent] = []) { self.events = events }

    package func event(_ entry: History.EntryID) -> WireEvent? {
        events.indices.contains(Int(entry)) ? events[Int(entry)] : nil
    }

    /// It keeps no more than events.
    package func carriage(of payload: Payload?, in entry: History.EntryID) -> WireCarriage? { nil }
}

/// A session that has been heard, as a timeline and as the states of a straight run.
package struct HeardSession {
    package var timeline: Timeline
    /// The state after each number of events, from 0 on.
    package private(set) var states: [PlaybackEngine]

    package init(_ heard: [Event], judge: (any SessionJudge)?, interval: Int = 40, bytes: Int = 64 << 20) {
        var engine = PlaybackEngine()
        states = [engine]
        timeline = Self.empty(heard, judge: judge, interval: interval, bytes: bytes)
        for (place, event) in heard.enumerated() {
            _ = engine.handle(event)
            states.append(engine)
            timeline.receiveEvent(event, place: place)
        }
    }

    /// A timeline that has heard nothing, with an archive that will have all of `events`.
    package static func empty(
        _ events: [Event], judge: (any SessionJudge)?, interval: Int = 40, bytes: Int = 64 << 20
    ) -> Timeline {
        let wires = events.map { event in
            if case .wire(let wire) = event.body { wire } else { WireEvent.ignored(name: "local") }
        }
        return Timeline(
            PlaybackEngine(), archive: ListArchive(events: wires), judge: judge, snapshotInterval: interval,
            snapshotBytes: bytes)
    }

    /// Whether the playhead's state is the one of the straight run.
    package var isTrue: Bool {
        let straight = states[timeline.heard]
        return timeline.engine == straight && timeline.engine.hashValue == straight.hashValue
    }
}

extension Timeline {
    package mutating func receiveEvent(_ event: Event, place: Int) {
        switch event.body {
        case .local(let input): _ = receiveInput(input, at: event.time, for: event.member)
        case .wire(let wire):
            _ = receiveWireEvent(wire, entry: Int64(place), named: wire.testName, at: event.time, for: event.member)
        }
    }
}

extension WireEvent {
    package var testName: String {
        switch self {
        case .audioArrived: "receive_audio"
        case .overlaysArrived: "receive_frame_images_batch"
        case .audioEnded: "audio_end"
        case .baseFrameArrived: "receive_base_frame"
        default: "other"
        }
    }
}

/// Sessions to step through.
extension HeardSession {
    /// Clips, two messages of two chunks, back to idle.
    package static func conversation() -> [Event] {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.2, Stream.chunk(1, frames: 20, from: 30))
        session.at(1.3, .audioEnded)
        session.at(6, .sent)
        session.at(6.5, Stream.chunk(0, frames: 25))
        session.at(7.6, Stream.chunk(1, frames: 12, from: 25))
        session.at(7.8, .audioEnded)
        session.run(to: 12)
        return session.heard
    }

    /// A stream in which much goes wrong, as a seed has it.
    package static func random(_ seed: UInt64) -> [Event] { EngineRun.heardAtRandom(seed) }
}
