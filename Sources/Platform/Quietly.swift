import Synchronization

private let silence = Mutex(())

/// Runs something while nothing reaches standard error: sound libraries write there what nobody can use, in the middle of a
/// screen or behind it. One at a time; what other threads write meanwhile is lost, too, unless by `aloud`, so it is for calls that
/// end soon.
package func quietly<Value: Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
    let result = silence.withLock { _ in
        silencing(STDERR_FILENO) { Result { () throws(Failure) in try body() } }
    }
    return try result.get()
}

/// Runs something while what is written to a descriptor goes nowhere.
func silencing<Value>(_ descriptor: Int32, _ body: () -> Value) -> Value {
    let kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { for opened in [kept, nowhere] where opened >= 0 { close(opened) } }
    let isQuiet = kept >= 0 && nowhere >= 0 && dup2(nowhere, descriptor) >= 0
    // A screen that was given back meanwhile has put it where it belongs.
    defer { if isQuiet, leadTogether(nowhere, descriptor) { dup2(kept, descriptor) } }
    return body()
}

private func leadTogether(_ first: Int32, _ second: Int32) -> Bool {
    guard let one = FileStatus(descriptor: first), let other = FileStatus(descriptor: second) else { return false }
    return one.isSameFile(as: other)
}

/// Runs something that writes on standard error, or asks where that goes, while nobody keeps it silent.
package func aloud<Value: Sendable>(_ body: () -> Value) -> Value { silence.withLock { _ in body() } }
