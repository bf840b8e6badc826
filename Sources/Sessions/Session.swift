import Engine
import Events
import PictureInPicture

/// All that hears a tape: the engine of each member, of which nearly all sessions have the main one alone.
///
/// A value, as the engine is: an event in, effects out. What else a session consists of has its place here, beside the engines; none
/// of them knows of another.
package struct Session: Hashable, Sendable {
    /// The engine of what is for nobody by name. Apart from the others: what is heard for it looks nothing up.
    package private(set) var main: PlaybackEngine
    private var others: [Member: PlaybackEngine] = [:]
    /// Time of the last event, whoever it was for.
    package private(set) var now: Instant
    /// `nil` until anything is told of a call, or of the tile itself.
    package private(set) var tile: Tile?
    /// `nil` until a book is read.
    package private(set) var reader: BookReader?
    /// `nil` until a face reads it.
    package private(set) var narrator: Narrator?
    /// A member has been turned away, which is said once.
    private var isFull = false

    package init(_ main: PlaybackEngine) {
        self.main = main
        now = main.now
    }

    // MARK: Hearing

    /// Lets the engine hear it that it is for. A member's engine begins with the first event for it, with the settings that the main
    /// one has by then.
    ///
    /// Events must come in the order in which they were heard; an earlier time counts as now, for all of them (N56).
    package mutating func handle(_ event: Event) -> [Effect] {
        now = max(now, event.time)
        if tile == nil, reader == nil, narrator == nil, others.isEmpty, event.member.isMain, !event.body.isNobodys {
            return main.handle(event)
        }
        switch event.body {
        case .wire(.call(let call)): return handle(call)
        case .local(.tile(let input)):
            beginTile()
            return tile?.handle(input).map { [.note(Note(time: now, code: .mediaFailed, text: $0))] } ?? []
        case .local(.reading(let input)): return hear { reader, now in reader.handle(input, at: now) }
        case .local(.narration(let input)): return hear(input)
        case .wire(.mouth(let mouth)):
            narrator?.receiveMouth(mouth)
            return []
        case .local(.ticked) where event.member.isMain: return tick()
        default: return handle(event.body, for: event.member)
        }
    }

    /// It knows what every engine had come to before there was one.
    private mutating func beginTile() {
        guard tile == nil else { return }
        tile = Tile()
        for member in members { tellTile(of: member, []) }
    }

    /// What the tile is to know of a member's engine.
    private mutating func tellTile(of member: Member, _ effects: [Effect]) {
        guard tile != nil, let engine = self[member] else { return }
        var frames: [DueFrame] = []
        for effect in effects { if let frame = DueFrame(effect) { frames.append(frame) } }
        let state = AvatarState(hasPicture: engine.framePlan.composite != nil, isTalking: engine.modeName == .overlay)
        tile?.hear(state, frames, of: member)
    }

    private mutating func handle(_ body: Event.Body, for member: Member) -> [Effect] {
        let event = Event(now, body, for: member)
        if member.isMain {
            let effects = main.handle(event)
            tellTile(of: member, effects)
            return effects
        }
        guard others[member] != nil || others.count < Limits.members else { return refuse() }
        let effects = others[member, default: PlaybackEngine(settings: main.settings)].handle(event)
        tellTile(of: member, effects)
        return effects.map { .other(member, $0) }
    }

    private mutating func handle(_ call: CallEvent) -> [Effect] {
        beginTile()
        // Out of the session: a copy of a call of many members would cost more than what is heard of it.
        guard var own = tile.take() else { return [] }
        defer { tile = own }
        return own.handle(call).map { [.note(Note(time: now, code: .odd, text: $0))] } ?? []
    }

    /// Out of the session, as a call: a book has many sentences.
    private mutating func hear(_ change: (inout BookReader, Instant) -> [ReaderNote]) -> [Effect] {
        var own = reader.take() ?? BookReader()
        defer {
            narrator?.follow(own, at: now)
            reader = own
        }
        let before = own.record
        let notes = change(&own, now)
        // That the sound has gone on is in nobody's log.
        guard !notes.isEmpty || own.record.isOther(than: before) else { return [] }
        let code = Note.Code(notes, from: before, to: own.record)
        return [.note(Note(time: now, code: code, text: own.record.words(notes)))]
    }

    private mutating func hear(_ input: NarratorInput) -> [Effect] {
        switch input {
        case .began(let walk, let rest): narrator = Narrator(walk, rest: rest)
        case .mouths(let generation, let script): narrator?.receiveScript(script, of: generation)
        }
        return []
    }

    /// A tick that the tile alone asked for is not the engine's. It ends the turn: what was told since the last one is seen together.
    private mutating func tick() -> [Effect] {
        let isTileDue = tile?.deadline.map { $0 <= now } == true
        let isReaderDue = reader?.deadline.map { $0 <= now } == true
        let isEngineDue = main.nextDeadline.map { $0 <= now } == true
        let isOthers = isTileDue || isReaderDue
        var effects = isEngineDue || !isOthers ? handle(.local(.ticked), for: .main) : []
        if isReaderDue { effects += hear { reader, now in reader.tick(at: now) } }
        // What the engine has come to with this tick is seen with it.
        guard tile?.endTurn(at: now) == true, let reason = tile?.record.reason else { return effects }
        return effects + [.note(Note(time: now, code: .tile, text: reason))]
    }

    private mutating func refuse() -> [Effect] {
        if isFull { return [] }
        isFull = true
        let text = "more than \(Limits.members) members; others are ignored"
        return [.note(Note(time: now, code: .limit, text: text))]
    }

    // MARK: Members

    /// All that have been heard of, the main one first.
    package var members: [Member] { [.main] + others.keys.sorted() }

    /// Of all members, the main one's first; the others' in any order.
    package var engines: [PlaybackEngine] { [main] + others.values }

    /// `nil` for a member that nothing has been heard for.
    package subscript(member: Member) -> PlaybackEngine? { member.isMain ? main : others[member] }

    // MARK: Views

    /// Whether any avatar is saying, or about to say, something.
    package var isAnimating: Bool { main.isAnimating || others.values.contains(where: \.isAnimating) }
    /// Whether anything goes on to change although nothing more is heard.
    package var isBusy: Bool { isAnimating || tile?.deadline != nil || reader?.deadline != nil }

    /// Session time of the next tick that is worth while for anybody; `nil` while nothing but an event can change anything.
    package var nextDeadline: Instant? {
        if others.isEmpty, tile == nil, reader == nil { return main.nextDeadline }
        return (members.map { self[$0]?.nextDeadline } + [tile?.deadline, reader?.deadline]).compactMap { $0 }.min()
    }

    /// Members for whom a tick is worth while at this moment, the main one first.
    package func due(at moment: Instant) -> [Member] {
        let isDue = { (deadline: Instant?) in deadline.map { $0 <= moment } == true }
        let isMainDue = isDue(main.nextDeadline) || isDue(tile?.deadline) || isDue(reader?.deadline)
        let main: [Member] = isMainDue ? [.main] : []
        return others.isEmpty ? main : main + others.filter { isDue($1.nextDeadline) }.keys.sorted()
    }

    /// One member's state in words and the tile's, which is nobody's, in an order that stays; names are unique.
    package func fields(of member: Member) -> [StateField] { (tile?.fields ?? []) + (self[member]?.fields ?? []) }

    /// Bytes that a copy takes besides what it shares with `other`, an earlier state of the same session; about.
    package func copyBytes(besides other: Session) -> Int {
        let tile = tile?.copyBytes(besides: other.tile) ?? 0
        let reader = reader?.copyBytes(besides: other.reader) ?? 0
        return others.reduce(main.copyBytes(besides: other.main) + tile + reader) { bytes, one in
            bytes + one.value.copyBytes(besides: other.others[one.key] ?? PlaybackEngine())
        }
    }

    /// What was strange about a message that is heard at `time`, for the log; never earlier than what was heard before.
    /// - Parameter message: a frame of it is no frame of the log.
    /// - Parameter name: of the event on the wire; empty where nobody knows it.
    package func notes(of oddities: [String], named name: String, in message: WireEvent?, at time: Instant) -> [Note] {
        let chunk = message?.chunk
        // Frames behind one that was left out are counted otherwise.
        let frames = oddities.contains(where: Oddity.isOfLeftOut) ? [] : message?.frames ?? []
        return oddities.map { oddity in
            let event = [name.isEmpty ? nil : name, chunk.map { "chunk \($0)" }].compactMap(\.self)
            let text = (event.isEmpty ? "" : event.joined(separator: " of ") + ": ") + oddity
            let code: Note.Code = oddity == Oddity.unknownEvent ? .unknownEvent : .odd
            var note = Note(
                time: max(time, now), code: code, text: text, chunk: chunk, isOfMessage: code == .odd && !name.isEmpty)
            if let chunk, let place = Oddity.position(in: oddity), frames.indices.contains(place) {
                note.position = FramePosition(frames[place], ofChunk: chunk)
            }
            return note
        }
    }
}

