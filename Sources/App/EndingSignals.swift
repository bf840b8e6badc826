import Dispatch

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Signals that would end the process as something to hear: from its making on they no longer do.
///
/// For one owner; `tell` is called on a queue of the system's, once for each signal or for some that come together.
final class EndingSignals {
    /// What would end a process without a screen: by hand, by the system, and with its terminal. Not the last one where whoever
    /// started it wants it to outlive that, as `nohup` does.
    static let all = isHangUpIgnored ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]

    /// As the process was started: asked once, since the first of these ignores it as well.
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

    init(_ numbers: [Int32], _ tell: @escaping @Sendable (Int32) -> Void) {
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { tell(number) }
            source.activate()
            return source
        }
    }

    /// For one on the main actor that goes on without a screen: all that would end it there.
    @MainActor
    static func onMain(_ tell: @escaping @MainActor @Sendable (Int32) -> Void) -> EndingSignals {
        EndingSignals(all) { number in
            DispatchQueue.main.async { MainActor.assumeIsolated { tell(number) } }
        }
    }

    func cancel() { for source in sources { source.cancel() } }
}
