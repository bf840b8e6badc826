/// Copies of the session at some places of its history, so that any place can be reached by replaying a little from
/// one.
///
/// A new copy is due when the events since the last one are as much work as `interval`. If all copies together take
/// more than `byteLimit`, every second one is removed and the interval doubles.
struct SnapshotStore: Sendable {
    private struct Snapshot: Sendable {
        var heard: EventCount
        var session: Session
        /// Approximate number of bytes that the copy takes besides what it shares with the previous one.
        var byteCount: Int
    }

    /// In units of one tick, some 3 µs of a release build.
    private(set) var interval: Int
    let byteLimit: Int
    private(set) var byteCount = 0
    private var snapshots: [Snapshot] = []
    private var workSinceLast = 0

    init(start: Session, interval: Int = 600, byteLimit: Int = 64 << 20) {
        self.interval = max(1, interval)
        self.byteLimit = byteLimit
        snapshots = [Snapshot(heard: 0, session: start, byteCount: 0)]
    }

    var count: Int { snapshots.count }

    /// Must be called after each event with the session as it is then.
    mutating func pass(_ heard: EventCount, work: Int, _ session: Session) {
        workSinceLast += work
        guard workSinceLast >= interval, let last = snapshots.last else { return }
        workSinceLast = 0
        let bytes = session.copyBytes(besides: last.session)
        snapshots.append(Snapshot(heard: heard, session: session, byteCount: bytes))
        byteCount += bytes
        while byteCount > byteLimit, snapshots.count > 1 { thin() }
    }

    /// The last copy that is not after `heard`.
    func nearest(to heard: EventCount) -> (heard: EventCount, session: Session) {
        let place = max(0, snapshots.partitionPoint { $0.heard > heard } - 1)
        return (snapshots[place].heard, snapshots[place].session)
    }

    /// Removes every second copy. The sizes of the others are computed again, because they may have shared data with
    /// the removed ones.
    private mutating func thin() {
        var kept: [Snapshot] = []
        for place in stride(from: 0, to: snapshots.count, by: 2) {
            var snapshot = snapshots[place]
            if let before = kept.last { snapshot.byteCount = snapshot.session.copyBytes(besides: before.session) }
            kept.append(snapshot)
        }
        snapshots = kept
        byteCount = kept.reduce(0) { $0 + $1.byteCount }
        interval *= 2
    }
}
