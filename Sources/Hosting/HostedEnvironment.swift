import Platform

/// How many colors the terminal has in which all is shown.
package enum HostedColors: Hashable, Sendable {
    /// Fewer than 256.
    case few
    case indexed
    /// 24 bits.
    case full
}

/// Variables of a command, as bytes: not all are text.
package struct HostedEnvironment: Hashable, Sendable {
    /// `NAME=value`, in order.
    package private(set) var entries: [[UInt8]]

    package init(_ entries: [[UInt8]]) { self.entries = entries }

    /// That of this process.
    package static var ours: HostedEnvironment {
        var entries: [[UInt8]] = []
        var place = environ
        while let entry = place.pointee {
            entries.append(Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
            place += 1
        }
        return HostedEnvironment(entries)
    }

    /// The first of that name; `nil` when there is none, or its value is no text.
    package func value(of name: String) -> String? {
        guard let entry = entries.first(where: { Self.name(of: $0) == name }) else { return nil }
        return String(validating: entry.dropFirst(name.utf8.count + 1), as: UTF8.self)
    }

    /// What a command finds that runs on our terminal, which is shown in another one: nothing of that other one but how many colors
    /// it has.
    /// - Parameter tile: path of the socket through which the tile is spoken through.
    package func hosted(colors: HostedColors, tile: String?) -> HostedEnvironment {
        var hosted = HostedEnvironment(entries.filter { !Self.isOfOuterTerminal(Self.name(of: $0)) })
        hosted.append("TERM", colors == .few ? "xterm" : "xterm-256color")
        if colors == .full { hosted.append("COLORTERM", "truecolor") }
        if let tile { hosted.append(Environment.tileName, tile) }
        return hosted
    }

    private mutating func append(_ name: String, _ value: String) { entries.append(Array("\(name)=\(value)".utf8)) }

    private static func name(of entry: [UInt8]) -> String {
        String(decoding: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }

    private static func isOfOuterTerminal(_ name: String) -> Bool {
        outerNames.contains(name) || outerPrefixes.contains(where: name.hasPrefix)
    }

    // Of a multiplexer as well: a program inside would talk to it past us, set its titles and split its panes, and wrap what it
    // writes in sequences that only the multiplexer takes off. What is meant for that one is typed outside.
    private static let outerNames: Set<String> = [
        "TERM", "COLORTERM", Environment.tileName, "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERM_SESSION_ID", "TERMCAP",
        "VTE_VERSION",
        "XTERM_VERSION", "WT_SESSION", "WT_PROFILE_ID", "TMUX", "TMUX_PANE", "STY", "ZELLIJ", "LINES", "COLUMNS",
        "WINDOWID",
    ]
    private static let outerPrefixes = [
        "KITTY_", "WEZTERM_", "ITERM_", "LC_TERMINAL", "KONSOLE_", "ALACRITTY_", "GHOSTTY_", "ZELLIJ_",
    ]
}
