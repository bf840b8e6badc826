/// A password or the like. Whatever prints it prints dots.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Only for the request that needs it.
    package let revealed: String

    package init(_ text: String) { revealed = text }

    package var description: String { "•••" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
