import Engine
import Events
import Sessions

/// A condition on the record of a frame, such as `drift > 60 && chunk == 3`: parsed once, evaluated for many frames.
///
/// If a field on either side has no value at a frame, the comparison is false there, also `!=`.
package struct StopExpression: Hashable, Sendable {
    /// As typed, without surrounding blanks.
    package let text: String
    private let root: Node

    /// Largest number of characters.
    package static let longest = 1_000
    /// Largest depth of nested parentheses and `!`.
    package static let deepest = 32

    indirect enum Node: Hashable, Sendable {
        case compares(Comparison)
        case not(Node)
        case all([Node])
        case any([Node])
    }

    struct Comparison: Hashable, Sendable {
        enum Value: Hashable, Sendable {
            case number(Int64)
            case text(String)
            case pattern(Pattern)
            /// Another field of the same kind.
            case field(StopField)
        }

        let field: StopField
        let sign: Sign
        let value: Value
    }

    enum Sign: String, Hashable, Sendable, CaseIterable {
        case equal = "=="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        /// A pattern: `*` any text, `?` any one byte, ignoring case.
        case like = "~"
    }

    init(_ text: String, _ root: Node) { (self.text, self.root) = (text, root) }

    /// An example to show to users.
    static let example = StopExpression(
        "drift > 60", .compares(Comparison(field: .drift, sign: .greater, value: .number(60_000))))

    // MARK: Asking

    /// Whether it is true for a frame and was false for the previous one in the log: there a run stops, forward and
    /// backward.
    func begins(at record: FrameRecord, in log: SessionLog) -> Bool {
        holds(record) && !(log.record(record.ordinal - 1).map(holds) ?? false)
    }

    package func holds(_ record: FrameRecord) -> Bool { Self.holds(root, record) }

    private static func holds(_ node: Node, _ record: FrameRecord) -> Bool {
        switch node {
        case .compares(let comparison): comparison.holds(record)
        case .not(let node): !holds(node, record)
        case .all(let nodes): nodes.allSatisfy { holds($0, record) }
        case .any(let nodes): nodes.contains { holds($0, record) }
        }
    }

    /// Whether it depends on something that a test of the pixels can change.
    package var asksForPixels: Bool { Self.fields(root).contains { $0 == .status || $0 == .note } }

    private static func fields(_ node: Node) -> [StopField] {
        switch node {
        case .compares(let comparison): comparison.fields
        case .not(let node): fields(node)
        case .all(let nodes), .any(let nodes): nodes.flatMap(fields)
        }
    }
}

extension StopExpression.Comparison {
    /// Fields on both sides.
    fileprivate var fields: [StopField] { if case .field(let other) = value { [field, other] } else { [field] } }

    func holds(_ record: FrameRecord) -> Bool {
        switch value {
        case .number(let wanted): field.number(of: record).map { compares($0, wanted) } ?? false
        case .text(let wanted): field.text(of: record).map { ($0 == wanted) == (sign == .equal) } ?? false
        case .pattern(let pattern): field.text(of: record).map(pattern.matches) ?? false
        case .field(let other): holds(other, record)
        }
    }

    private func holds(_ other: StopField, _ record: FrameRecord) -> Bool {
        if let number = field.number(of: record), let wanted = other.number(of: record) {
            return compares(number, wanted)
        }
        guard let text = field.text(of: record), let wanted = other.text(of: record) else { return false }
        return (text == wanted) == (sign == .equal)
    }

    private func compares(_ number: Int64, _ wanted: Int64) -> Bool {
        switch sign {
        case .equal: number == wanted
        case .unequal: number != wanted
        case .less: number < wanted
        case .lessOrEqual: number <= wanted
        case .greater: number > wanted
        case .greaterOrEqual: number >= wanted
        case .like: false
        }
    }
}

/// Why a text is no condition, and where the error is.
package struct StopFault: Error, Hashable {
    /// Number of characters before the error.
    package var place: Int
    package let reason: String
}
