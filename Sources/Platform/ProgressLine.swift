/// How far long work has come, in one line that is written over and gone at the end. Says nothing in the first moments.
package struct ProgressLine {
    private let now: () -> ContinuousClock.Instant
    /// `nil` where nobody would see it.
    private let write: ((String) -> Void)?
    private var due: ContinuousClock.Instant
    /// Of the line that is there.
    private var width = 0

    private static let quietAtFirst = Duration.milliseconds(500)
    private static let pause = Duration.milliseconds(100)

    init(now: @escaping () -> ContinuousClock.Instant, write: ((String) -> Void)?) {
        (self.now, self.write) = (now, write)
        due = now() + Self.quietAtFirst
    }

    /// On standard error, where that is a terminal.
    package static func onStandardError() -> ProgressLine {
        let isSeen = aloud { isatty(STDERR_FILENO) == 1 }
        return ProgressLine(
            now: { .now },
            write: isSeen ? { line in _ = aloud { Descriptor.writeAll(Array(line.utf8), to: STDERR_FILENO) } } : nil)
    }

    /// Seen by nobody.
    package static var none: ProgressLine { ProgressLine(now: { .now }, write: nil) }

    package mutating func report(_ text: @autoclosure () -> String) {
        guard let write else { return }
        let moment = now()
        guard moment >= due else { return }
        due = moment + Self.pause
        replace(by: text(), write)
    }

    package mutating func end() {
        guard let write, width > 0 else { return }
        replace(by: "", write)
        write("\r")
    }

    /// Blanks over what is longer, since not every terminal can erase.
    private mutating func replace(by text: String, _ write: (String) -> Void) {
        let count = text.utf8.count
        write("\r" + text + String(repeating: " ", count: max(0, width - count)))
        width = count
    }
}