extension FramePosition {
    fileprivate init(_ frame: OverlayFrame, ofChunk chunk: Int) {
        self.init(
            chunk: chunk, section: frame.section, sequence: frame.sequence, frame: frame.sequence,
            frameCount: frame.sequence + 1)
    }
}

extension DueFrame {
    /// `nil` for what is no frame of speech.
    init?(_ effect: Effect) {
        guard case .show(let record) = effect, record.mode == .overlay, record.position != nil else { return nil }
        // One that was passed over may have been there.
        let isThere =
            record.status == .skipped
            ? record.decoded.map { $0 <= record.due } == true : record.status.isAsDemanded
        self.init(isThere: isThere, period: record.period)
    }
}

extension Note.Code {
    /// Of several things that happened at once the one that is looked for most.
    fileprivate init(_ notes: [ReaderNote], from before: ReaderRecord, to next: ReaderRecord) {
        let kinds = Set(notes.map(\.kind))
        let first: [(ReaderNote.Kind, Note.Code)] = [
            (.seek, .readerSeek), (.stale, .readerStale), (.order, .readerOrder), (.dwell, .readerDwell),
            (.mode, .readerMode),
        ]
        if let found = first.first(where: { kinds.contains($0.0) }) {
            self = found.1
        } else if before.transcript?.number != next.transcript?.number || before.track != next.track {
            self = .readerSentence
        } else if Lane.allCases.contains(where: { before.lit($0) != next.lit($0) }) {
            self = .readerWord
        } else {
            self = .reader
        }
    }
}

