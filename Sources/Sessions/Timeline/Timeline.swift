import Engine
import Events
import PictureInPicture

/// A session with its past: everything that it received and reported, and a playhead that can go anywhere in it.
///
/// The session continues to receive events at the edge, wherever the playhead is (architecture, promise 5). The
/// playhead's state is exactly the one that the session had: it is replayed from the nearest copy (promises 1 and 3).
package struct Timeline: Sendable {
    /// The session as it is now.
    package private(set) var edgeSession: Session
    package private(set) var history = History()
    /// The logs of the main member and of each other one.
    private var keeper: LogKeeper
    private var otherKeepers: [Member: LogKeeper] = [:]
    /// The member whose engine and log the views show; received events do not depend on it.
    package var focus = Member.main
    /// Before any event, for members that are still to come.
    private let judge: (any SessionJudge)?
    package let archive: any WireArchive
    private var snapshots: SnapshotStore
    /// `nil` while the playhead is at the edge.
    private var past: Past?

    private struct Past: Sendable {
        var heard: EventCount
        var session: Session
        /// Whether an event on the way here could no longer be read, so that the state may differ.
        var isDoubtful = false
    }

    /// - Parameters:
    ///   - engine: the main member's, before any event.
    ///   - judge: before any event; each log has a copy of its own. `nil` judges nothing.
    ///   - snapshotInterval: work between two copies of the session, in units of one tick.
    ///   - snapshotBytes: memory for all copies together.
    package init(
        _ engine: PlaybackEngine, archive: any WireArchive, judge: (any SessionJudge)?, snapshotInterval: Int = 600,
        snapshotBytes: Int = 64 << 20
    ) {
        edgeSession = Session(engine)
        keeper = LogKeeper(judge, from: engine.counters)
        self.judge = judge
        self.archive = archive
        snapshots = SnapshotStore(start: edgeSession, interval: snapshotInterval, byteLimit: snapshotBytes)
    }

    // MARK: The edge

    /// The focused member's engine as it is now.
    package var edge: PlaybackEngine {
        _read {
            if focus.isMain { yield edgeSession.main } else { yield Self.engine(of: focus, in: edgeSession) }
        }
    }

    /// The log of the focused member. Yielded, like the engine: a copy of either for each access would cost more than
    /// the access.
    package var log: SessionLog {
        _read { if focus.isMain { yield keeper.log } else { yield otherKeepers[focus]?.log ?? SessionLog() } }
    }

    /// `nil` for a member without any event.
    package func log(of member: Member) -> SessionLog? { member.isMain ? keeper.log : otherKeepers[member]?.log }

    /// A new engine for a member without any event.
    private static func engine(of member: Member, in session: Session) -> PlaybackEngine {
        session[member] ?? PlaybackEngine(settings: session.main.settings)
    }

    /// Passes a local input to a member's engine.
    package mutating func receiveInput(_ input: LocalInput, at time: Instant, for member: Member = .main) -> [Effect] {
        history.appendInput(input, at: time, for: member)
        return handle(Event(time, .local(input), for: member), work: 1)
    }

    /// Passes an event from the backend to a member's engine.
    /// - Parameters:
    ///   - entry: its number in the archive.
    ///   - name: its name on the wire.
    ///   - oddities: what was strange about it, for the log.
    package mutating func receiveWireEvent(
        _ event: WireEvent, entry: History.EntryID, named name: String, at time: Instant, for member: Member = .main,
        oddities: [String] = []
    ) -> [Effect] {
        history.appendWireEvent(entry, named: name, at: time, for: member)
        let odd = edgeSession.notes(of: oddities, named: name, in: event, at: time)
        return odd.map { Effect.note($0).of(member) }
            + handle(Event(time, .wire(event), for: member), work: event.work, odd)
    }

    private mutating func handle(_ event: Event, work: Int, _ notes: [Note] = []) -> [Effect] {
        let effects = edgeSession.handle(event)
        let (heard, now) = (history.count, edgeSession.now)
        if event.member.isMain {
            keeper.logEvent(event.body, by: edgeSession.main, at: now, notes, effects, heard: heard)
            // What the tile became is told in everybody's log.
            let tileNotes =
                otherKeepers.isEmpty ? [] : effects.notes.filter { $0.code == .tile || $0.code == .mediaFailed }
            if !tileNotes.isEmpty {
                for member in otherKeepers.keys { otherKeepers[member]?.logNotes(tileNotes, at: now, heard: heard) }
            }
        } else if let engine = edgeSession[event.member] {
            let judge = judge
            otherKeepers[event.member, default: LogKeeper(judge)]
                .logEvent(event.body, by: engine, at: now, notes, effects, heard: heard)
        } else {
            keeper.logNotes(notes + effects.notes, at: now, heard: heard)
        }
        snapshots.pass(heard, work: work, edgeSession)
        return effects
    }

    /// Adds findings from pixels and sound about received data. Known ones are not added again.
    package mutating func addMediaFindings(_ findings: [AuditFinding]) {
        let history = history
        keeper.log.addMediaFindings(findings) { time in max(1, min(history.heard(before: time) + 1, history.count)) }
    }

    // MARK: The playhead

    package var isAtEdge: Bool { past == nil }
    /// Whether the playhead's state may differ from the original, because an event could not be read again.
    package var isDoubtful: Bool { past?.isDoubtful ?? false }
    /// The session at the playhead.
    package var session: Session { past?.session ?? edgeSession }
    /// The session's tile at the playhead, without copying the rest.
    package var tile: Tile? { past == nil ? edgeSession.tile : past?.session.tile }
    /// The reader of a book at the playhead; `nil` if there is none.
    package var reader: BookReader? { past == nil ? edgeSession.reader : past?.session.reader }
    /// The face that reads the book.
    package var narrator: Narrator? { past == nil ? edgeSession.narrator : past?.session.narrator }
    /// The focused member's engine at the playhead.
    package var engine: PlaybackEngine { past.map { Self.engine(of: focus, in: $0.session) } ?? edge }
    /// Any member's engine at the playhead.
    package func engine(of member: Member) -> PlaybackEngine? {
        past == nil ? edgeSession[member] : past?.session[member]
    }
    /// Number of events handled at the playhead.
    package var heard: EventCount { past?.heard ?? history.count }
    /// Session time at the playhead.
    package var now: Instant { past?.session.now ?? edgeSession.now }

    /// Time of the event behind the playhead; `nil` where none has been heard yet.
    package var nextMoment: Instant? {
        let (heard, moments) = (heard, history.moments)
        return moments.indices.contains(heard) ? moments[heard].time : nil
    }

    /// Moves the playhead to after `target` events; beyond the ends to the ends.
    ///
    /// Going forward takes the time of the events in between. Going back replays from the nearest copy, on average
    /// half an interval of work.
    package mutating func move(to target: EventCount) {
        let target = max(0, target)
        guard target < history.count else { return moveToEdge() }
        past = state(at: target)
    }

    /// Keeps the playhead where it is while the edge moves on.
    package mutating func stay() {
        if past == nil { past = Past(heard: history.count, session: edgeSession) }
    }

    /// Returns to live.
    package mutating func moveToEdge() { past = nil }

    private func state(at target: EventCount) -> Past {
        let copy = snapshots.nearest(to: target)
        var state = Past(heard: copy.heard, session: copy.session)
        if let past, !past.isDoubtful, (copy.heard...target).contains(past.heard) { state = past }
        while state.heard < target {
            let (event, isRead) = event(at: state.heard)
            if !isRead { state.isDoubtful = true }
            _ = state.session.handle(event)
            state.heard += 1
        }
        return state
    }

    /// Event number `place`, from 0; an event without content if it can no longer be read.
    private func event(at place: Int) -> (event: Event, isRead: Bool) {
        let moment = history.moments[place]
        switch moment.body {
        case .local(let input): return (Event(moment.time, .local(input), for: moment.member), true)
        case .wire(let entry, _):
            let event = archive.event(entry)
            return (Event(moment.time, .wire(event ?? .ignored(name: "")), for: moment.member), event != nil)
        }
    }

    /// The session after `target` events, without moving the playhead.
    package func session(at target: EventCount) -> Session {
        target >= history.count ? edgeSession : state(at: max(0, target)).session
    }

    /// The focused member's engine, in the same way.
    package func engine(at target: EventCount) -> PlaybackEngine { Self.engine(of: focus, in: session(at: target)) }

    /// Number of stored copies of the session, and the approximate number of bytes that they take.
    package var copies: (count: Int, byteCount: Int) { (snapshots.count, snapshots.byteCount) }
}

