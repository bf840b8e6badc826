import Events
import Platform

/// Nobody reads standard output any more (`| head`), which ends a command quietly, with status 0; but for those that judge
/// (`VerdictOutput`).
///
/// An error, so that what the command holds is let go on the way out.
package struct ReaderGone: Error {}

/// Standard output, a line at a time, in large writes.
package final class LineOutput {
    private var pending: [UInt8] = []
    private static let chunk = 1 << 16

    package init() {
        // A reader that has gone shall be an error of write, which `flush` knows, not the end by a signal.
        signal(SIGPIPE, SIG_IGN)
    }

    /// - Throws: `CommandError.failed` when it cannot be written, `ReaderGone`.
    package func write(_ line: String) throws {
        pending += line.utf8
        pending.append(UInt8(ascii: "\n"))
        if pending.count >= Self.chunk { try flush() }
    }

    package func flush() throws {
        defer { pending.removeAll(keepingCapacity: true) }
        guard Descriptor.writeAll(pending, to: STDOUT_FILENO) else {
            if errno == EPIPE { throw ReaderGone() }
            throw CommandError.failed(Self.failure(errno))
        }
    }

    /// One line, at once.
    /// - Returns: why it could not be written; `nil` also where nobody reads it.
    package static func told(_ line: String) -> CommandError? {
        let output = LineOutput()
        do {
            try output.write(line)
            try output.flush()
        } catch {
            return error as? CommandError
        }
        return nil
    }

    /// - Parameter code: of the system.
    package static func failure(_ code: Int32) -> String {
        "standard output: " + (code == EBADF ? "is closed" : errorWords(code))
    }
}

package enum StandardError {
    /// One line; that it cannot be written can be said nowhere.
    package static func write(_ line: String) {
        _ = aloud { Descriptor.writeAll(Array((line + "\n").utf8), to: STDERR_FILENO) }
    }
}
