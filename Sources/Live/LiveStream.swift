import Events
import JSON
import Playback
import Sessions
import SocketIO
import Synchronization
import Tapes
import Wire

/// What a live connection has given and what is not on the session's tape yet. Events are here until they are heard, and
/// until the tape has them; bytes are here until the tape has them, and are read from there afterwards. So hours of a
/// stream take no more memory than what the disk has not taken yet.
///
/// Shared by the task that receives, the loop, the decoders and the tape's writer; the mutex guards all of it.
package final class LiveStream: Feed, BlobSource, WireArchive {
    private struct State {
        /// Received and not heard; the first `taken` of them have been.
        var queue: [FeedEntry] = []
        var taken = 0
        /// Received and not on the tape, in that order, with the number under which each was heard.
        var unwritten: [Unwritten] = []
        /// Of those, how many are on it by now, and how many have been heard.
        var written = 0
        var heard = 0
        var blobs: [ContentHash: (bytes: [UInt8], users: Int)] = [:]
        var events: [History.EntryID: WireEvent] = [:]
        var byteCount = 0
        var newest: Instant?
        /// Of everything: what is received after it is never before it, however long it waited to be received.
        var last = Instant.zero
        /// Since the session began.
        var received = Received()
        /// Whether a message has got onto the tape.
        var hasWritten = false
        /// Nothing is written any more: what is oldest is dropped instead.
        var isTapeOver = false
        /// Messages that were dropped and that the tape's writer may still report.
        var dropped = 0
        var isReleased = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var tape: (reader: TapeReader, archive: TapeArchive)?
    }

    /// What a session has received in all.
    struct Received: Hashable, Sendable {
        var messages = 0
        /// Of messages and their payloads, about.
        var bytes = 0
    }

    private struct Unwritten {
        var number: EventCount?
        var hashes: [ContentHash]
        /// Bytes of the message itself, about.
        var weight: Int
    }

    private let state = Mutex(State())
    /// Bytes that may wait for the disk, or to be heard, before no more is taken from the connection.
    private let roomLimit: Int
    /// Bytes that are kept once there is no tape any more.
    private let keptWithoutTape: Int

    init(roomLimit: Int = 16 << 20, keptWithoutTape: Int = 96 << 20) {
        (self.roomLimit, self.keptWithoutTape) = (roomLimit, keptWithoutTape)
    }

    /// Where what is forgotten here is read from: the session's tape, which another one writes.
    func attach(_ tape: TapeReader) { state.withLock { $0.tape = (tape, TapeArchive(tape)) } }

    // MARK: Receiving

    /// A message taken apart: its base64 read, its payloads hashed. That is what takes time, and nobody has to be kept waiting for it.
    struct Reading: Sendable {
        fileprivate let stored: StoredMessage
        let blobs: [Blob]
        /// What it means.
        let event: WireEvent
        fileprivate let oddities: [String]

        init(_ message: WireMessage) {
            (stored, blobs) = ingest(message)
            (event, oddities) = interpret(stored)
        }
    }

    /// Takes a message that came at `time`, or waited since then for room.
    /// - Returns: whether nobody knows yet that there is something to hear.
    @discardableResult
    func receiveReading(_ reading: Reading, at time: Instant, for member: Member = .main) -> Bool {
        let (stored, blobs) = (reading.stored, reading.blobs)
        return state.withLock { state in
            let isFirst = state.taken == state.queue.count
            state.last = max(state.last, time)
            state.newest = state.last
            state.queue.append(
                FeedEntry(
                    time: state.last, body: .wire(reading.event), for: member, message: stored,
                    oddities: reading.oddities))
            state.unwritten.append(Unwritten(hashes: blobs.map(\.hash), weight: stored.weight))
            state.byteCount += stored.weight
            state.received.messages += 1
            state.received.bytes += blobs.reduce(stored.weight) { $0 + $1.bytes.count }
            for blob in blobs {
                if state.blobs[blob.hash] == nil { state.byteCount += blob.bytes.count }
                state.blobs[blob.hash, default: (blob.bytes, 0)].users += 1
            }
            if state.isTapeOver { dropOldest(&state) }
            return isFirst
        }
    }

    /// As above, of a message as it came.
    @discardableResult
    package func receiveMessage(_ message: WireMessage, at time: Instant, for member: Member = .main) -> Bool {
        receiveReading(Reading(message), at: time, for: member)
    }

    /// Takes what did not come over the wire but has its place among what did.
    package func receiveInput(_ input: LocalInput, at time: Instant, for member: Member = .main) {
        state.withLock { state in
            state.last = max(state.last, time)
            state.queue.append(FeedEntry(time: state.last, body: .local(input), for: member))
        }
    }

    /// What the user says, and the engine's order to clear everything, behind what has come.
    package func send(_ text: String, ready: [ClipName], at time: Instant, for member: Member = .main) {
        let clips = JSON.array(ready.map { .string($0.rawValue) })
        let message = WireMessage(
            request: .userMessage, arguments: [["message": .string(text), "ready_animations": clips]])
        receiveMessage(message, at: time, for: member)
        receiveInput(.sent, at: time, for: member)
    }

    /// Returns when so much is on the tape that more may come.
    package func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                if self.hasRoom(state) { return true }
                state.waiting.append(continuation)
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    // MARK: Hearing

    /// When it came: each event is due then.
    package var nextTime: Instant? {
        state.withLock { $0.queue.indices.contains($0.taken) ? $0.queue[$0.taken].time : nil }
    }
    /// Of the newest event: it has no end.
    package var duration: Instant? { state.withLock(\.newest) }
    package var hearing: TapeHearing { .afresh }
    package var archive: any WireArchive { self }
    package var lag: TimeSpan? { .zero }

    /// - Parameter number: of the event among all that is heard, under which it goes on the tape.
    package func next(_ number: EventCount) -> FeedEntry? {
        let (entry, waiting) = state.withLock { state -> (FeedEntry?, [CheckedContinuation<Void, Never>]) in
            guard state.queue.indices.contains(state.taken) else { return (nil, []) }
            var entry = state.queue[state.taken]
            state.taken += 1
            if state.taken == state.queue.count || state.taken > 1_000 {
                state.queue.removeFirst(state.taken)
                state.taken = 0
            }
            if case .wire(let event) = entry.body {
                entry.id = History.EntryID(number)
                assign(number, to: event, &state)
            }
            guard state.isTapeOver else { return (entry, []) }
            dropOldest(&state)
            return (entry, takeWaiting(&state))
        }
        for continuation in waiting { continuation.resume() }
        return entry
    }

    /// The first message that has no number yet is the one that is heard: both are in the order of receiving.
    private func assign(_ number: EventCount, to event: WireEvent, _ state: inout State) {
        guard state.unwritten.indices.contains(state.heard) else { return }
        state.unwritten[state.heard].number = number
        state.heard += 1
        state.events[History.EntryID(number)] = event
    }

    // MARK: Writing

    /// Whether the tape has a message.
    var hasWritten: Bool { state.withLock { $0.hasWritten } }

    /// The tape has so many more messages.
    func wrote(messages count: Int) {
        let waiting = state.withLock { state in
            state.hasWritten = state.hasWritten || count > 0
            // What was dropped meanwhile is forgotten already.
            let dropped = min(count, state.dropped)
            state.dropped -= dropped
            for _ in 0..<min(count - dropped, state.heard - state.written) { forgetFirst(&state) }
            return takeWaiting(&state)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The tape takes nothing more.
    func endTape() {
        let waiting = state.withLock { state in
            state.isTapeOver = true
            dropOldest(&state)
            return takeWaiting(&state)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Nobody waits for the disk any more; nothing is dropped.
    func release() {
        let waiting = state.withLock { state in
            state.isReleased = true
            return takeWaiting(&state)
        }
        for continuation in waiting { continuation.resume() }
    }

    private func takeWaiting(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        guard hasRoom(state) else { return [] }
        defer { state.waiting = [] }
        return state.waiting
    }

    private func dropOldest(_ state: inout State) {
        // What has not been heard has to be there when it is.
        while state.byteCount > keptWithoutTape, state.written < state.heard {
            forgetFirst(&state)
            state.dropped += 1
        }
    }

    private func hasRoom(_ state: borrowing State) -> Bool {
        state.isReleased
            || (state.isTapeOver ? state.byteCount <= keptWithoutTape : state.byteCount < roomLimit)
    }

    private func forgetFirst(_ state: inout State) {
        let message = state.unwritten[state.written]
        state.written += 1
        if state.written == state.unwritten.count || state.written > 1_000 {
            state.unwritten.removeFirst(state.written)
            state.heard = max(0, state.heard - state.written)
            state.written = 0
        }
        state.byteCount -= message.weight
        if let number = message.number { state.events[History.EntryID(number)] = nil }
        for hash in message.hashes {
            guard let blob = state.blobs[hash] else { continue }
            if blob.users > 1 {
                state.blobs[hash]?.users -= 1
            } else {
                state.blobs[hash] = nil
                state.byteCount -= blob.bytes.count
            }
        }
    }

    // MARK: Looking up

    var received: Received { state.withLock(\.received) }

    /// Bytes that wait for the tape, about.
    package var byteCount: Int { state.withLock(\.byteCount) }

    /// Bytes that are not on the tape yet; `nil` for all others.
    func unwrittenBytes(of hash: ContentHash) -> [UInt8]? { state.withLock { $0.blobs[hash]?.bytes } }

    package func bytes(of hash: ContentHash) -> [UInt8]? {
        let (bytes, tape) = state.withLock { ($0.blobs[hash]?.bytes, $0.tape?.reader) }
        return bytes ?? tape?.bytes(of: hash)
    }

    package func event(_ entry: History.EntryID) -> WireEvent? {
        let (event, archive) = state.withLock { ($0.events[entry], $0.tape?.archive) }
        return event ?? archive?.event(entry)
    }

    /// Of messages that the tape has.
    package func carriage(of payload: Payload?, in entry: History.EntryID) -> WireCarriage? {
        state.withLock { $0.tape?.archive }?.carriage(of: payload, in: entry)
    }
}

/// What a recorder takes from a stream: only bytes that its tape does not have.
struct UnwrittenBlobs: BlobSource {
    let stream: LiveStream

    func bytes(of hash: ContentHash) -> [UInt8]? { stream.unwrittenBytes(of: hash) }
}
