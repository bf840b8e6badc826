import Events

/// `00:01:02,500 --> 00:01:04.000`, with hours or without them, and as people write it: with another arrow, a blank behind a colon, a
/// colon before the thousandths, or a time before the beginning.
struct CueTimes: Equatable {
    /// Below zero for what begins before the beginning.
    let start: TimeSpan
    let end: TimeSpan
    /// The arrow is `-->`; with another one a line may be text.
    let isUsual: Bool

    init?(_ line: Substring) {
        guard let arrow = Self.arrow(in: line) else { return nil }
        let second = Self.squeezed(line[arrow.upperBound...]).prefix { $0 != " " && $0 != "\t" }
        guard let start = Self.signed(Self.squeezed(line[..<arrow.lowerBound])), let end = Self.signed(second) else {
            return nil
        }
        (self.start, self.end, isUsual) = (start, end, line[arrow].stripped == "-->")
    }

    /// Whether a line stands where times should, and cannot be read as such.
    /// - Parameter takesAny: another arrow than `-->` counts too.
    static func areSpoilt(_ line: Substring, takesAny: Bool) -> Bool {
        let text = line.stripped.drop { $0 == "-" || $0 == "\u{2212}" }
        guard let first = text.utf8.first, (0x30...0x39).contains(first), let arrow = arrow(in: text) else {
            return false
        }
        return text[arrow].stripped.hasPrefix("--")
            || takesAny && text[..<arrow.lowerBound].utf8.contains(UInt8(ascii: ":"))
    }

    /// `-->`, `->`, `–>`, `→` and the like: the first one of a line.
    private static func arrow(in line: Substring) -> Range<Substring.Index>? {
        let bytes = line.utf8
        // Most lines have none of these bytes.
        guard bytes.contains(where: { $0 == UInt8(ascii: ">") || $0 == 0xE2 || $0 == 0xEF }) else { return nil }
        let scalars = line.unicodeScalars
        guard let head = scalars.firstIndex(where: { ">\u{FF1E}\u{2192}".unicodeScalars.contains($0) }) else {
            return nil
        }
        var start = head
        while start > scalars.startIndex, isShaft(scalars[scalars.index(before: start)]) {
            start = scalars.index(before: start)
        }
        let isDrawn = scalars[start..<head].contains { $0 != " " && $0 != "\t" }
        guard isDrawn || scalars[head] == "\u{2192}" else { return nil }
        let end = scalars[head...].firstIndex { !">\u{FF1E}\u{2192}".unicodeScalars.contains($0) } ?? scalars.endIndex
        return start..<end
    }

    private static func isShaft(_ scalar: Unicode.Scalar) -> Bool {
        " \t-=\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}".unicodeScalars.contains(scalar)
    }

    /// Without blanks at its ends and beside colons, points and commas.
    private static func squeezed(_ text: Substring) -> Substring {
        let text = text.stripped
        guard text.utf8.contains(where: { $0 == 0x20 || $0 == 0x09 }) else { return text }
        var squeezed = String.UnicodeScalarView()
        var isApart = false
        for scalar in text.unicodeScalars {
            if scalar == " " || scalar == "\t" {
                isApart = true
                continue
            }
            let isMark = ":.,\u{FF0C}".unicodeScalars.contains(scalar)
            if isApart, !isMark, let last = squeezed.last, !":.,\u{FF0C}".unicodeScalars.contains(last) {
                squeezed.append(" ")
            }
            isApart = false
            squeezed.append(scalar)
        }
        return Substring(String(squeezed))
    }

    // MARK: One time

    /// As `time`, also before the beginning, with thousandths behind a colon or a wide comma.
    static func signed(_ text: Substring) -> TimeSpan? {
        if let time = time(text) { return time }
        var plain = String.UnicodeScalarView()
        var (isNegative, colons) = (false, 0)
        for scalar in text.unicodeScalars.prefix(64) {
            switch scalar {
            case "-", "\u{2212}": isNegative = true
            case "\u{FF0C}": plain.append(",")
            case ":":
                colons += 1
                plain.append(colons == 3 ? "." : ":")
            default: plain.append(scalar)
            }
        }
        guard let time = time(Substring(String(plain))) else { return nil }
        return isNegative ? TimeSpan(microseconds: -time.microseconds) : time
    }

    /// `H:MM:SS.fff`, any number of digits in each part; `nil` for what is beyond all sessions.
    static func time(_ text: Substring) -> TimeSpan? {
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
        let time = TimeSpan.seconds(total) + TimeSpan(microseconds: micros)
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
