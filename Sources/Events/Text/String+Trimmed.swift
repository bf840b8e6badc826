extension StringProtocol {
    /// Without white space at its ends.
    package var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// Its words with a blank between two of them, without control characters.
    /// - Parameter limit: how many Unicode scalars of the text count.
    package func oneLine(_ limit: Int = .max) -> String {
        let words = unicodeScalars.prefix(limit).split { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        }
        return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }
}
