import Events
import Sessions

/// One field of a session's state that has changed.
package struct StateDifference: Hashable, Sendable {
    package var name: String
    /// `nil` if the field did not exist before.
    package var before: String?
    package var after: String?

    /// In the order of the later state; removed fields come last.
    /// - Parameter member: the member whose engine is compared; changes of others do not count.
    package static func between(
        _ before: Session, _ after: Session, of member: Member = .main
    ) -> [StateDifference] {
        let old = before.fields(of: member)
        let new = after.fields(of: member)
        let values = Dictionary(old.map { ($0.name, $0.value) }) { first, _ in first }
        let names = Set(new.map(\.name))
        let changed = new.compactMap { field in
            values[field.name] == field.value
                ? nil : StateDifference(name: field.name, before: values[field.name], after: field.value)
        }
        let gone = old.filter { !names.contains($0.name) }
            .map { StateDifference(name: $0.name, before: $0.value, after: nil) }
        return changed + gone
    }
}