extension WireEvent {
    /// Cost of reading and handling the event again, in units of one tick; measured on the demo tape.
    fileprivate var work: Int {
        switch self {
        case .overlaysArrived(let batch): 40 + 8 * batch.frames.count
        case .audioArrived(let audio): 40 + 5 * audio.frames.count
        case .chunkDescribed(let description): 40 + 5 * description.frames.count
        case .manifestArrived(.clips(let clips)): 20 + 2 * clips.count
        default: 12
        }
    }
}

extension [Effect] {
    fileprivate var notes: [Note] { compactMap { if case .note(let note) = $0 { note } else { nil } } }
}

/// One field of a session's state that has changed.
package struct StateDifference: Hashable, Sendable {
    package var name: String
    /// `nil` if the field did not exist before.
    package var before: String?
    package var after: String?

    /// In the order of the later state; removed fields come last.
    /// - Parameter member: the member whose engine is compared; changes of others do not count.
    package static func between(
        _ before: Session, _ after: Session, of member: Member = .main
    ) -> [StateDifference] {
        let old = before.fields(of: member)
        let new = after.fields(of: member)
        let values = Dictionary(old.map { ($0.name, $0.value) }) { first, _ in first }
        let names = Set(new.map(\.name))
        let changed = new.compactMap { field in
            values[field.name] == field.value
                ? nil : StateDifference(name: field.name, before: values[field.name], after: field.value)
        }
        let gone = old.filter { !names.contains($0.name) }
            .map { StateDifference(name: $0.name, before: $0.value, after: nil) }
        return changed + gone
    }
}
