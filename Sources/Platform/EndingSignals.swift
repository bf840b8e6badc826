import Dispatch

/// Signals that would end the process as something to hear: from its making on they no longer do, and none is lost.
///
/// For one owner; `report` is called on a queue of its own, once for each signal or for some that come together.
package final class EndingSignals {
    /// What would end a process without a screen: by hand, by the system, and with its terminal. Not the last one where whoever
    /// started it wants it to outlive that, as `nohup` does.
    package static let all = isHangUpIgnored ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]

    /// As the process was started: asked once, since the first of these changes it.
    private static let isHangUpIgnored: Bool = {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }()

    private let sources: [any DispatchSourceSignal]

    package init(_ numbers: [Int32], _ report: @escaping @Sendable (Int32) -> Void) {
        // Of its own, so that a thread is there for it however busy the others are.
        let queue = DispatchQueue(label: "signals")
        let registered = DispatchGroup()
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { report(number) }
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.activate()
            return source
        }
        // What comes before that is heard by nobody: until then a signal does what it always does.
        registered.wait()
        #if canImport(Darwin)
            // Here a source hears beside the action; on Linux registering takes the action's place.
            for number in numbers { signal(number, SIG_IGN) }
        #endif
    }

    /// For one on the main actor that goes on without a screen: all that would end it there.
    @MainActor
    package static func onMain(_ report: @escaping @MainActor @Sendable (Int32) -> Void) -> EndingSignals {
        EndingSignals(all) { number in
            DispatchQueue.main.async { MainActor.assumeIsolated { report(number) } }
        }
    }

    package func cancel() { for source in sources { source.cancel() } }
}
