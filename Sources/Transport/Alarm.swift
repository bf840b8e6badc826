import NIOCore

/// A timer of an event loop that does not ring once it is canceled or set again. The loop's own may: what it has taken out
/// of its list it runs, also when something that ran in the same turn has canceled it.
///
/// `@unchecked Sendable`: touched only on its loop.
final class Alarm: @unchecked Sendable {
    private let loop: any EventLoop
    private var scheduled: Scheduled<Void>?
    /// Of the ring that is meant.
    private var number = 0

    init(on loop: any EventLoop) { self.loop = loop }

    /// Instead of what it was set to before.
    func set(in time: TimeAmount, _ ring: @escaping () -> Void) {
        cancel()
        let wanted = number
        scheduled = loop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            guard let self, number == wanted else { return }
            scheduled = nil
            ring()
        }
    }

    func cancel() {
        loop.preconditionInEventLoop()
        number += 1
        scheduled?.cancel()
        scheduled = nil
    }
}
