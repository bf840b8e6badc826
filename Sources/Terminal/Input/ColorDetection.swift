import Events

extension Capabilities {
    /// How many colors are sent, and how that was found out.
    /// - Parameter heedsNoColor: a hosted program decides about NO_COLOR itself.
    static func colors(_ evidence: Evidence, heedsNoColor: Bool = true) -> Finding<ColorDepth> {
        if let override = evidence.choices.colors { return Finding(override, "set by --colors") }
        // https://no-color.org: present and not empty, whatever it says.
        if heedsNoColor, let value = evidence.environment["NO_COLOR"], !value.isEmpty {
            return Finding(.none, "NO_COLOR is set")
        }
        if let value = evidence.environment["COLORTERM"], ["truecolor", "24bit"].contains(value) {
            return Finding(.truecolor, "COLORTERM=\(value)")
        }
        if let capability = evidence.terminfoTruecolor { return Finding(.truecolor, "terminfo has \(capability)") }
        if let term = evidence.environment["TERM"], TerminalFamily(of: term).hasTruecolor {
            return Finding(.truecolor, "TERM=\(term)")
        }
        guard let count = evidence.terminfoColors, count > 0 else { return Finding(.none, "terminfo has no colors") }
        let source = "terminfo colors=\(count)"
        switch count {
        case 256...: return Finding(.palette256, source)
        case 8...: return Finding(.palette16, source)
        default: return Finding(.none, source)
        }
    }
}
