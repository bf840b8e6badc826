import Events
import Tapes
import Wire

/// One event as a tape or a live connection gives it.
struct FeedEntry: Sendable {
    var time: Instant
    var body: Event.Body
    /// As it goes on a tape; `nil` for local inputs.
    var message: StoredMessage?
    /// What was odd about the message, for the log.
    var oddities: [String] = []
}

/// The entries of a tape, a page at a time.
struct TapeFeed: Feed {
    let duration: Instant?
    let isComplete: Bool
    private let tape: TapeReader
    private var page: ArraySlice<TapeEntry> = []
    private var lastID: Int64 = 0
    private static let pageSize = 128

    /// - Parameter isFresh: leave out what the recording engine heard from its own side, except what its user and its
    ///   link did, so that another engine can hear the stream anew.
    /// - Throws: when the first page cannot be read.
    init(_ tape: TapeReader, isFresh: Bool) throws(TapeError) {
        self.tape = tape
        isComplete = isFresh ? false : try tape.hasTicks()
        let length = try tape.duration()
        duration = Instant.zero + length
        try turnPage()
    }

    var nextTime: Instant? { page.first?.time }

    mutating func next() throws -> FeedEntry? {
        guard let entry = page.popFirst() else { return nil }
        // A page that cannot be read ends the feed after what has been read; the error then belongs to this call.
        if page.isEmpty { try turnPage() }
        let (event, oddities) = try entry.event()
        return FeedEntry(
            time: entry.time, body: event.body, message: entry.kind == .wire ? try entry.message() : nil,
            oddities: oddities)
    }

    private mutating func turnPage() throws(TapeError) {
        while page.isEmpty {
            let entries = try tape.entries(after: lastID, limit: Self.pageSize)
            guard let last = entries.last else { return }
            lastID = last.id
            page = entries.filter(isWanted)[...]
        }
    }

    private func isWanted(_ entry: TapeEntry) -> Bool {
        isComplete || entry.kind == .wire || Self.outsideInputs.contains(entry.name)
    }

    /// Local inputs that do not come from the engine's own surroundings (names as in `LocalInputCoding`).
    private static let outsideInputs: Set<String> = ["sent", "linkLost", "linkRestored"]
}

extension TapeReader: BlobSource {
    package func bytes(of hash: ContentHash) -> [UInt8]? { try? blob(hash) }
}
