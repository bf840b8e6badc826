/// One field of the engine's state, in words: for inspectors and for telling two states apart.
package struct StateField: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
