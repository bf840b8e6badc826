import Debugger
import Engine
import Events
import Sessions
import Synchronization
import Tapes
import Wire

/// The entries of a tape, a page at a time.
package struct TapeFeed: Feed {
    package private(set) var duration: Instant?
    package let hearing: TapeHearing
    package let archive: any WireArchive
    package private(set) var lag: TimeSpan?
    private let tape: TapeReader
    private var cursor: TapeCursor
    private var page: ArraySlice<TapeEntry> = []
    /// Time of the last entry that was taken, and why there is none after it that could be read.
    private var lastTime = Instant.zero
    private var failure: TapeError?
    /// A recorder writes everything down within 250 ms (`TapeWriter`).
    private static let lagOfRecording = TimeSpan.milliseconds(500)
    /// What an engine that hears the stream anew hears besides: it pauses where the recording host stood still, so that nobody takes for a
    /// gap of the stream what nobody was there to receive.
    private var pauses: ArraySlice<FeedEntry> = []

    /// - Parameters:
    ///   - isFresh: leave out what the recording engine heard from its own side, except what its user and its link did, so
    ///     that another engine can hear the stream anew.
    ///   - isGrowing: the tape is being recorded, so that its end is only the end of what is there so far.
    ///   - pageSize: entries that are read at once.
    /// - Throws: when the first page cannot be read.
    package init(_ tape: TapeReader, isFresh: Bool, isGrowing: Bool = false, pageSize: Int = 128) throws(TapeError) {
        self.tape = tape
        cursor = TapeCursor(tape, pageSize: pageSize)
        archive = TapeArchive(tape)
        lag = isGrowing ? Self.lagOfRecording : nil
        hearing = try TapeHearing(tape, isFresh: isFresh)
        let length = try tape.duration()
        duration = Instant.zero + length
        if hearing != .replayed, !isGrowing {
            pauses =
                tape.stallsOfRecorder().flatMap { stall in
                    [
                        FeedEntry(time: stall.lowerBound, body: .local(.paused)),
                        FeedEntry(time: stall.upperBound, body: .local(.resumed)),
                    ]
                }[...]
        }
        try turnPage()
    }

    /// Behind the last entry that could be read an error is due, at once.
    package var nextTime: Instant? {
        let time = page.first?.time ?? (failure == nil ? nil : lastTime)
        guard let pause = pauses.first?.time else { return time }
        return min(time ?? pause, pause)
    }

    /// - Throws: `TapeError`, again and again: the feed does not go on behind what cannot be read.
    package mutating func next(_ number: EventCount = 0) throws -> FeedEntry? {
        if let pause = pauses.first, page.first.map({ pause.time <= $0.time }) ?? (failure == nil) {
            pauses.removeFirst()
            return pause
        }
        if page.isEmpty, let failure { throw failure }
        guard let entry = page.first else { return nil }
        let taken = try FeedEntry(entry)
        page.removeFirst()
        lastTime = entry.time
        if page.isEmpty {
            do throws(TapeError) { try turnPage() } catch { failure = error }
        }
        return taken
    }

    package mutating func refill() throws {
        guard failure == nil else { return }
        // Before the last page is looked for: what the recorder wrote at its end is on it.
        let hasEnded = lag != nil && tape.hasEnded
        try turnPage()
        if hasEnded, page.isEmpty { lag = nil }
    }

    private mutating func turnPage() throws(TapeError) {
        while page.isEmpty {
            let entries = try cursor.nextPage()
            guard let last = entries.last else { return }
            duration = max(duration ?? .zero, last.time)
            page = entries.filter(isWanted)[...]
        }
    }

    private func isWanted(_ entry: TapeEntry) -> Bool {
        hearing == .replayed || entry.kind == .wire || LocalInputCoding.isFromOutside(entry.name)
    }
}

extension TapeReader {
    /// When the host of a recording stood still, as its ticks tell which came long after its engine wanted them; none of a tape without
    /// ticks, and none behind what cannot be read.
    /// - Cost: hears all of the tape once.
    func stallsOfRecorder() -> [Range<Instant>] {
        guard (try? isReplayable()) == true else { return [] }
        var (session, audit) = (Session(PlaybackEngine(settings: PlaybackSettings())), Audit())
        audit.ticks = .recorded
        var stalls: [Range<Instant>] = []
        var cursor = TapeCursor(self)
        while let entry = try? cursor.next(), let received = try? FeedEntry(entry) {
            _ = session.handle(Event(received.time, received.body, for: received.member))
            guard received.member.isMain || received.body.isNobodys else { continue }
            _ = audit.receiveEvent(Event(received.time, received.body), by: session.main)
            if let stall = audit.stall, stall.lowerBound >= stalls.last?.upperBound ?? .zero { stalls.append(stall) }
        }
        return stalls
    }
}

extension FeedEntry {
    fileprivate init(_ entry: TapeEntry) throws(TapeError) {
        switch entry.kind {
        case .local: self.init(time: entry.time, body: .local(try entry.input()), for: entry.member)
        case .wire:
            // Once for both, the event and what is recorded: parsing is most of the work.
            let message = try entry.message()
            let (event, oddities) = interpret(message)
            self.init(
                id: entry.id, time: entry.time, body: .wire(event), for: entry.member, message: message,
                oddities: oddities)
        }
    }
}

/// The wire events of a tape, read once more: those used last are kept, since stepping goes over them again and again.
/// The mutex guards what is kept.
package final class TapeArchive: WireArchive {
    private let tape: TapeReader
    private let kept = Mutex(RecentlyUsed<History.EntryID, WireEvent>(limit: 64))

    package init(_ tape: TapeReader) { self.tape = tape }

    package func event(_ entry: History.EntryID) -> WireEvent? {
        if let known = kept.withLock({ $0.use(entry) }) { return known }
        guard let found = try? tape.entry(entry),
            case .wire(let event)? = try? found.event().event.body
        else { return nil }
        _ = kept.withLock { $0.insert(event, cost: 1, for: entry) }
        return event
    }

    package func carriage(of payload: Payload?, in entry: History.EntryID) -> WireCarriage? {
        guard let found = try? tape.entry(entry), let message = try? found.message() else { return nil }
        return WireCarriage(message, textBytes: found.body?.utf8.count ?? 0, of: payload)
    }
}

extension WireCarriage {
    /// - Parameter textBytes: of the message's arguments as they are kept.
    init(_ message: StoredMessage, textBytes: Int, of payload: Payload?) {
        self.init(textBytes: textBytes, attachments: 0, form: nil)
        for reference in message.references {
            // One that is named again by its number is the same attachment.
            let number = (reference.number ?? attachments) + 1
            if reference.form == .binary { attachments = max(attachments, number) } else { hasInlinePayloads = true }
            guard form == nil, reference.hash == payload?.hash else { continue }
            form =
                switch reference.form {
                case .binary: .attachment(number)
                case .base64, .base64WithBlanks: .base64
                case .nodeBuffer: .nodeBuffer
                case .dataURL: .dataURL
                }
        }
    }
}

extension TapeReader: BlobSource {
    package func bytes(of hash: ContentHash) -> [UInt8]? { try? blob(hash) }
}
