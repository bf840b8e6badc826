/// Whom of a session an event is for: a call has several members, each with an engine of its own.
///
/// One is not named, the main one; in nearly all sessions there is no other.
package struct Member: Hashable, Comparable, Sendable {
    /// Empty for the main one: a text of no length or of up to 15 bytes is copied without counting who holds it.
    private let text: String

    private init(checked text: String) { self.text = text }

    /// Computed, so that nothing has to ask whether it has been made already.
    package static var main: Member { Member(checked: "") }

    /// A name from outside, compared exactly; `nil` for one that breaks `nameRule`. Looks at the beginning only, however long it is.
    package init?(_ name: String) {
        let scalars = name.unicodeScalars.prefix(Limits.memberNameScalars + 1)
        guard (1...Limits.memberNameScalars).contains(scalars.count), scalars.allSatisfy(\.isPrintable) else {
            return nil
        }
        text = name
    }

    /// Why a name is none, for people.
    package static let nameRule = "is not a name of 1 to \(Limits.memberNameScalars) printable characters"

    package var isMain: Bool { text.isEmpty }
    /// `nil` for the main one.
    package var name: String? { isMain ? nil : text }

    /// The main one first.
    package static func < (a: Member, b: Member) -> Bool { a.text < b.text }
}

extension Unicode.Scalar {
    /// Whether it is a blank, a letter or another sign that shows the same everywhere, and steers nothing.
    package var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
