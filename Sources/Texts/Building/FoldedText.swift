/// A stranger's text in one line.
package enum FoldedText {
    /// Without control characters, white space folded, none at the ends; cut to `limit` scalars.
    package static func line(_ text: some StringProtocol, limit: Int = .max) -> String {
        var folded = String.UnicodeScalarView()
        var count = 0
        var isApart = false
        for scalar in text.unicodeScalars {
            switch TextScalar(scalar) {
            case .dropped: break
            case .space, .lineBreak, .paragraphEnd: isApart = count > 0
            case .visible:
                if isApart { folded.append(" ") }
                isApart = false
                folded.append(scalar)
                count += 1
                if count >= limit { return String(folded) }
            }
        }
        return String(folded)
    }

    /// A title or somebody's name; `nil` when nothing is left of it.
    static func name(_ text: (some StringProtocol)?) -> String? {
        guard let text else { return nil }
        let name = line(text, limit: TextLimits.nameScalars)
        return name.isEmpty ? nil : name
    }

    /// As it is named in an oddity or an error.
    static func shown(_ text: some StringProtocol) -> String { line(text, limit: 60) }

    package static func hasWords(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains(where: TextScalar.isSpeakable)
    }
}
