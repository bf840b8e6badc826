import Events

/// `00:01:02,500 --> 00:01:04.000`, with hours or without them.
struct CueTimes: Equatable {
    let start: Span
    let end: Span

    init?(_ line: Substring) {
        guard let arrow = line.firstRange(of: "-->") else { return nil }
        let first = line[..<arrow.lowerBound].stripped
        let second = line[arrow.upperBound...].stripped.prefix { $0 != " " && $0 != "\t" }
        guard let start = Self.time(first), let end = Self.time(second) else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// `H:MM:SS.fff`, any number of digits in each part; `nil` for what is beyond all sessions.
    static func time(_ text: Substring) -> Span? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        let seconds = last.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        guard seconds.count <= 2, let whole = number(seconds[0]) else { return nil }
        var total = Int64(whole)
        for (place, part) in parts.dropLast().reversed().enumerated() {
            guard let value = number(part) else { return nil }
            total += Int64(value) * (place == 0 ? 60 : 3_600)
        }
        guard let micros = seconds.count == 2 ? fraction(seconds[1]) : 0 else { return nil }
        let time = Span.seconds(total) + Span(microseconds: micros)
        return time <= Limits.sessionLength ? time : nil
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        (1...9).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static func fraction(_ digits: some StringProtocol) -> Int64? {
        guard let value = number(digits.prefix(6)) else { return nil }
        return (digits.prefix(6).utf8.count..<6).reduce(Int64(value)) { value, _ in value * 10 }
    }
}

extension Substring {
    /// Of ASCII.
    fileprivate func firstRange(of word: StaticString) -> Range<Index>? {
        let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        var place = utf8.startIndex
        while let found = utf8[place...].firstIndex(of: wanted[0]) {
            if utf8[found...].starts(with: wanted) { return found..<utf8.index(found, offsetBy: wanted.count) }
            place = utf8.index(after: found)
        }
        return nil
    }
}
