import Debugger
import Events
import Files
import Platform
import TOMLKit

/// Where breakpoints are kept: in a project file beside the tape, `call.cameo.debug.toml`, else in the user's
/// configuration folder, where they hold for all tapes that have no file of their own.
///
///     [[breakpoint]]
///     on = "drift 80"
///     ignore = 2
///     enabled = false
package struct BreakpointFile: Sendable {
    /// In the order in which they are looked at and written to.
    let paths: [String]
    /// Holds for one tape only.
    private let own: String?
    private static let longest = 1 << 20
    private static let most = 200

    /// - Parameter isBundled: the tape came with the program; its folder is not the user's.
    package init(tape: String, isBundled: Bool = false, environment: [String: String] = Environment.all) {
        let usual = UserFolder.configuration.path(environment).map { $0 + "/breakpoints.toml" }
        let own = isBundled ? nil : tape + ".debug.toml"
        self.init(paths: [own, usual].compactMap(\.self), own: own)
    }

    init(paths: [String], own: String?) { (self.paths, self.own) = (paths, own) }

    private struct Content: Codable {
        var breakpoint: [Row]?

        struct Row: Codable {
            var on: String
            var ignore: Int?
            var enabled: Bool?
        }
    }

    /// `nil` when there is no file.
    /// - Throws: `CommandError.unusable` for a file that is none of these; it is left as it is.
    package func read() throws(CommandError) -> [Breakpoint]? {
        for path in paths where FileNames.isThere(path) { return try read(path) }
        return nil
    }

    private func read(_ path: String) throws(CommandError) -> [Breakpoint] {
        // The screen waits for this: a pipe would block it.
        let file = try TOMLFile(path, atMost: Self.longest, waitsForPipes: false)
        try Self.checkRows(file)
        guard let content = try? TOMLDecoder().decode(Content.self, from: file.table), let rows = content.breakpoint
        else {
            throw .unusable("\(path): expected tables [[breakpoint]], each with on = \"...\"")
        }
        guard rows.count <= Self.most else { throw .unusable("\(path): more than \(Self.most) breakpoints") }
        var breakpoints: [Breakpoint] = []
        for (number, row) in rows.enumerated() {
            let condition = try Self.condition(row.on) { fault in
                let line = file.place(of: "breakpoint[\(number)].on")
                let place = "\(line): breakpoint \(number + 1): on: character \(fault.place + 1)"
                return .unusable("\(place): \(fault.reason)")
            }
            breakpoints.append(Breakpoint(condition, ignoring: row.ignore ?? 0, isEnabled: row.enabled ?? true))
        }
        return breakpoints
    }

    /// As it was written down, or as somebody would type it.
    private static func condition(
        _ text: String, _ unusable: (StopFault) -> CommandError
    ) throws(CommandError) -> Breakpoint.Condition {
        if let known = Breakpoint.Condition(text) { return known }
        do { return try Breakpoint.Condition(typed: text) } catch { throw unusable(error) }
    }

    /// Puts them into the file that is there, else beside the tape, else into the configuration folder.
    /// - Returns: the file, where it holds for other tapes too.
    /// - Throws: `CommandError` when there is no place for them.
    @discardableResult
    package func write(_ breakpoints: [Breakpoint]) throws(CommandError) -> String? {
        let rows = breakpoints.map {
            Content.Row(on: $0.condition.text, ignore: $0.ignoring, enabled: $0.isEnabled)
        }
        guard let text = try? TOMLEncoder().encode(Content(breakpoint: rows)) as String else {
            throw .failed("breakpoints cannot be written down")
        }
        let bytes = Array((text + "\n").utf8)
        let existing = paths.first(where: FileNames.isThere)
        var failure: CommandError?
        for path in existing.map({ [$0] }) ?? paths {
            if path != own { Self.makeFolder(of: path) }
            do {
                try OutputFile.write(bytes, to: path)
                return path == own ? nil : path
            } catch {
                failure = failure ?? error
            }
        }
        throw failure ?? .failed("there is no place for breakpoints")
    }

    private static func makeFolder(of path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = String(path[..<slash])
        if mkdir(folder, 0o755) != 0, errno == ENOENT, let above = folder.lastIndex(of: "/") {
            _ = mkdir(String(folder[..<above]), 0o755)
            _ = mkdir(folder, 0o755)
        }
    }
}
