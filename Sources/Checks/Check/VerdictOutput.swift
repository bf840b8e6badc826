import Events
import Files
import Typesetting

/// Standard output of a command that judges: what becomes of its lines never changes the verdict.
///
/// A reader that goes away (`| head`) has read enough: the work goes on without writing. Any other failure is kept until
/// the end, where it counts more than the verdict, which nobody could read.
///
/// Owner: the command.
package final class VerdictOutput {
    private let output = LineOutput()
    private var isOpen = true
    private var failure: CommandError?

    package init() {}

    package func write(_ line: String) {
        attempt { try output.write(line) }
    }

    package func flush() {
        attempt { try output.flush() }
    }

    /// - Throws: `CommandError.unwritten` when not all could be written to a reader that was there.
    package func finish() throws(CommandError) {
        flush()
        if let failure { throw failure }
    }

    private func attempt(_ work: () throws -> Void) {
        guard isOpen else { return }
        do {
            try work()
        } catch {
            isOpen = false
            if !(error is ReaderGone) { failure = .unwritten(CommandError(error).reason) }
        }
    }
}

extension FoldedLine {
    /// Of a report's line that is printed: a terminal that has fewer would break it again, in the middle of words.
    static let shownWidth = LineOutput.columns.map { min(width, $0) } ?? width
}
