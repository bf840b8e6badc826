import ArgumentParser
import Settings

/// What an option's number may be, said in one way.
///
/// - Throws: `ValidationError` when it is outside.
func limit<Number: Comparable>(_ option: String, _ value: Number?, _ range: ClosedRange<Number>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(option) goes from \(range.lowerBound) to \(range.upperBound)")
}

extension Setting {
    /// - Throws: `ValidationError` when the number of the setting's option is not one that the setting may have.
    func limit(_ value: Int?) throws {
        guard let option = row.flag, case .number(let range) = row.kind else { return }
        try cameo.limit(option, value, range)
    }
}
