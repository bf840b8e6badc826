import Bytes
import Events
import Programs

/// One run of a voice's program, from its first line on. Owner: a `VoiceProcess`.
final class VoiceConversation {
    let child: ChildProgram
    /// False once nothing that it says would be understood; its program is to go.
    private(set) var isUsable = true
    private let name: String
    private let limits: VoiceLimits
    private var lines: LineSplitter

    /// Starts the program and hears who it is.
    /// - Throws: `VoiceError`.
    init(path: String, name: String, _ limits: VoiceLimits, _ stops: [StopPipe]) throws(VoiceError) {
        child = try ChildProgram([path], name: name, grace: limits.grace)
        (self.name, self.limits) = (name, limits)
        lines = LineSplitter(longest: limits.lineBytes)
        let deadline = Deadline(in: limits.start)
        var nothing: ArraySlice<UInt8> = []
        while true {
            if let line = try nextLine() {
                try greet(line)
                return
            }
            try listen(&nothing, until: deadline, unless: stops, "greeting", limits.start)
        }
    }

    private func greet(_ line: ArraySlice<UInt8>) throws(VoiceError) {
        guard case .hello(let version, _)? = try? VoiceAnswer(line: line) else {
            let found = String(decoding: line.prefix(60), as: UTF8.self)
            throw .noVoice(program: name, reason: "expected a greeting of \(VoiceAnswer.protocolName), found \(found)")
        }
        guard version == VoiceAnswer.version else {
            throw .noVoice(program: name, reason: "expected version \(VoiceAnswer.version), found \(version)")
        }
    }

    /// Asks, and hands over each answer until the one that says that it is done.
    /// - Throws: `VoiceError`; only after `.refused`, and after `.canceled` at most times, is the program still usable.
    func ask(
        _ request: VoiceRequest, id: Int, _ stops: [StopPipe], _ receive: (VoiceAnswer) throws(VoiceLineError) -> Void
    ) throws(VoiceError) {
        var pending = request.line[...]
        // Answers to what was abandoned may still come.
        isUsable = false
        let whole = Deadline(in: limits.sentence)
        var silence = Deadline(in: limits.silence)
        while true {
            while let line = try nextLine() {
                guard let answer = try understood(line) else { continue }
                guard let found = answer.id else { throw wrong("a second greeting") }
                guard found <= id else { throw wrong("expected an answer to \(id), found one to \(found)") }
                if found < id, found > 0 { continue }
                switch answer {
                case .done:
                    isUsable = true
                    return
                case .error(_, let message):
                    isUsable = true
                    throw .refused(program: name, message: String(message.prefix(limits.nameBytes)))
                default: do throws(VoiceLineError) { try receive(answer) } catch { throw wrong(error.reason) }
                }
            }
            let isLastWait = whole.isBefore(silence)
            let (deadline, span) = isLastWait ? (whole, limits.sentence) : (silence, limits.silence)
            try listen(&pending, until: deadline, unless: stops, isLastWait ? "end of the sentence" : "answer", span)
            silence = Deadline(in: limits.silence)
        }
    }

    private func listen(
        _ pending: inout ArraySlice<UInt8>, until deadline: Deadline, unless stops: [StopPipe], _ what: String,
        _ span: TimeSpan
    ) throws(VoiceError) {
        switch child.next(sending: &pending, until: deadline, unless: stops) {
        case .output(let piece): lines.receive(piece)
        case .ended(let end): throw .ended(program: name, end, lastWords: child.lastWords)
        case .late:
            throw .late(
                program: name, waitedSeconds: Int(span.seconds.rounded(.up)), what: what, lastWords: child.lastWords)
        case .stopped:
            // What it was asked completely, it answers completely.
            isUsable = pending.isEmpty
            throw .canceled
        }
    }

    private func nextLine() throws(VoiceError) -> ArraySlice<UInt8>? {
        do throws(LineTooLong) { return try lines.next()?.get() } catch { throw wrong(error.reason) }
    }

    private func understood(_ line: ArraySlice<UInt8>) throws(VoiceError) -> VoiceAnswer? {
        do throws(VoiceLineError) { return try VoiceAnswer(line: line) } catch { throw wrong(error.reason) }
    }

    private func wrong(_ reason: String) -> VoiceError { .badAnswer(program: name, reason: reason) }
}
