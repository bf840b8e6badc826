/// How many colours may be sent to the terminal.
package enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
    case none, sixteen, palette256, truecolor

    package static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}
