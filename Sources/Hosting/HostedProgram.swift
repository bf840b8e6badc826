import Platform

/// What is run: a program and what it is told.
package struct HostedProgram: Hashable, Sendable {
    /// A path, or a name that is looked for in the folders of `PATH`.
    package var name: String
    /// With the name by which it is called first.
    package var arguments: [String]

    package init(name: String, arguments: [String]) {
        self.name = name
        self.arguments = arguments
    }

    /// A command as it was typed, its name first.
    package init(_ command: [String]) { self.init(name: command.first ?? "", arguments: command) }

    /// The user's shell, interactive since it has a terminal: `variable` (`SHELL`) if that can be run, else that of the `account`,
    /// else the system's.
    package static func shell(variable: String?, account: String? = accountShell) -> HostedProgram {
        let path = [variable, account].compactMap(\.self).first { $0.hasPrefix("/") && isProgram($0) } ?? "/bin/sh"
        return HostedProgram(name: path, arguments: [path.split(separator: "/").last.map(String.init) ?? path])
    }

    /// That of the system's list of users; `nil` when it has none there.
    package static var accountShell: String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var text = [CChar](repeating: 0, count: 16 << 10)
        guard getpwuid_r(getuid(), &entry, &text, text.count, &found) == 0, found != nil, let shell = entry.pw_shell
        else { return nil }
        return String(validatingCString: shell)
    }

    /// Where it is.
    /// - Parameter path: folders with colons between them; an empty one is ours, as shells have it.
    /// - Throws: `notFound`, `notExecutable`.
    func path(in path: String?) throws(HostedCommandError) -> String {
        if name.contains("/") {
            if let code = Self.reasonAgainst(name) { throw HostedCommandError(command: name, code: code) }
            return name
        }
        var isThere = false
        let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: false)
        for folder in name.isEmpty ? [] : folders {
            let candidate = (folder.isEmpty ? "." : folder) + "/" + name
            guard let code = Self.reasonAgainst(candidate) else { return candidate }
            isThere = isThere || code == EACCES
        }
        throw isThere ? .notExecutable(command: name, code: EACCES) : .notFound(command: name)
    }

    private static func isProgram(_ path: String) -> Bool { reasonAgainst(path) == nil }

    /// `errno` of what is no program.
    private static func reasonAgainst(_ path: String) -> Int32? {
        guard access(path, F_OK) == 0 else { return errno }
        if FileStatus(path)?.kind != .file { return FileStatus(path)?.kind == .folder ? EISDIR : EACCES }
        return access(path, X_OK) == 0 ? nil : errno
    }
}

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
