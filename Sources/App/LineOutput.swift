#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Standard output, a line at a time, in large writes.
package final class LineOutput {
    private var pending: [UInt8] = []
    private static let chunk = 1 << 16

    package init() {
        // A reader that has gone shall be an error of write, which `flush` knows, not the end by a signal.
        signal(SIGPIPE, SIG_IGN)
    }

    /// - Throws: `AppError.failed` when it cannot be written. A reader that has gone (`| head`) ends the process quietly.
    package func write(_ line: String) throws {
        pending += line.utf8
        pending.append(UInt8(ascii: "\n"))
        if pending.count >= Self.chunk { try flush() }
    }

    package func flush() throws {
        defer { pending.removeAll(keepingCapacity: true) }
        guard FileBytes.write(pending, to: STDOUT_FILENO) else {
            if errno == EPIPE { exit(0) }
            throw AppError.failed("standard output: \(String(cString: strerror(errno)))")
        }
    }
}

package enum StandardError {
    /// One line; that it cannot be written can be said nowhere.
    package static func say(_ line: String) { _ = FileBytes.write(Array((line + "\n").utf8), to: STDERR_FILENO) }
}
