/// Text in which `*` stands for any text.
package struct Pattern: Hashable, Sendable {
    package struct Options: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// `?` stands for any one byte: for a character of ASCII, and a part of any other.
        package static let anyByte = Options(rawValue: 1)
        /// Letters of ASCII match whatever their case.
        package static let anyCase = Options(rawValue: 2)
    }

    private enum Part: Hashable {
        case byte(UInt8)
        case anyByte, anyText
    }

    private let parts: [Part]
    private let ignoresCase: Bool

    package init(_ text: String, _ options: Options = []) {
        let ignoresCase = options.contains(.anyCase)
        parts = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "*"): .anyText
            case UInt8(ascii: "?") where options.contains(.anyByte): .anyByte
            default: .byte(ignoresCase ? Self.folded(byte) : byte)
            }
        }
        self.ignoresCase = ignoresCase
    }

    /// What means only this text.
    package init(literal text: String) {
        parts = text.utf8.map { .byte($0) }
        ignoresCase = false
    }

    /// Whether the whole text matches. Costs at the most the product of both lengths.
    package func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { matches($0) }
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var (place, wanted) = (0, 0)
        // Where the last star stands, and how much of the text it has taken.
        var star: (wanted: Int, place: Int)?
        while place < text.count {
            if wanted < parts.count, parts[wanted] == .anyText {
                star = (wanted, place)
                wanted += 1
            } else if wanted < parts.count, means(parts[wanted], text[place]) {
                wanted += 1
                place += 1
            } else if let last = star {
                star = (last.wanted, last.place + 1)
                (wanted, place) = (last.wanted + 1, last.place + 1)
            } else {
                return false
            }
        }
        return parts[wanted...].allSatisfy { $0 == .anyText }
    }

    private func means(_ part: Part, _ byte: UInt8) -> Bool {
        switch part {
        case .byte(let wanted): wanted == (ignoresCase ? Self.folded(byte) : byte)
        case .anyByte: true
        case .anyText: false
        }
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
}
