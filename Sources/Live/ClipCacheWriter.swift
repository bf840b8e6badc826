import Events
import Synchronization
import Tapes

/// Puts clips into the cache as they come, on a queue of its own: whoever receives them never waits for the disk.
/// What it cannot take in time is abandoned, clip by clip; the clip is downloaded again another time.
///
/// Filled by the task that receives, emptied by a task of its own; the mutex guards what is between them.
final class ClipCacheWriter: Sendable {
    /// Bytes that may wait for the disk, all told.
    static let usualRoom = 16 << 20
    /// What each thing that waits takes besides its picture: whatever a backend repeats, the room is bounded.
    static let jobBytes = 256

    /// One time that a clip comes: there may be another before the disk has taken this one.
    fileprivate struct Ticket: Hashable, Sendable {
        var name: ClipName
        var number: Int
    }

    private enum Job: Sendable {
        case begin(Ticket, version: String, frames: Int)
        case announce(Ticket, frames: Int)
        case write(Ticket, frame: Int, [UInt8])
        case finish(Ticket)
        case abandon(Ticket)
    }

    struct State {
        fileprivate var number = 0
        /// Clips that are coming.
        fileprivate var coming: [ClipName: Ticket] = [:]
        /// Those, and those that have come and that the disk does not have yet.
        fileprivate var wanted: Set<Ticket> = []
        fileprivate(set) var waitingBytes = 0
    }

    private let store: ClipStore
    private let room: Int
    let state = Mutex(State())
    private let jobs: AsyncStream<Job>.Continuation
    private let working = Mutex<Task<Void, Never>?>(nil)

    init(_ store: ClipStore, room: Int = ClipCacheWriter.usualRoom) {
        (self.store, self.room) = (store, room)
        let (stream, jobs) = AsyncStream<Job>.makeStream()
        self.jobs = jobs
        let task = Task.detached { [weak self] in
            for await job in stream { await self?.perform(job) }
        }
        working.withLock { $0 = task }
    }

    deinit { jobs.finish() }

    // MARK: What comes

    /// A clip is about to come; one that is coming under the name is abandoned. Where there is no room any more it is none that
    /// the cache gets.
    func begin(_ name: ClipName, version: String, frames: Int) {
        state.withLock { state in
            abandon(name, &state)
            // With its end, for which there has to be room whatever comes between.
            guard reserve(2 * Self.jobBytes, &state) else { return }
            state.number += 1
            let ticket = Ticket(name: name, number: state.number)
            state.coming[name] = ticket
            state.wanted.insert(ticket)
            jobs.yield(.begin(ticket, version: version, frames: frames))
        }
    }

    /// The last announced count holds (N35).
    func announce(_ frames: Int, of name: ClipName) {
        state.withLock { state in
            guard let ticket = state.coming[name] else { return }
            guard reserve(Self.jobBytes, &state) else { return abandon(name, &state) }
            jobs.yield(.announce(ticket, frames: frames))
        }
    }

    /// Takes a picture of a clip that is coming; where there is no room any more the clip is abandoned.
    func write(_ bytes: [UInt8], frame index: Int, of name: ClipName) {
        state.withLock { state in
            guard let ticket = state.coming[name] else { return }
            guard reserve(Self.jobBytes + bytes.count, &state) else { return abandon(name, &state) }
            jobs.yield(.write(ticket, frame: index, bytes))
        }
    }

    /// All of it has come. One with holes is asked for again, and does not get into the cache.
    func finish(_ name: ClipName) {
        state.withLock { state in
            if let ticket = state.coming.removeValue(forKey: name) { jobs.yield(.finish(ticket)) }
        }
    }

    /// The clip does not come after all.
    func abandon(_ name: ClipName) { state.withLock { abandon(name, &$0) } }

    /// Nothing of what is half there comes any more; what is there as a whole still gets into the cache.
    func abandonAll() {
        state.withLock { state in
            for name in Array(state.coming.keys) { abandon(name, &state) }
        }
    }

    private func reserve(_ bytes: Int, _ state: inout State) -> Bool {
        guard state.waitingBytes + bytes <= room else { return false }
        state.waitingBytes += bytes
        return true
    }

    private func release(_ bytes: Int) { state.withLock { $0.waitingBytes -= bytes } }

    private func abandon(_ name: ClipName, _ state: inout State) {
        guard let ticket = state.coming.removeValue(forKey: name) else { return }
        state.wanted.remove(ticket)
        jobs.yield(.abandon(ticket))
    }

    /// Nothing more comes. Returns when the disk has what came, or the limit is over.
    func close(within limit: Duration) async {
        jobs.finish()
        let working = working.withLock(\.self)
        _ = await Timeout.wait(atMost: limit) { await working?.value }
    }

    // MARK: The disk

    private func perform(_ job: Job) async {
        switch job {
        case .begin(let ticket, let version, let frames):
            defer { release(Self.jobBytes) }
            guard isWanted(ticket) else { return }
            do { try await store.begin(ticket.name, version: version, frames: frames) } catch { forget(ticket) }
        case .announce(let ticket, let frames):
            defer { release(Self.jobBytes) }
            if isWanted(ticket) { await store.announce(frames, of: ticket.name) }
        case .write(let ticket, let index, let bytes): await write(bytes, frame: index, ticket)
        case .finish(let ticket):
            defer { release(Self.jobBytes) }
            guard isWanted(ticket) else { return }
            forget(ticket)
            if (try? await store.finish(ticket.name)) == nil { await store.abandon(ticket.name) }
        case .abandon(let ticket):
            defer { release(Self.jobBytes) }
            await store.abandon(ticket.name)
        }
    }

    private func write(_ bytes: [UInt8], frame index: Int, _ ticket: Ticket) async {
        defer { release(Self.jobBytes + bytes.count) }
        guard isWanted(ticket) else { return }
        do {
            try await store.write(bytes, frame: index, of: ticket.name)
        } catch {
            forget(ticket)
            await store.abandon(ticket.name)
        }
    }

    private func isWanted(_ ticket: Ticket) -> Bool { state.withLock { $0.wanted.contains(ticket) } }

    /// The disk has it, or never will.
    private func forget(_ ticket: Ticket) {
        state.withLock { state in
            state.wanted.remove(ticket)
            guard state.coming[ticket.name] == ticket else { return }
            state.coming[ticket.name] = nil
            // Nobody ends it any more.
            state.waitingBytes -= Self.jobBytes
        }
    }
}
