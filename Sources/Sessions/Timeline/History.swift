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

    mutating func appendInput(_ input: LocalInput, at time: Instant, for member: Member = .main) {
        moments.append(Moment(time: ordered(time), body: .local(input), member: member))
    }

    /// - Parameter name: the event's name on the wire.
    mutating func appendWireEvent(_ entry: EntryID, named name: String, at time: Instant, for member: Member = .main) {
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
    package func wireName(at place: Int) -> String? {
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

extension History.Moment: Packable {
    private enum Number: Int, CaseIterable {
        case kind, time, entry, name, key, generation, width, height, chunk, position, member
    }

    /// Events that occur thirty times a second, and all others.
    private enum Kind: Int64 {
        case tick, wire, picture, sound, other
    }

    package static var numberCount: Int { Number.allCases.count }

    package func pack(into row: inout PackedRow<LocalInput>) {
        row[Number.time] = time.microseconds
        row[Number.member] = row.number(of: member.name)
        switch body {
        case .wire(let entry, let name):
            row[Number.kind] = Kind.wire.rawValue
            row[Number.entry] = entry
            row[Number.name] = Int64(name)
        case .local(.ticked): row[Number.kind] = Kind.tick.rawValue
        case .local(.pictureDecoded(let key, let generation, let size)):
            row[Number.kind] = Kind.picture.rawValue
            row[Number.key] = row.number(of: key.rawValue)
            row[Number.generation] = Int64(generation)
            row[Number.width] = Int64(size.width)
            row[Number.height] = Int64(size.height)
        case .local(.soundMoved(let chunk, let generation, let position)):
            row[Number.kind] = Kind.sound.rawValue
            row[Number.chunk] = Int64(chunk)
            row[Number.generation] = Int64(generation)
            row[Number.position] = position.microseconds
        case .local(let input):
            row[Number.kind] = Kind.other.rawValue
            row.keep(input)
        }
    }

    package init(unpacking row: inout PackedRow<LocalInput>) {
        let member = row.text(row[Number.member]).flatMap { Member($0) } ?? .main
        self.init(time: Instant(microseconds: row[Number.time]), body: Self.body(&row), member: member)
    }

    private static func body(_ row: inout PackedRow<LocalInput>) -> Body {
        let generation = Int(row[Number.generation])
        switch Kind(rawValue: row[Number.kind]) {
        case .tick: return .local(.ticked)
        case .wire: return .wire(row[Number.entry], name: Int32(truncatingIfNeeded: row[Number.name]))
        case .picture:
            let size = PixelSize(width: Int(row[Number.width]), height: Int(row[Number.height]))
            return .local(.pictureDecoded(PictureKey(row.text(row[Number.key]) ?? ""), generation, size))
        case .sound:
            let position = TimeSpan(microseconds: row[Number.position])
            return .local(.soundMoved(chunk: Int(row[Number.chunk]), generation, position: position))
        case .other, nil: return .local(row.takeRest())
        }
    }
}
