/// What a terminal type tells by its name alone, where no description of it is installed: `TERM` comes along over ssh and into
/// containers, and descriptions do not.
struct TerminalFamily {
    /// Names of descriptions that fit as well, the best first; none where the name tells nothing.
    let descriptions: [String]
    /// All of them show 24-bit color.
    let hasTruecolor: Bool

    init(of term: String) {
        let name = term.hasPrefix("xterm-") ? String(term.dropFirst("xterm-".count)) : term
        func isOf(_ family: String) -> Bool {
            guard name.hasPrefix(family) else { return false }
            return name.count == family.count || "-.+0123456789".contains(name.dropFirst(family.count).first ?? " ")
        }
        hasTruecolor = Self.truecolor.contains(where: isOf) || term.hasSuffix("-direct")
        descriptions =
            if isOf("tmux") {
                ["tmux-256color", "screen-256color", "tmux", "screen"] + Self.xterm
            } else if isOf("screen") {
                ["screen-256color", "screen"] + Self.xterm
            } else if isOf("rxvt") {
                ["rxvt-unicode-256color", "rxvt-unicode", "rxvt-256color", "rxvt"] + Self.xterm
            } else if isOf("linux") {
                ["linux"]
            } else if isOf("vt"), !isOf("vte") {
                ["vt220", "vt100"]
            } else if term.hasSuffix("-16color") || term.hasSuffix("-88color") {
                ["xterm-16color", "xterm"]
            } else if term.hasPrefix("xterm") || term.hasSuffix("-256color") || hasTruecolor
                || Self.likeXterm.contains(where: isOf)
            {
                Self.xterm
            } else {
                []
            }
    }

    private static let xterm = ["xterm-256color", "xterm"]
    private static let truecolor = [
        "kitty", "ghostty", "foot", "alacritty", "wezterm", "contour", "rio", "iterm2", "mintty", "konsole", "vte",
    ]
    private static let likeXterm = [
        "st", "stterm", "gnome", "putty", "mlterm", "terminator", "terminology", "eterm", "Eterm", "nsterm", "hterm",
        "ms-terminal", "ms-vt-utf8", "cygwin", "warp", "zutty", "dvtm", "tilix", "xfce", "iTerm", "iTerm2.app",
        "vscode",
    ]
}
