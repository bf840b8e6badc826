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

    func cancel() { for source in sources { source.cancel() } }
}
