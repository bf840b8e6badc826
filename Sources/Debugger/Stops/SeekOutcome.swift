/// How going to a place, or running to a breakpoint, ended.
package enum SeekOutcome: Hashable, Sendable {
    case arrived(Breakpoint?)
    /// At another frame, by counting frames.
    case stepped
    /// There is no such frame or chunk.
    case nowhere
    /// The tape begins or ends here.
    case start
    case end
    /// A run found nothing more.
    case noStop
}
