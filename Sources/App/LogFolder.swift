import Dispatch
import Foundation
import Synchronization
import Tapes
import Transport
import Wire

/// Keeps what clients log in a folder: `<session>.log` with frame lines, which `cameo inspect` reads, and
/// `<session>.events.ndjson` with events. What was there before is added to.
///
/// Written by a thread of its own. When that falls behind, or the disk is full, lines are left out, once with a word.
final class LogFolder: BackendLogs {
    private struct State {
        var waiting = 0
        var sessions: [String] = []
        var hasFailed = false
    }

    private let folder: String
    private let say: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "log folder")
    /// Guards what several threads ask for.
    private let state = Mutex(State())
    private static let mostWaiting = 8 << 20
    private static let mostSessions = 1_000
    private static let largestFile = 256 << 20

    /// Makes the folder when it is not there.
    /// - Throws: `AppError.unusable` when that is not possible.
    init(_ folder: String, say: @escaping @Sendable (String) -> Void) throws(AppError) {
        self.folder = folder
        self.say = say
        var found = stat()
        if stat(folder, &found) == 0 {
            guard found.st_mode & S_IFMT == S_IFDIR else { throw .unusable("\(folder): is no folder") }
        } else if mkdir(folder, 0o755) != 0 {
            throw .unusable("\(folder): \(String(cString: strerror(errno)))")
        }
    }

    var time: String {
        Date.now.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }

    var sessions: [String] { state.withLock { $0.sessions } }

    func frames(_ lines: [String], session: String) {
        guard !lines.isEmpty else { return }
        append(lines.joined(separator: "\n") + "\n", to: "\(session).log", session)
    }

    func event(_ event: JSON, session: String) { append(event.text + "\n", to: "\(session).events.ndjson", session) }

    /// Waits until all is written.
    func flush() { queue.sync {} }

    private func append(_ text: String, to name: String, _ session: String) {
        let bytes = Array(text.utf8)
        let isKept = state.withLock { state in
            if !state.sessions.contains(session) {
                guard state.sessions.count < Self.mostSessions else { return false }
                state.sessions.append(session)
            }
            guard state.waiting + bytes.count <= Self.mostWaiting else { return false }
            state.waiting += bytes.count
            return true
        }
        guard isKept else { return fail("log lines are left out: too many at once") }
        queue.async {
            self.write(bytes, to: self.folder + "/" + name)
            self.state.withLock { $0.waiting -= bytes.count }
        }
    }

    private func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { return fail("\(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0, Int(found.st_size) < Self.largestFile else {
            return fail("\(path): is full")
        }
        if !FileBytes.write(bytes, to: descriptor) { fail("\(path): \(String(cString: strerror(errno)))") }
    }

    private func fail(_ reason: String) {
        let isFirst = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        if isFirst { say(reason) }
    }
}
