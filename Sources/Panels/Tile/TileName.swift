import Cells
import Events

/// A stranger's name as the tile shows it: what steers a terminal or turns the direction of writing is taken out, and what is one
/// character to the eye stays whole.
struct TileName {
    /// Characters with the glyphs that show them.
    private let characters: [[TextGlyph]]

    /// Unicode scalars that are looked at: names from outside may be of any length.
    private static let longest = 1_000
    /// On one character.
    private static let mostMarks = 4

    init(_ name: String?) {
        characters = Self.plain(name).map { character in
            // A joiner that joins nothing would be shown as an escape.
            let scalars = character.unicodeScalars.reversed().drop { Self.isJoiner($0) }.reversed()
            return TextGlyph.glyphs(of: String(String.UnicodeScalarView(scalars)))
        }.filter { !$0.isEmpty }
    }

    /// The name without what steers and turns, and without blanks at both ends.
    static func plain(_ name: String?) -> String {
        var scalars = String.UnicodeScalarView()
        var marks = 0
        for scalar in (name ?? "").unicodeScalars.prefix(longest) {
            switch scalar {
            case "\t", "\n", "\r": scalars.append(" ")
            case _ where isJoiner(scalar): scalars.append(scalar)
            case _ where !scalar.isPrintable: break
            default:
                switch scalar.properties.generalCategory {
                case .nonspacingMark, .enclosingMark:
                    // More than a few, or on nothing, and they would be shown as escapes.
                    marks += 1
                    if marks <= mostMarks, scalars.last ?? " " != " " { scalars.append(scalar) }
                default:
                    marks = 0
                    scalars.append(scalar)
                }
            }
        }
        return String(scalars).trimmed
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    /// As many whole characters as have room, with the sign of what is missing behind them.
    func cut(toColumns columns: Int, with sign: TextGlyph) -> [TextGlyph] {
        guard columns > 0 else { return [] }
        var (kept, used, room) = ([[TextGlyph]](), 0, 0)
        for character in characters {
            used += Self.columns(character)
            if used > columns {
                // No blank in front of the sign.
                let shown = kept.prefix(room).reversed().drop { $0 == [.blank] }.reversed()
                return shown.flatMap { $0 } + [sign]
            }
            kept.append(character)
            if used < columns { room = kept.count }
        }
        return kept.flatMap { $0 }
    }

    /// One or two characters for a placeholder, each by the first that shows it.
    static func initials(_ letters: String) -> [TextGlyph] {
        letters.compactMap { TextGlyph.glyphs(of: String($0)).first }
    }

    private static func columns(_ glyphs: [TextGlyph]) -> Int { glyphs.reduce(0) { $0 + $1.columns } }
}
