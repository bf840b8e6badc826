import Synchronization

final class Counter: Sendable {
    private let number = Mutex(0)

    func add(_ count: Int = 1) { number.withLock { $0 += count } }
    var count: Int { number.withLock { $0 } }
}
