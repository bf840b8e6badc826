import Transport

/// An answer that did not come, or not all of it.
package struct TransportFailure: Hashable, Sendable {
    let error: TransportError

    init(_ error: TransportError) { self.error = error }

    var reason: String { error.reason }
    /// It came, and was more than may be read.
    var isTooLarge: Bool { if case .unexpectedAnswer = error { true } else { false } }
}
