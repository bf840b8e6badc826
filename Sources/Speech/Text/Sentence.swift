/// A piece of text that a voice speaks in one go. It is not empty, has no line breaks and no control characters.
package struct Sentence: Hashable, Sendable {
    /// In the order of speaking, also where it is written from right to left. Bytes that were no UTF-8 are U+FFFD.
    package let text: String

    package init(text: String) { self.text = text }

    /// What a voice is given: the same scalars, a space for each that is only shown.
    package var spoken: String {
        guard text.unicodeScalars.contains("\u{FFFD}") else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(scalar == "\u{FFFD}" ? " " : scalar) }
        return String(scalars)
    }
}
