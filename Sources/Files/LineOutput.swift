import Events
import Platform

/// Nobody reads standard output any more (`| head`), which ends a command quietly, with status 0; but for those that judge
/// (`VerdictOutput`).
///
/// An error, so that what the command holds is let go on the way out.
package struct ReaderGone: Error {}

/// Makes lines of at most so many cells of one.
package typealias Folding = (_ line: String, _ width: Int) -> [String]

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

    /// The same for people: of the terminal's width where it is one.
    package func write(_ line: String, folding: Folding) throws {
        guard let width = Self.columns else { return try write(line) }
        for line in folding(line, width) { try write(line) }
    }

    /// Of the terminal that standard output is; `nil` where it is none.
    package static var columns: Int? { Descriptor.columns(STDOUT_FILENO) }

    package func flush() throws {
        defer { pending.removeAll(keepingCapacity: true) }
        guard Descriptor.writeAll(pending, to: STDOUT_FILENO) else {
            if errno == EPIPE { throw ReaderGone() }
            throw CommandError.failed(Self.failure(errno))
        }
    }

    /// One line, at once.
    /// - Returns: why it could not be written; `nil` also where nobody reads it.
    package static func told(_ line: String, folding: Folding) -> CommandError? {
        let output = LineOutput()
        do {
            try output.write(line, folding: folding)
            try output.flush()
        } catch {
            return error as? CommandError
        }
        return nil
    }

    /// - Parameter code: of the system.
    package static func failure(_ code: Int32) -> String {
        "standard output: " + (code == EBADF ? "closed" : errorWords(code))
    }
}

package enum StandardError {
    /// One line; that it cannot be written can be said nowhere.
    package static func write(_ line: String) {
        _ = aloud { Descriptor.writeAll(Array((line + "\n").utf8), to: STDERR_FILENO) }
    }

    /// The same for people: of the terminal's width where it is one.
    package static func write(_ line: String, folding: Folding) {
        let width = aloud { Descriptor.columns(STDERR_FILENO) }
        write((width.map { folding(line, $0) } ?? [line]).joined(separator: "\n"))
    }
}
