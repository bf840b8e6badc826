/// What a sentence is part of in its text, and whether it begins it.
package struct TextBlock: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case paragraph
        /// 1 to 6.
        case heading(level: Int)
        /// Of a list. `sign` stands in front of it, such as `•` or `3.`; empty in front of its further paragraphs. `depth` is the number
        /// of lists around its own.
        case item(sign: String, depth: Int)

        package var isHeading: Bool { if case .heading = self { true } else { false } }
        package var isItem: Bool { if case .item = self { true } else { false } }
    }

    package static let levels = 1...6
    package static let depths = 0...8
    /// Unicode scalars of a sign.
    package static let longestSign = 10
    package static let bullet = "•"

    package var kind: Kind
    package var isStart: Bool

    package init(_ kind: Kind, isStart: Bool) { (self.kind, self.isStart) = (kind, isStart) }

    /// For programs.
    package var name: String {
        switch kind {
        case .paragraph: "paragraph"
        case .heading: "heading"
        case .item: "item"
        }
    }
}