extension Event.Body {
    /// No engine hears it.
    package var isNobodys: Bool {
        switch self {
        case .wire(.call), .wire(.mouth), .local(.tile), .local(.reading), .local(.narration): true
        default: false
        }
    }
}

extension Tile {
    /// Its state in words, in an order that stays.
    var fields: [StateField] {
        let snapshot = record.snapshot
        let place = record.place.map {
            "\($0.size.columns)x\($0.size.rows) at \($0.origin.column),\($0.origin.row)"
        }
        return [
            StateField("tile", snapshot.content.rawValue), StateField("tile call", call.id ?? "none"),
            StateField("tile call state", call.state.rawValue),
            StateField("tile members", String(call.members.count)),
            StateField("tile member", snapshot.member ?? "none"),
            StateField("tile source", snapshot.source.map { "\($0.name) \($0.instance)" } ?? "none"),
            StateField("tile picture", record.picture.rawValue),
            StateField("tile place", place ?? "none"),
            StateField("tile reason", record.reason),
        ]
    }

    /// Bytes that a copy takes besides what it shares with an earlier state, about.
    func copyBytes(besides other: Tile?) -> Int {
        guard other?.call.revision != call.revision else { return 0 }
        return call.members.count * MemoryLayout<CallMember>.stride + call.sourceCount * MemoryLayout<CallSource>.stride
    }
}
