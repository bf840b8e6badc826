import NIOCore
import SocketIO
import Synchronization

/// What arrived and was not looked at yet: filled on the event loop, emptied by the one consumer. Bounded by whoever fills
/// it, who stops reading when told so; nothing is dropped.
final class ConnectionInbox: Sendable {
    enum Item: Sendable {
        case event(ConnectionEvent)
        case packet(EngineIOPacket, arrived: ContinuousClock.Instant)

        /// Bytes in memory, roughly: also of what is made of it later on, which is all that a small packet costs.
        fileprivate var cost: Int {
            switch self {
            case .packet(let packet, _): 1_000 + packet.byteCount
            case .event: 1_000
            }
        }
    }

    struct State {
        fileprivate var items = CircularBuffer<Item>()
        fileprivate(set) var waitingBytes = 0
        fileprivate var waiter: CheckedContinuation<Item?, Never>?
        fileprivate var isPaused = false
        fileprivate var isFinished = false
    }

    /// Guards what the two threads share.
    let state = Mutex(State())
    private let limit: Int
    /// Called when there is room again, from any thread.
    private let roomAgain: @Sendable () -> Void

    init(limit: Int, roomAgain: @escaping @Sendable () -> Void) {
        self.limit = max(0, limit)
        self.roomAgain = roomAgain
    }

    /// - Returns: false when no more should be read until `roomAgain`.
    func put(_ item: Item) -> Bool {
        let (waiter, hasRoom) = state.withLock { state -> (CheckedContinuation<Item?, Never>?, Bool) in
            guard !state.isFinished else { return (nil, true) }
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, true)
            }
            state.items.append(item)
            state.waitingBytes += item.cost
            if state.waitingBytes > limit { state.isPaused = true }
            return (nil, !state.isPaused)
        }
        waiter?.resume(returning: item)
        return hasRoom
    }

    /// What is there can still be taken; after that, `nil`.
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// The oldest item, as soon as there is one; `nil` after the end, and when the task that asks is canceled.
    func take() async -> Item? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Item?? in
                    if Task.isCancelled { return .some(nil) }
                    if let item = state.items.popFirst() {
                        state.waitingBytes -= item.cost
                        return .some(item)
                    }
                    if state.isFinished || state.waiter != nil { return .some(nil) }
                    state.waiter = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
                resumeReadingIfEmptier()
            }
        } onCancel: {
            cancelWaiting()
        }
    }

    private func cancelWaiting() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    /// An eighth empty, so that reading is not switched with each message. No more than that: a ping lies behind what the
    /// system holds meanwhile, and waits for as long as it takes to empty that part as well.
    private func resumeReadingIfEmptier() {
        let resumes = state.withLock { state in
            guard state.isPaused, state.waitingBytes <= limit - limit / 8 else { return false }
            state.isPaused = false
            return true
        }
        if resumes { roomAgain() }
    }
}
