import Cells

extension Capabilities {
    /// How many colors are sent, and how that was found out.
    static func colors(_ evidence: Evidence) -> Finding<ColorDepth> {
        if let override = evidence.choices.colors { return Finding(override, "asked for by --colors") }
        // https://no-color.org: present and not empty, whatever it says.
        if let value = evidence.environment["NO_COLOR"], !value.isEmpty { return Finding(.none, "NO_COLOR is set") }
        if let value = evidence.environment["COLORTERM"], ["truecolor", "24bit"].contains(value) {
            return Finding(.truecolor, "COLORTERM=\(value)")
        }
        if let capability = evidence.terminfoTruecolor { return Finding(.truecolor, "terminfo has \(capability)") }
        guard let count = evidence.terminfoColors, count > 0 else { return Finding(.none, "terminfo has no colors") }
        let source = "terminfo colors=\(count)"
        switch count {
        case 256...: return Finding(.palette256, source)
        case 8...: return Finding(.palette16, source)
        default: return Finding(.none, source)
        }
    }
}
