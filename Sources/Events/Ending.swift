/// How playing ended.
package enum Ending: Hashable, Sendable {
    case quit
    /// The process has to end by this signal, once the screen is given back.
    case signal(Int32)
    /// The terminal is gone.
    case closed
    /// A hosted program has ended with this status, which is ours.
    case status(Int32)
}
