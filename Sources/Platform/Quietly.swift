import Synchronization

private let silence = Mutex(())

/// Runs something while nothing reaches standard error: sound libraries write there what nobody can use, in the middle of a
/// screen or behind it. One at a time; what other threads write meanwhile is lost, too, unless by `aloud`, so it is for calls that
/// end soon.
package func quietly<Value: Sendable, Failure: Error>(
    _ body: @Sendable () throws(Failure) -> Value
) throws(Failure) -> Value {
    let result = silence.withLock { _ in
        let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { for descriptor in [kept, nowhere] where descriptor >= 0 { close(descriptor) } }
        let isQuiet = kept >= 0 && nowhere >= 0 && dup2(nowhere, STDERR_FILENO) >= 0
        defer { if isQuiet { dup2(kept, STDERR_FILENO) } }
        return Result { () throws(Failure) in try body() }
    }
    return try result.get()
}

/// Runs something that writes on standard error, or asks where that goes, while nobody keeps it silent.
package func aloud<Value: Sendable>(_ body: () -> Value) -> Value { silence.withLock { _ in body() } }
