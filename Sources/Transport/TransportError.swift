import Events

/// Why a link or a request came to nothing.
package enum TransportError: ReasonedError, Hashable {
    /// No connection: refused, no such host, no certificate that can be verified.
    case unreachable(address: String, reason: String)
    /// The same, since this machine has no network.
    case noNetwork(address: String, reason: String)
    /// The peer answered, but not as a backend does.
    case unexpectedAnswer(address: String, expected: String, found: String)
    /// No answer, no more of one, or no connection within the limit.
    case timedOut(address: String, what: String, limit: TimeSpan)
    /// What is to be sent is none of the user's messages.
    case unsendable(reason: String)

    /// What went wrong alone, for whoever knows where it was asked.
    package var shortReason: String {
        switch self {
        case .unexpectedAnswer(_, _, let found): found
        case .unreachable(_, let reason), .noNetwork(_, let reason): reason
        case .timedOut(_, let what, let limit): "no \(what) within \(Self.words(limit))"
        case .unsendable(let reason): reason
        }
    }

    package var isOfInput: Bool { true }

    /// One line for people.
    package var reason: String {
        switch self {
        case .unreachable(let address, let reason), .noNetwork(let address, let reason): "\(address): \(reason)"
        case .unexpectedAnswer(let address, let expected, let found): "\(address): expected \(expected), found \(found)"
        case .timedOut(let address, let what, let limit): "\(address): no \(what) within \(Self.words(limit))"
        case .unsendable(let reason): reason
        }
    }

    private static func words(_ limit: TimeSpan) -> String {
        let whole = limit.microseconds / 1_000_000
        return limit == .seconds(whole) ? "\(whole) s" : limit.words
    }
}
