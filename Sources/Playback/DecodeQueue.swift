import Engine
import Events
import Synchronization

/// Pictures to be decoded off the main actor, what is needed soonest first: base frames of the next moments, and between
/// them overlays in the order in which the engine asked for them.
///
/// Filled by the main actor, emptied by the workers; the mutex guards all of it, so that filling never waits.
package final class DecodeQueue: PictureDecoder, Sendable {
    /// Several overlays go to a worker at once, since each answer wakes the main actor.
    package enum Job: Sendable {
        case overlays([DecodeJob])
        case base(ContentHash)
    }

    /// About two milliseconds of work.
    private static let overlaysAtOnce = 6

    private struct State {
        var bases: ArraySlice<ContentHash> = []
        var overlays: ArraySlice<DecodeJob> = []
        var idle: [CheckedContinuation<Job?, Never>] = []
        var isClosed = false
        /// Base frames that a worker has, or whose picture is on its way to the main actor.
        var underWay: Set<ContentHash> = []
        /// The last job was a base frame.
        var wasBase = false

        /// Base frames first, and some overlays between two of them: a base frame of full size takes as long as twenty
        /// overlays, and most of those that are decoded ahead are not needed as soon as what has just come.
        mutating func take() -> Job? {
            if wasBase, let job = takeOverlays() {
                wasBase = false
                return job
            }
            guard let base = bases.popFirst() else { return takeOverlays() }
            wasBase = true
            underWay.insert(base)
            return .base(base)
        }

        private mutating func takeOverlays() -> Job? {
            let taken = overlays.prefix(DecodeQueue.overlaysAtOnce)
            overlays.removeFirst(taken.count)
            return taken.isEmpty ? nil : .overlays(Array(taken))
        }
    }

    private let state = Mutex(State())

    package init() {}

    package func decode(_ job: DecodeJob) { change { $0.overlays.append(job) } }
    package func discard(_ keys: [PictureKey]) {}

    /// Replaces the base frames that wait: what was needed a moment ago is not any more. Those that are under way stay so.
    package func setBases(_ hashes: [ContentHash]) {
        change { state in state.bases = hashes.filter { !state.underWay.contains($0) }[...] }
    }

    /// The picture, or the failure, of this base frame has arrived.
    package func finish(base hash: ContentHash) { change { $0.underWay.remove(hash) } }

    /// Overlays of older messages are not decoded any more (K11).
    package func begin(_ generation: Generation) {
        change { $0.overlays.removeAll { $0.generation < generation } }
    }

    /// The next job; waits for one. `nil` once the queue is closed.
    package func next() async -> Job? {
        await withCheckedContinuation { continuation in
            let answer: Job?? = state.withLock { state in
                if let job = state.take() { return .some(job) }
                if state.isClosed { return .some(nil) }
                state.idle.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Wakes all who wait, with nothing.
    package func close() {
        let waiting = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.idle
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    private func change(_ body: (inout State) -> Void) {
        let served = state.withLock { state in
            guard !state.isClosed else { return [(CheckedContinuation<Job?, Never>, Job)]() }
            body(&state)
            var served: [(CheckedContinuation<Job?, Never>, Job)] = []
            while !state.idle.isEmpty, let job = state.take() { served.append((state.idle.removeFirst(), job)) }
            return served
        }
        for (continuation, job) in served { continuation.resume(returning: job) }
    }
}
