import Engine
import Events
import Sessions

/// Finds out why frames of a session are on screen. It remembers where base frames came from, so that the next
/// question costs less.
///
/// Nothing is replayed: it looks in the log and the history, and reads some of the wire events again.
package struct WhyFinder: Sendable {
    /// Indexes in the history of the events that brought each base frame, rising.
    private var bases: [BaseName: [Int32]] = [:]
    private var basesKept = 0
    /// How far the history has been read.
    private var readTo: EventCount = 0
    private var member = Member.main

    private struct BaseName: Hashable {
        var clip: ClipName
        var index: Int
    }

    /// Beyond this many base frames their origin is unknown: a backend may send them without end.
    private static let mostBases = 200_000
    /// Wire name of the event that brings a base frame; only these events are read again to find base frames.
    private static let baseFrameName = "receive_base_frame"
    /// Number of wire events that are read again if the time alone does not tell which one brought a frame.
    static let eventsRead = 512

    /// Whether the log contains seams found by testing pixels.
    private let hasTestedSeams: Bool

    package init(hasTestedSeams: Bool) { self.hasTestedSeams = hasTestedSeams }

    /// Why the frame with this ordinal is on screen, for the timeline's member; `nil` if there is no such frame
    /// (yet).
    ///
    /// The first question reads all events of base frames; each further one costs a few reads of an entry.
    package mutating func why(_ ordinal: Int, in timeline: Timeline) -> Why? {
        guard let entry = timeline.log.entry(ofFrame: ordinal), let record = entry.record else { return nil }
        read(timeline)
        var search = WhySearch(timeline, entry, record)
        search.basePlaces = { [self] clip, index in
            (bases[BaseName(clip: clip, index: index)] ?? []).map { Int($0) }
        }
        search.hasTestedSeams = hasTestedSeams
        search.knowsAllBases = basesKept < Self.mostBases
        return search.why
    }

    private mutating func read(_ timeline: Timeline) {
        if member != timeline.focus { self = WhyFinder(hasTestedSeams: hasTestedSeams) }
        member = timeline.focus
        let history = timeline.history
        while readTo < history.count, basesKept < Self.mostBases {
            defer { readTo += 1 }
            guard history.wireName(at: readTo) == Self.baseFrameName, history.moments[readTo].member == member,
                let entry = history.entry(at: readTo),
                case .baseFrameArrived(let clip, let index, _?)? = timeline.archive.event(entry)
            else { continue }
            bases[BaseName(clip: clip, index: index), default: []].append(Int32(clamping: readTo))
            basesKept += 1
        }
    }
}

/// The search for one frame.
struct WhySearch {
    let timeline: Timeline
    let entry: LogEntry
    let record: FrameRecord
    /// Indexes in the history of the events that brought a base frame.
    var basePlaces: (ClipName, Int) -> [Int] = { _, _ in [] }
    var knowsAllBases = true
    var hasTestedSeams = true

    init(_ timeline: Timeline, _ entry: LogEntry, _ record: FrameRecord) {
        (self.timeline, self.entry, self.record) = (timeline, entry, record)
        awaited =
            record.status == .held && record.note == nil ? timeline.engine(at: entry.heard).awaitedChunk : nil
        if let position = record.position, record.arrived == nil, awaited == nil {
            dropped = dropped { $0.picture(of: position) != nil }
        }
    }

    var history: History { timeline.history }

    var why: Why {
        let origin = awaited.map(waitOrigin) ?? (record.position == nil ? clipOrigin : overlayOrigin)
        return Why(record: record, steps: decision + origin)
    }

    /// The frame's picture, if it arrived before the connection was lost and was dropped with its incomplete chunk.
    private(set) var dropped: Dropped?

    /// The chunk that a held frame waits for, if that is not its own: the previous picture stays, and the frame has
    /// the previous position.
    let awaited: PlaybackEngine.AwaitedChunk?

    /// - Parameter place: index of an event in the history, from 0.
    func place(_ place: Int) -> Why.Place {
        Why.Place(time: history.moments[place].time, heard: place + 1, entry: history.entry(at: place))
    }

    func frame(_ ordinal: Int) -> Why.Place? {
        timeline.log.entry(ofFrame: ordinal).map { Why.Place(time: $0.time, heard: $0.heard, frame: ordinal) }
    }

    /// Names an event: `event 512, a tick`, `entry 45, receive_audio`.
    func name(_ place: Int) -> String {
        guard case .local(let input) = history.moments[place].body else {
            return "entry \(history.entry(at: place) ?? 0), \(history.wireName(at: place) ?? "")"
        }
        return "event \(place + 1), " + Self.name(input)
    }

    private static func name(_ input: LocalInput) -> String {
        switch input {
        case .ticked: "a tick"
        case .pictureDecoded(let key, _, _): "\(key.rawValue) was decoded"
        case .pictureFailed(let key, _, _): "\(key.rawValue) could not be decoded"
        case .baseFrameFailed(let clip, let index, _): "base \(index) of \(clip.rawValue) could not be decoded"
        case .soundDecoded(let chunk, _, _): "the sound of chunk \(chunk) was decoded"
        case .soundFailed(let chunk, _, _): "the sound of chunk \(chunk) could not be decoded"
        case .soundMoved(let chunk, _, _): "the sound of chunk \(chunk) advanced"
        case .soundEnded(let chunk, _): "the sound of chunk \(chunk) ended"
        case .sent: "a message or a request for silence was sent"
        case .refused: "the backend rejected a message"
        case .paused: "pause"
        case .resumed: "the end of a pause"
        case .stepped: "a step"
        case .settingsChanged: "a settings change"
        case .linkLost: "the connection was lost"
        case .linkClosed: "the connection was closed"
        case .linkRestored: "the connection was restored"
        case .tile, .reading, .narration: "an input"
        }
    }

    /// Indexes of this member's events between two event counts.
    func places(_ range: Range<EventCount>) -> some BidirectionalCollection<Int> {
        range.lazy.filter { [history, timeline] in history.moments[$0].member == timeline.focus }
    }
}
