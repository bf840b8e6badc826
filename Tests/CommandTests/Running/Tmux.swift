import Events
import Foundation
import Support
import Testing

/// Tests in tmux run one after the other, so that they neither fight for the processor nor starve other tests.
@Suite(.serialized) struct InTmux {}

/// A tmux server of its own with one pane: an independent judge of what a program writes.
final class Tmux: Sendable {
    let folder: Folder
    private let executable: String
    private let socket: String

    /// Starts the server and `command` (a line of shell) in its pane.
    init(_ command: String, columns: Int, rows: Int, environment: [String: String?] = [:], in folder: Folder)
        async throws
    {
        self.folder = folder
        let places = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
        guard let executable = places.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw ChildProcess.Failed(description: "tmux is not installed; `scripts/deps test` installs it")
        }
        self.executable = executable
        socket = "cameo-test-\(getpid())-\(UUID().uuidString.prefix(8))"
        let options = [
            "set -g default-terminal tmux-256color", "set -as terminal-features ',*:RGB'", "set -g status off",
            "set -sg escape-time 0", "set -g history-limit 50",
        ]
        try folder.write(options.joined(separator: "\n") + "\n", to: "tmux.conf")
        let environment = ["COLORTERM": "truecolor", "CAMEO_DEBUG": "true"].merging(environment) { $1 }
        let run = try await run(
            [
                "-f", folder.file("tmux.conf"), "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c",
                folder.path,
            ]
                + [command + "; echo $? > '\(folder.file("status"))'; exec cat"], environment: environment)
        guard run.status == 0 else { throw ChildProcess.Failed(description: "tmux: \(run.errors)") }
    }

    deinit {
        guard
            let last = try? ChildProcess(
                [executable, "-L", socket, "kill-server"],
                environment: Program.environment(Self.variables([:], folder)), folder: "/",
                input: .null, output: .null, errors: .null)
        else { return }
        // Deinitializers cannot wait for long; the server needs a moment.
        for _ in 0..<2_000 where last.end() == nil { usleep(1_000) }
    }

    private static func variables(_ environment: [String: String?], _ folder: Folder) -> [String: String?] {
        environment.merging(["TMUX_TMPDIR": folder.path, "TMUX": nil]) { $1 }
    }

    @discardableResult
    private func run(_ arguments: [String], environment: [String: String?] = [:]) async throws -> Program.Run {
        try await Program.run(
            [executable, "-u", "-L", socket] + arguments, environment: Self.variables(environment, folder), in: folder)
    }

    /// Types keys, by tmux' names for them.
    func type(_ keys: String..., times: Int = 1) async throws {
        try await run(["send-keys", "-N", "\(times)"] + keys)
    }

    /// Types text as it is.
    func type(text: String) async throws { try await run(["send-keys", "-l", text]) }

    func resize(columns: Int, rows: Int) async throws {
        try await run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    private func ask(_ format: String) async throws -> String {
        try await run(["display-message", "-p", format]).output.trimmingCharacters(in: .newlines)
    }

    /// The pane's terminal.
    func path() async throws -> String { try await ask("#{pane_tty}") }
    func isAlternateScreen() async throws -> Bool { try await ask("#{alternate_on}") == "1" }
    func isCursorShown() async throws -> Bool { try await ask("#{cursor_flag}") == "1" }

    /// The command's exit status as a shell sees it; `nil` while it runs. Not asked from tmux, which forgets it when its
    /// pane's terminal and process end in the wrong order.
    private var status: Int? { (try? folder.text(of: "status")).flatMap { Int($0.dropLast()) } }

    /// Waits for the command's end.
    func waitForStatus() async -> Int? {
        _ = await eventually { status != nil }
        return status
    }

    /// What the pane shows, colors and all.
    func screen() async throws -> TerminalModel {
        let size = try await ask("#{pane_width} #{pane_height}").split(separator: " ").compactMap { Int($0) }
        var model = TerminalModel(size: CellSize(columns: size.first ?? 1, rows: size.last ?? 1))
        let lines = try await run(["capture-pane", "-p", "-e", "-N"]).output
        model.feed(lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().joined(separator: "\r\n"))
        return model
    }

    /// The screen once all that the program has drawn up to now stands on it. What `wait` sees may be half of a drawing, the
    /// text before the picture; what is written arrives in order, so the line of a prompt comes after all of it.
    func drawnScreen() async throws -> TerminalModel {
        try await type("g")
        try await wait("a prompt") { $0.status.hasPrefix("go to:") }
        try await type("Escape")
        return try await wait("no prompt") { !$0.status.hasPrefix("go to:") }
    }

    /// Waits until the screen is as `condition` wants it.
    /// - Throws: `NotSeen` with the last screen.
    @discardableResult
    func wait(_ what: String, _ condition: (TerminalModel) -> Bool) async throws -> TerminalModel {
        var last = try await screen()
        guard
            try await eventually({
                last = try await screen()
                return condition(last)
            })
        else { throw NotSeen(what: what, lines: last.lines) }
        return last
    }
}

struct NotSeen: Error, CustomStringConvertible {
    let what: String
    let lines: [String]
    var description: String { "not seen: \(what); the screen:\n\(lines.joined(separator: "\n"))" }
}
