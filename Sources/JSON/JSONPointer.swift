/// A place inside a JSON value (RFC 6901).
package struct JSONPointer: Hashable, Sendable {
    package var steps: [String] = []

    package init(steps: [String] = []) { self.steps = steps }

    /// `nil` when the text neither is empty nor starts with `/`.
    package init?(_ text: String) {
        guard !text.isEmpty else { return }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts[0].isEmpty else { return nil }
        steps = parts.dropFirst().map(Self.unescaped)
    }

    package var text: String { steps.map { "/" + Self.escaped($0) }.joined() }

    package func appending(_ step: String) -> JSONPointer {
        var longer = self
        longer.steps.append(step)
        return longer
    }

    private static func escaped(_ step: String) -> String {
        guard step.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return step }
        return step.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }

    private static func unescaped(_ step: Substring) -> String {
        guard step.utf8.contains(UInt8(ascii: "~")) else { return String(step) }
        return step.split(separator: "~1", omittingEmptySubsequences: false)
            .map { $0.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~") }
            .joined(separator: "/")
    }
}
