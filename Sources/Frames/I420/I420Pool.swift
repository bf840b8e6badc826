import Synchronization

/// Memory for frames, used again and again; shared by all sources (picture-in-picture 5.7).
///
/// Owner: whoever fills frames and whoever holds them, from any thread. Of each size at most five frames are in use; a sixth is
/// refused at once. Memory is kept of the size asked for last and of the one before it, and that of others goes with its frames.
package final class I420Pool: Sendable {
    /// Frames of one size that may be in use at a time.
    package static let mostInUse = 5
    /// Sizes of which memory is kept.
    package static let mostSizes = 2

    private struct State {
        /// The one used last is the last.
        var sizes: [I420SizePool] = []
        var refused = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How often there was no room for a frame, which was dropped then.
    package var refused: Int { state.withLock { $0.refused } }

    /// The sizes of which memory is kept, the one used last at the end.
    package var layouts: [I420Layout] { state.withLock { $0.sizes.map(\.layout) } }

    /// How many frames of a size are in use.
    package func inUse(_ layout: I420Layout) -> Int {
        let pool = state.withLock { $0.sizes.first { $0.layout == layout } }
        return pool?.inUse ?? 0
    }

    /// Memory for one frame; `nil` when all of it is in use.
    func take(_ layout: I420Layout) -> I420FrameFilling? {
        let (pool, evicted) = state.withLock { state in
            let known = state.sizes.firstIndex { $0.layout == layout }.map { state.sizes.remove(at: $0) }
            let pool = known ?? I420SizePool(layout)
            let evicted = state.sizes.count >= Self.mostSizes ? state.sizes.removeFirst() : nil
            state.sizes.append(pool)
            return (pool, evicted)
        }
        // Outside of the lock, as all else that takes longer than looking up.
        evicted?.close()
        guard let filling = pool.take() else {
            state.withLock { $0.refused += 1 }
            return nil
        }
        return filling
    }
}

/// The memory for frames of one size.
final class I420SizePool: Sendable {
    let layout: I420Layout

    private struct State {
        var inUse = 0
        var spare: [[UInt8]] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    init(_ layout: I420Layout) { self.layout = layout }

    var inUse: Int { state.withLock { $0.inUse } }

    func take() -> I420FrameFilling? {
        let (isFree, spare) = state.withLock { state -> (Bool, [UInt8]?) in
            guard state.inUse < I420Pool.mostInUse else { return (false, nil) }
            state.inUse += 1
            return (true, state.spare.popLast())
        }
        guard isFree else { return nil }
        return I420FrameFilling(
            spare ?? [UInt8](repeating: 0, count: layout.byteCount), in: I420Slot(of: self))
    }

    fileprivate func keep(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !state.isClosed, state.spare.count < I420Pool.mostInUse else { return }
            state.spare.append(bytes)
        }
    }

    fileprivate func giveBack() { state.withLock { $0.inUse -= 1 } }

    /// Keeps nothing from now on.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.spare = []
        }
    }
}

/// One of the frames of a size that may be in use; given back with its last holder.
final class I420Slot: Sendable {
    private let pool: I420SizePool

    fileprivate init(of pool: I420SizePool) { self.pool = pool }

    var layout: I420Layout { pool.layout }

    /// The memory of the slot's frame, for the next one.
    func keep(_ bytes: [UInt8]) { pool.keep(bytes) }

    deinit { pool.giveBack() }
}
