import Transport

/// An answer that did not come, or not all of it.
package struct TransportFailure: Hashable, Sendable {
    let error: TransportError
    /// How often it was asked, each time for as long as the reason says.
    let tries: Int

    init(_ error: TransportError, tries: Int = 1) { (self.error, self.tries) = (error, tries) }

    var reason: String {
        if tries > 1, case .timedOut = error { "\(error.reason), asked \(tries) times" } else { error.reason }
    }
    /// It came, and was more than may be read.
    var isTooLarge: Bool { if case .unexpectedAnswer = error { true } else { false } }
}
