import Events

extension Span {
    /// `90`, `90s`, `10m`, `1h30m`; `nil` for anything else, for nothing and for more than a year.
    package init?(typed text: String) {
        var seconds: Int64 = 0
        var digits: Int64?
        var lastUnit: Int64 = .max
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = (digits ?? 0) * 10 + Int64(character - UInt8(ascii: "0"))
                guard digits ?? 0 <= 31_536_000 else { return nil }
            default:
                let units = ["h": 3_600, "m": 60, "s": 1] as [Character: Int64]
                let name = Character(Unicode.Scalar(character))
                guard let number = digits, let unit = units[name], unit < lastUnit else { return nil }
                seconds += number * unit
                (digits, lastUnit) = (nil, unit)
            }
        }
        if let digits {
            guard lastUnit == .max else { return nil }
            seconds = digits
        }
        guard (1...31_536_000).contains(seconds) else { return nil }
        self = .seconds(seconds)
    }
}
