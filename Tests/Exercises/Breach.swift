/// A promise that an input breaks.
package struct Breach: Error, Equatable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// - Throws: a `Breach` of this name when the condition does not hold.
func expect(_ holds: Bool, _ promise: @autoclosure () -> String) throws(Breach) {
    if !holds { throw Breach(promise()) }
}
