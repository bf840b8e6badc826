import Events

/// The first line of a Y4M stream, read tag by tag; where a tag is there twice, the later one counts (picture-in-picture 5.8).
struct Y4MHeader {
    private var width: Int?
    private var height: Int?
    private var rate = Ratio.usualRate
    private var aspect = Ratio.one
    private var range = ColorRange.limited
    private var isMono = false
    private var warning: I420StreamFormat.Warning?

    /// - Parameter line: without its line feed.
    static func format(of line: [UInt8]) throws(I420StreamError) -> I420StreamFormat {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
        guard isHeader(line) else {
            throw I420StreamError(
                at: .byte(0), expected: "\"YUV4MPEG2\" and tags", found: I420StreamError.quoted(line))
        }
        var header = Y4MHeader()
        for word in words.dropFirst() { try header.read(word) }
        return try header.format()
    }

    /// Whether a line is meant as one.
    static func isHeader(_ line: [UInt8]) -> Bool {
        line.starts(with: signature) && [nil, UInt8(ascii: " ")].contains(line.dropFirst(signature.count).first)
    }

    private static let signature = Array("YUV4MPEG2".utf8)

    /// Tags with other letters are for other programs.
    private mutating func read(_ word: ArraySlice<UInt8>) throws(I420StreamError) {
        guard let letter = word.first else { return }
        let value = word.dropFirst()
        switch letter {
        case UInt8(ascii: "W"): width = try Self.side(value, "W")
        case UInt8(ascii: "H"): height = try Self.side(value, "H")
        case UInt8(ascii: "F"): rate = try Self.ratio(value, "F") ?? .usualRate
        case UInt8(ascii: "A"): aspect = try Self.ratio(value, "A") ?? .one
        case UInt8(ascii: "I"): warning = Self.warning(value)
        case UInt8(ascii: "C"): isMono = try Self.isMono(value)
        case UInt8(ascii: "X"): readExtension(value)
        default: break
        }
    }

    private func format() throws(I420StreamError) -> I420StreamFormat {
        guard let width else { throw Self.missing("W") }
        guard let height else { throw Self.missing("H") }
        guard let layout = I420Layout(PixelSize(width: width, height: height)) else {
            throw I420StreamError(at: .tag("H"), expected: I420Layout.expected, found: "\(width)x\(height)")
        }
        return I420StreamFormat(
            layout: layout, rate: rate, aspect: aspect, range: range, isMono: isMono, warning: warning)
    }

    private static func missing(_ letter: Character) -> I420StreamError {
        I420StreamError(at: .tag(letter), expected: side, found: "none")
    }

    private static let side = "\(Limits.videoSides.lowerBound) to \(Limits.videoSides.upperBound)"

    private static func side(_ value: ArraySlice<UInt8>, _ letter: Character) throws(I420StreamError) -> Int {
        guard let number = number(value), Limits.videoSides.contains(number) else {
            throw I420StreamError(at: .tag(letter), expected: side, found: I420StreamError.quoted(value))
        }
        return number
    }

    /// `nil` where one of both is zero, which means that it is not known.
    private static func ratio(_ value: ArraySlice<UInt8>, _ letter: Character) throws(I420StreamError) -> Ratio? {
        let parts = value.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, let numerator = number(parts[0]), let denominator = number(parts[1]) else {
            throw I420StreamError(
                at: .tag(letter), expected: "two numbers of at most \(Ratio.limit) with a colon between them",
                found: I420StreamError.quoted(value))
        }
        return Ratio(numerator, denominator)
    }

    /// Digits alone; `nil` above `Ratio.limit`.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
            guard number <= Ratio.limit else { return nil }
        }
        return number
    }

    private static func warning(_ value: ArraySlice<UInt8>) -> I420StreamFormat.Warning? {
        value.elementsEqual("p".utf8) || value.elementsEqual("?".utf8) || value.isEmpty
            ? nil : .interlaced(I420StreamError.printable(value))
    }

    /// The words behind 420 say where chroma lies, and nothing of its range.
    private static func isMono(_ value: ArraySlice<UInt8>) throws(I420StreamError) -> Bool {
        if value.elementsEqual("mono".utf8) { return true }
        let known = ["420", "420jpeg", "420mpeg2", "420paldv"]
        guard known.contains(where: { value.elementsEqual($0.utf8) }) else {
            throw I420StreamError(
                at: .tag("C"), expected: (known + ["mono"]).joined(separator: ", "),
                found: I420StreamError.quoted(value))
        }
        return false
    }

    private mutating func readExtension(_ value: ArraySlice<UInt8>) {
        if value.elementsEqual("COLORRANGE=FULL".utf8) { range = .full }
        if value.elementsEqual("COLORRANGE=LIMITED".utf8) { range = .limited }
    }
}
