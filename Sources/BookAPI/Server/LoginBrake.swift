import Events

/// Slows down whoever guesses passwords. Logins of one address are looked at one after the other, and from the fourth in a row without
/// success the next one waits twice as long as the one before: neither haste nor many connections at once give more guesses.
package struct LoginBrake: Sendable {
    /// When a login is looked at.
    package enum Turn: Hashable, Sendable {
        /// - Parameter isFirstDelayed: whether none before it had to wait.
        case after(TimeSpan, isFirstDelayed: Bool)
        /// Not at all: too many wait. What is left is the time until the next one may come.
        case refused(TimeSpan)
    }

    private struct Address {
        /// In a row, none of which is known to have succeeded.
        var tries = 0
        /// When the next one is looked at.
        var free: Instant
    }

    package static let freeTries = 3
    private static let firstDelay = TimeSpan.milliseconds(250)
    /// Between two guesses, whoever is patient: 8,640 a day.
    package static let longestDelay = TimeSpan.seconds(10)
    private static let longestWait = TimeSpan.seconds(30)
    /// Time without a login after which an address begins anew.
    private static let memory = TimeSpan.seconds(900)
    private static let mostAddresses = 1_000

    private var addresses: [String: Address] = [:]

    package init() {}

    /// A login has come.
    package mutating func turn(of name: String, at now: Instant) -> Turn {
        var address = addresses[name] ?? Address(free: now)
        if address.free + Self.memory < now { address = Address(free: now) }
        let start = max(now, address.free)
        guard start - now <= Self.longestWait else { return .refused(start - now) }
        address.tries += 1
        address.free = start + Self.delay(after: address.tries)
        makeRoom(for: name)
        addresses[name] = address
        return .after(start - now, isFirstDelayed: address.tries == Self.freeTries + 1)
    }

    /// It had the right password.
    package mutating func succeeded(_ name: String) { addresses[name] = nil }

    /// Whether its logins have to wait.
    package func isDelayed(_ name: String) -> Bool { addresses[name].map { $0.tries > Self.freeTries } ?? false }

    private static func delay(after tries: Int) -> TimeSpan {
        guard tries >= freeTries else { return .zero }
        return min(longestDelay, firstDelay * (1 << min(tries - freeTries, 10)))
    }

    /// Of more addresses than are remembered, the one is forgotten that waits the least.
    private mutating func makeRoom(for name: String) {
        guard addresses[name] == nil, addresses.count >= Self.mostAddresses else { return }
        if let first = addresses.min(by: { $0.value.free < $1.value.free })?.key { addresses[first] = nil }
    }
}
