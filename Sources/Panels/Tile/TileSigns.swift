import Cells

/// The characters of the tile, each as Unicode or as ASCII: where a terminal gives a sign two columns, all behind it would be displaced
/// (picture-in-picture 2.2, 2.3, 2.6).
package struct TileSigns: Hashable, Sendable {
    package enum Sign: CaseIterable, Hashable, Sendable {
        case pinned, raisedHand, paused, microphoneOn, microphoneOff, cut, dot, lowBar, middleBar, highBar

        var unicode: Unicode.Scalar {
            switch self {
            case .pinned: "▲"
            case .raisedHand: "⚑"
            case .paused: "‖"
            case .microphoneOn: "♪"
            case .microphoneOff: "✗"
            case .cut: "…"
            case .dot: "•"
            case .lowBar: "▄"
            case .middleBar: "▆"
            case .highBar: "█"
            }
        }

        var ascii: Unicode.Scalar {
            switch self {
            case .pinned: "^"
            case .raisedHand: "!"
            case .paused: "="
            case .microphoneOn: "m"
            case .microphoneOff: "x"
            case .cut: "~"
            case .dot: "."
            case .lowBar: "."
            case .middleBar: ":"
            case .highBar: "!"
            }
        }
    }

    /// The quality's, which are of one kind.
    static let bars = [Sign.lowBar, .middleBar, .highBar]

    private var asUnicode: Set<Sign>

    /// - Parameter columns: what the terminal's locale gives a character.
    package init(columns: (Unicode.Scalar) -> Int) {
        asUnicode = Set(Sign.allCases.filter { columns($0.unicode) == 1 })
        if !asUnicode.isSuperset(of: Self.bars) { asUnicode.subtract(Self.bars) }
    }

    package static let unicode = TileSigns { _ in 1 }
    package static let ascii = TileSigns { _ in 0 }

    package subscript(sign: Sign) -> TextGlyph { TextGlyph(text(sign), columns: 1) ?? .blank }

    private func text(_ sign: Sign) -> String { String(asUnicode.contains(sign) ? sign.unicode : sign.ascii) }

    /// What the signs of a tile mean, for the help.
    package var legend: [(sign: String, meaning: String)] {
        [
            ("frame", "speaks; without colors: *"), (text(.pinned), "pinned: shown whoever speaks"),
            (text(.raisedHand), "raised a hand"), (text(.microphoneOn), "microphone on"),
            (text(.microphoneOff), "microphone off"), (text(.paused), "video paused by the server"),
            (Self.bars.map(text).joined(), "connection: poor, good, excellent"),
        ]
    }
}
