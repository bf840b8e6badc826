import Reader

/// Says, once each, why another language is read than the only one that was wanted.
package struct ModeHints {
    private var said: Set<String> = []

    package init() {}

    /// - Returns: what is to be said now.
    package mutating func new(_ reader: BookReader) -> String? {
        guard let hint = reader.modeHint, said.insert(hint).inserted else { return nil }
        return hint
    }
}
