import BookAPI
import Events
import Platform
import Programs

/// A dictionary that is any command of the shell (docs/using/read.md): run anew for each lookup, the words a line on its
/// standard input and in its environment, its standard output the answer, which is a stranger's text. The words are never a
/// part of the command.
///
/// Owner: whoever reads a book. One runs at a time; whoever asks for others cancels the task that asked before.
package actor LookupCommand {
    private let command: String
    private let limits: LookupLimits
    private let executor = BlockingExecutor(name: "cameo.lookup")
    private let closing = StopPipe()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ command: String, limits: LookupLimits = LookupLimits()) {
        (self.command, self.limits) = (command, limits)
    }

    /// - Parameters:
    ///   - language: of the words, as their book calls it.
    ///   - other: the book's other one.
    /// - Returns: paragraphs, whose lines are apart; none where it has nothing to say.
    /// - Throws: `.canceled` when the task is, or it has been closed.
    package nonisolated func paragraphs(
        of words: String, language: String? = nil, other: String? = nil
    ) async throws(LookupError) -> [String] {
        let words = Self.line(words, limit: limits.wordScalars)
        guard !words.isEmpty else { return [] }
        // An empty one is told as well: nothing of ours that has the name by chance.
        let variables = [
            "CAMEO_LOOKUP_WORDS": words, "CAMEO_LOOKUP_LANGUAGE": Self.line(language ?? "", limit: limits.wordScalars),
            "CAMEO_LOOKUP_OTHER_LANGUAGE": Self.line(other ?? "", limit: limits.wordScalars),
        ]
        return try await StopPipe.untilCanceled { stop in await self.run(words, variables, stop) }
    }

    /// Ends the command that runs, and runs no other one.
    package nonisolated func close() async {
        closing.stop()
        await waitForTheLast()
    }

    /// Comes behind whatever runs.
    private func waitForTheLast() {}

    private func run(
        _ words: String, _ variables: [String: String], _ stop: StopPipe
    ) -> Result<[String], LookupError> {
        Result { () throws(LookupError) in
            let stops = [stop, closing]
            guard !stops.contains(where: \.isStopped) else { throw .canceled }
            // Gone when this ends, with all that it has started.
            let child = try started(variables)
            let outcome = child.output(
                for: Array((words + "\n").utf8), atMost: limits.answerBytes, until: Deadline(in: limits.answer),
                unless: stops)
            switch outcome {
            case .ended(.exited(0), let bytes): return Self.paragraphs(bytes)
            case .ended(let end, _): throw .ended(end, firstWords: child.firstWords)
            case .tooLong(let bytes): return Self.paragraphs(bytes) + ["(truncated)"]
            case .late: throw .late(seconds: Int(limits.answer.seconds.rounded(.up)))
            case .stopped: throw .canceled
            }
        }
    }

    private func started(_ variables: [String: String]) throws(LookupError) -> ChildProgram {
        do throws(ProgramNotStarted) {
            return try ChildProgram(["/bin/sh", "-c", command], variables: variables, grace: limits.grace)
        } catch {
            throw .notStarted(reason: error.reason)
        }
    }

    // MARK: Texts of strangers

    /// In one line, since a line is what is sent; without control characters.
    private static func line(_ text: String, limit: Int) -> String {
        String(WordLookup.bare(String(text.prefix(limit))).oneLine().unicodeScalars.prefix(limit))
    }

    /// Blank lines part them.
    private static func paragraphs(_ bytes: [UInt8]) -> [String] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            let isOfWindows = line.last == UInt8(ascii: "\r")
            let text = String(decoding: isOfWindows ? line.dropLast() : line, as: UTF8.self)
            return text.replacing("\t", with: "    ")
        }
        return lines.split { $0.allSatisfy(\.isWhitespace) }.map { $0.joined(separator: "\n") }
    }
}

/// What is taken from a command that looks words up, and how long is waited for it.
package struct LookupLimits: Hashable, Sendable {
    /// Of its output; what is beyond is left out.
    package var answerBytes = 16 << 10
    package var answer = TimeSpan.seconds(10)
    /// Unicode scalars of what is looked up.
    var wordScalars = 400
    var grace = TimeSpan.seconds(1)

    package init() {}
}

/// Why a command has found nothing. May quote what it wrote.
package enum LookupError: ReasonedError, Hashable {
    case notStarted(reason: String)
    case ended(ProgramEnd, firstWords: String)
    case late(seconds: Int)
    case canceled

    package var reason: String {
        switch self {
        case .notStarted(let reason): "cannot start the lookup command: \(reason)"
        case .ended(let end, let words): "the lookup command \(end.words)" + (words.isEmpty ? "" : ": \(words)")
        case .late(let seconds): "the lookup command gave no answer within \(seconds) s"
        case .canceled: "canceled"
        }
    }
}
