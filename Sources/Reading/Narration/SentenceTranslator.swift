import Bytes
import Events
import Platform
import Programs
import Speech
import Texts

/// A command of the shell that translates: a sentence a line on its standard input, its translation a line on its standard output. It
/// is kept, and started again when it has died. What it writes is a stranger's text.
///
/// Owner: a spoken book; sentences are translated one after the other.
package actor SentenceTranslator {
    private let command: String
    private let limits: TranslatorLimits
    private let cache: TranslationCache
    private let executor = BlockingExecutor(name: "cameo.translator")
    private let closing = StopPipe()
    private var child: ChildProgram?
    private var lines: LineSplitter
    /// Sentences one after the other that came to nothing.
    private var failures = 0

    private static let name = "translate command"

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ command: String, cache: TranslationCache, limits: TranslatorLimits = TranslatorLimits()) {
        (self.command, self.cache, self.limits) = (command, cache, limits)
        lines = LineSplitter(longest: limits.lineBytes)
    }

    /// - Returns: `nil` where it has nothing to say of a sentence, and why where that is no answer of its own: at the first of several.
    package func translate(_ sentence: String) -> (text: String?, oddity: String?) {
        let line = FoldedText.line(sentence)
        if let known = cache.translation(of: line) { return (Self.kept(known), nil) }
        guard failures < limits.failures, !closing.isStopped else { return (nil, nil) }
        do throws(VoiceError) {
            let text = FoldedText.line(try answer(to: line), limit: limits.answerScalars)
            failures = 0
            cache.keep(text, of: line)
            return (Self.kept(text), nil)
        } catch {
            child = nil
            guard error != .canceled else { return (nil, nil) }
            failures += 1
            let isOver = failures == limits.failures
            return (nil, failures == 1 || isOver ? error.reason + (isOver ? "; it will not be used again" : "") : nil)
        }
    }

    /// Ends the command, whatever it does.
    package nonisolated func close() async {
        closing.stop()
        await end()
    }

    private func end() {
        child?.finish()
        child = nil
    }

    private static func kept(_ text: String) -> String? { FoldedText.hasWords(text) ? text : nil }

    /// Once again where it has died since, which is known only when it is asked.
    private func answer(to line: String) throws(VoiceError) -> String {
        let wasRunning = child != nil
        do throws(VoiceError) {
            return try answer(to: line, of: try running())
        } catch {
            child = nil
            guard wasRunning, case .ended = error else { throw error }
            return try answer(to: line, of: try running())
        }
    }

    private func running() throws(VoiceError) -> ChildProgram {
        if let child, !child.hasEnded { return child }
        child = nil
        let started = try ChildProgram(["/bin/sh", "-c", command], name: Self.name, grace: limits.grace)
        (child, lines) = (started, LineSplitter(longest: limits.lineBytes))
        return started
    }

    private func answer(to line: String, of child: ChildProgram) throws(VoiceError) -> String {
        // A line too many would be taken for the answer of another sentence from then on.
        guard try next() == nil else { throw wrong("more lines than sentences") }
        var pending = Array((line + "\n").utf8)[...]
        let deadline = Deadline(in: limits.answer)
        while true {
            switch child.next(sending: &pending, until: deadline, unless: [closing]) {
            case .output(let piece): lines.receive(piece)
            case .ended(let end): throw .ended(program: Self.name, end, lastWords: child.lastWords)
            case .late:
                throw .late(
                    program: Self.name, waitedSeconds: Int(limits.answer.seconds.rounded(.up)),
                    what: "line for a sentence", lastWords: child.lastWords)
            case .stopped: throw .canceled
            }
            if let found = try next() { return String(decoding: found, as: UTF8.self) }
        }
    }

    private func next() throws(VoiceError) -> ArraySlice<UInt8>? {
        do throws(LineTooLong) { return try lines.next()?.get() } catch { throw wrong(error.reason) }
    }

    private func wrong(_ reason: String) -> VoiceError { .badAnswer(program: Self.name, reason: reason) }
}

/// What is taken from a command that translates, and how long is waited for it.
package struct TranslatorLimits: Hashable, Sendable {
    /// For one sentence.
    package var answer = TimeSpan.seconds(60)
    package var lineBytes = 64 << 10
    /// Unicode scalars of a translation; what is beyond is left out.
    package var answerScalars = 4_000
    /// Sentences one after the other without an answer, after which it is asked no more.
    package var failures = 3
    var grace = TimeSpan.seconds(1)

    package init() {}
}
