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
