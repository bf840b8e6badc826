import Events

/// All events of a session, in order, small enough for hours. Events from the backend stay where they are stored; the
/// history only names them.
package struct History: Sendable {
    /// Number of an entry of the tape, or of any other store of wire events.
    package typealias EntryID = Int64

    package struct Moment: Hashable, Sendable {
        package var time: Instant
        package var body: Body
        package var member = Member.main

        package enum Body: Hashable, Sendable {
            case wire(EntryID, name: Int32)
            case local(LocalInput)
        }
    }

    package private(set) var moments = PackedArray<Moment>()
    /// Time of the last event, so that its block need not be copied for it.
    private var latest: Instant?
    private var names: [String] = []
    private var numbers: [String: Int32] = [:]
    /// Names beyond this many are all called "...", because they are outside data.
    private static let namesKept = 1_000
    /// Longer names are cut (architecture, promise 8); the protocol's own names have up to 30 characters.
    static let nameBytes = 200

    package init() {}

    package var count: EventCount { moments.count }

    mutating func add(_ input: LocalInput, at time: Instant, for member: Member = .main) {
        moments.append(Moment(time: ordered(time), body: .local(input), member: member))
    }

    /// - Parameter name: the event's name on the wire.
    mutating func add(wire entry: EntryID, named name: String, at time: Instant, for member: Member = .main) {
        moments.append(Moment(time: ordered(time), body: .wire(entry, name: number(of: name)), member: member))
    }

    /// Times never fall here, as in the session: an earlier time counts as now (N56).
    private mutating func ordered(_ time: Instant) -> Instant {
        let ordered = max(time, latest ?? time)
        latest = ordered
        return ordered
    }

    private mutating func number(of name: String) -> Int32 {
        // Before it is looked up, which reads all of it.
        let name =
            name.utf8.count <= Self.nameBytes ? name : String(decoding: name.utf8.prefix(Self.nameBytes), as: UTF8.self)
        if let known = numbers[name] { return known }
        let kept = names.count < Self.namesKept ? name : "..."
        if let known = numbers[kept] { return known }
        names.append(kept)
        numbers[kept] = Int32(names.count - 1)
        return Int32(names.count - 1)
    }

    /// The wire name of event number `place`, from 0; `nil` for a local input and beyond the ends.
    func wireName(at place: Int) -> String? {
        guard moments.indices.contains(place), case .wire(_, let name) = moments[place].body else { return nil }
        return names[Int(name)]
    }

    /// The entry of the event; `nil` for a local input and beyond the ends.
    package func entry(at place: Int) -> EntryID? {
        guard moments.indices.contains(place), case .wire(let entry, _) = moments[place].body else { return nil }
        return entry
    }

    /// Number of events up to `time`, including those at that moment.
    package func heard(at time: Instant) -> EventCount { moments.partitionPoint { $0.time > time } }
    /// Number of events before `time`.
    package func heard(before time: Instant) -> EventCount { moments.partitionPoint { $0.time >= time } }

    /// Session time of event number `heard`.
    package func time(after heard: EventCount) -> Instant {
        guard heard > 0, let last = moments.indices.prefix(heard).last else { return .zero }
        return moments[last].time
    }
}
