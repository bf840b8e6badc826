// Times as people type them: after options, in the configuration, and behind the key that goes to a place.

extension TimeSpan {
    private static let units: [(name: String, seconds: Double)] = [
        ("h", 3_600), ("m", 60), ("s", 1), ("ms", 0.001), ("us", 0.000_001),
    ]

    /// `90s`, `1.5s`, `500ms`, `1h30m`: numbers with their units, larger ones first; only the last one has a fraction. `nil` for
    /// anything else. More than 10,000 years are as many.
    /// - Parameter orSeconds: a number alone is one of seconds.
    package init?(typed text: some StringProtocol, orSeconds: Bool = false) {
        if orSeconds, let seconds = decimal(text) {
            self.init(seconds: seconds)
            return
        }
        var (rest, units, sum) = (text[...], Self.units[...], 0.0)
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let number = rest.prefix { !$0.isLetter }
            let name = rest.dropFirst(number.count).prefix { $0.isLetter }
            rest = rest.dropFirst(number.count + name.count)
            guard let place = units.firstIndex(where: { $0.name == name }), let value = decimal(number),
                rest.isEmpty || !number.contains(".")
            else { return nil }
            sum += value * units[place].seconds
            units = units[(place + 1)...]
        }
        self.init(seconds: sum)
    }

    /// The shortest form with one unit that `init(typed:)` reads.
    package var typed: String {
        if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000)s" }
        return microseconds % 1_000 == 0 ? "\(microseconds / 1_000)ms" : "\(microseconds)us"
    }
}

extension Instant {
    /// Times are told to the millisecond, and what is less is cut off: one that is typed again means all of that millisecond.
    package var throughMillisecond: Instant { self + TimeSpan(microseconds: 999 - microseconds % 1_000) }

    /// `1:02.5` and `1:02:03`, minutes or hours first and two digits behind each colon, or the time since the beginning as a `TimeSpan`.
    /// `nil` for anything else.
    /// - Parameter orSeconds: a number alone is one of seconds.
    package init?(typed text: some StringProtocol, orSeconds: Bool = false) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else {
            guard let span = TimeSpan(typed: text, orSeconds: orSeconds) else { return nil }
            self = .zero + span
            return
        }
        guard parts.count <= 3 else { return nil }
        var seconds = 0.0
        for (place, part) in parts.enumerated() {
            // Only the first one may go beyond 59, and only the last one has a fraction. With one digit `4:0.24` is no moment: it
            // names a frame of a chunk.
            guard let number = decimal(part), place == 0 || number < 60,
                place == 0 || part.prefix(while: { $0 != "." }).utf8.count == 2,
                place == parts.count - 1 || !part.contains(".")
            else { return nil }
            seconds = seconds * 60 + number
        }
        self.init(seconds: seconds)
    }
}

/// A digit, then digits with at most one point: `Double` would take `inf`, `0x1p3` and `-1` as well.
private func decimal(_ text: some StringProtocol) -> Double? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard text.utf8.first.map(digits.contains) == true,
        text.utf8.allSatisfy({ digits.contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
}
