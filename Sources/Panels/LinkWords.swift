import Events

extension LinkState {
    /// What stands among the figures.
    func news(at now: Instant, for audience: Audience = .debugger) -> String? {
        if audience == .viewer { return viewerNews(at: now) }
        return switch self {
        case .connecting(0): "connecting"
        case .connecting(let attempt): "connecting, attempt \(attempt)"
        case .connected: nil
        case .waiting(let until, let attempt, let attempts, let reason, _):
            "disconnected, attempt \(attempt) of \(attempts) in \(Self.seconds(until - now)) s (\(reason))"
        case .refused, .gaveUp: nil
        }
    }

    private func viewerNews(at now: Instant) -> String? {
        switch self {
        case .connecting(0): "connecting"
        case .connecting: "reconnecting"
        case .waiting(let until, _, _, let reason, let words):
            "reconnecting in \(Self.seconds(until - now)) s (\(words ?? reason))"
        case .connected, .refused, .gaveUp: nil
        }
    }

    /// Rounded up: there is no attempt in 0 s.
    static func seconds(_ span: TimeSpan) -> Int { Int((max(.zero, span).microseconds + 999_999) / 1_000_000) }

    /// What stands in the place of the figures.
    func sentence(retry key: String?) -> String? {
        let hint = key.map { "  (\($0): retry)" } ?? ""
        return switch self {
        case .refused(let reason): "refused by the backend: \(reason)\(hint)"
        case .gaveUp(let attempts, let reason): "cannot connect after \(plural(attempts, "attempt")): \(reason)\(hint)"
        default: nil
        }
    }
}
