/// The letters that stand for a member without a picture (picture-in-picture 2.5).
package enum Initials {
    /// - Returns: one or two characters in capitals, which may be more than that were (`ß`); `nil` where the name has none.
    package static func of(_ name: String?) -> String? {
        let pieces = cleaned(name ?? "").split(separator: " ")
        guard let first = pieces.first else { return nil }
        let letters = pieces.count > 1 ? String(first.prefix(1) + pieces[1].prefix(1)) : String(first.prefix(2))
        return letters.uppercased()
    }

    /// Tabs and ends of lines are blanks; whatever else steers a terminal is taken out.
    private static func cleaned(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars.prefix(longest) {
            switch scalar {
            case "\t", "\n", "\r": scalars.append(" ")
            case _ where scalar.properties.generalCategory == .control: break
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Unicode scalars that are looked at: names from outside may be of any length.
    private static let longest = 1_000
}
