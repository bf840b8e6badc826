import Events
import Hosting
import Platform
import Programs
import Support
import Synchronization

/// A command, and what has been heard of it.
///
/// The mutex guards what the command's thread and the test share.
final class WatchedCommand: Sendable {
    private struct Heard {
        var events: [HostedEvent] = []
        var bytes: [UInt8] = []
    }

    let command: HostedCommand
    private let heard: Shared

    private final class Shared: Sendable { let state = Mutex(Heard()) }

    static let size = HostedSize(cells: CellSize(columns: 100, rows: 30), pixels: PixelSize(width: 1_000, height: 600))

    init(
        _ program: HostedProgram, environment: HostedEnvironment = .ours, size: HostedSize = size, keys: termios? = nil,
        grace: TimeSpan = .seconds(60)
    ) throws {
        let heard = Shared()
        self.heard = heard
        command = try HostedCommand(program, environment: environment, size: size, keys: keys, grace: grace) { event in
            heard.state.withLock { $0.events.append(event) }
        }
    }

    /// Lines of the shell.
    convenience init(_ lines: String, grace: TimeSpan = .seconds(60)) throws {
        try self.init(HostedProgram(["/bin/sh", "-c", lines]), grace: grace)
    }

    /// Lines of a shell with jobs in groups of their own, which hear of nothing that happens to the command.
    convenience init(jobs lines: String) throws {
        try self.init(HostedProgram(["bash", "-c", "set -m; " + lines]))
    }

    var events: [HostedEvent] { heard.state.withLock { $0.events } }

    var end: ProgramEnd? {
        for case .ended(let end) in events { return end }
        return nil
    }

    /// All that it has written, what is there now included; each time as much as there is.
    @discardableResult
    func take() -> [UInt8] {
        while let piece = command.takeOutput({ Array($0) }) { heard.state.withLock { $0.bytes += piece } }
        return heard.state.withLock { $0.bytes }
    }

    var text: String { String(decoding: take(), as: UTF8.self) }
    var lines: [String] {
        text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }

    func hasWritten(_ words: String, times: Int = 1) async -> Bool {
        await eventually { text.components(of: words) >= times }
    }

    /// Takes its output until it has ended, and the rest.
    func outcome() async -> ProgramEnd? {
        _ = await eventually {
            take()
            return end != nil
        }
        take()
        return end
    }

    func type(_ keys: String) { _ = command.write(Array(keys.utf8)) }

    /// The number behind `name=` in what it has written, once the line is there.
    func number(_ name: String) async -> pid_t? {
        var found: pid_t?
        _ = await eventually {
            let line = lines.dropLast().first { $0.hasPrefix(name + "=") }
            found = line.flatMap { pid_t($0.dropFirst(name.count + 1)) }
            return found != nil
        }
        return found
    }
}

extension String {
    fileprivate func components(of words: String) -> Int {
        var (count, rest) = (0, self[...])
        while let range = rest.firstRange(of: words) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}

enum Process {
    /// Whether anything of it still runs; one that nobody has waited for does not.
    static func isThere(_ process: pid_t) -> Bool {
        guard let file = OpenFile("/proc/\(process)/stat"), let bytes = Descriptor.read(file.descriptor, limit: 1_024)
        else { return false }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ")
        return !["Z", "X"].contains(fields?.first)
    }

    static func isGone(_ process: pid_t?) async -> Bool {
        guard let process else { return false }
        return await eventually { !isThere(process) }
    }

    /// For those that are to stay.
    static func end(_ process: pid_t?) {
        if let process { kill(process, SIGKILL) }
    }
}
