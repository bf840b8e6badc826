import Events
import Platform
import Programs
import Sound

/// Any command of the shell that speaks: the text on its standard input, a sound file on its standard output. It is run anew for
/// each sentence, and tells no phonemes and words.
package actor VoiceCommand {
    private let command: String
    private let limits: VoiceLimits
    private let soundLimits: SoundLimits
    private let executor: BlockingExecutor
    private let closing = StopPipe()

    /// As errors call it.
    private static let name = "voice command"
    private static let shell = "/bin/sh"

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter limits: of them `sentence` is how long the command may take.
    package init(_ command: String, limits: VoiceLimits = VoiceLimits()) {
        (self.command, self.limits) = (command, limits)
        executor = BlockingExecutor(name: "cameo.voice-command")
        var sound = SoundLimits()
        sound.duration = limits.sound
        sound.byteCount = limits.soundBytes
        soundLimits = sound
    }

    /// - Throws: `VoiceError`; `.canceled` when the task is, or the voice has been closed.
    package nonisolated func speak(_ text: String) async throws(VoiceError) -> Utterance {
        try limits.check(text)
        return try await StopPipe.untilCanceled { await self.run(text, $0) }
    }

    /// Ends the command that runs, and runs no other one.
    package nonisolated func close() async {
        closing.stop()
        await waitForTheLast()
    }

    /// Comes behind whatever is being said.
    private func waitForTheLast() {}

    private func run(_ text: String, _ stop: StopPipe) -> Result<Utterance, VoiceError> {
        Result { () throws(VoiceError) in
            let stops = [stop, closing]
            guard !stops.contains(where: \.isStopped) else { throw .canceled }
            let child = try ChildProgram([Self.shell, "-c", command], name: Self.name, grace: limits.grace)
            let bytes = try output(of: child, for: text, stops)
            do throws(SoundError) {
                return Utterance(text: text, sound: try decodeSound(bytes, soundLimits))
            } catch {
                throw .noSound(program: Self.name, error, lastWords: child.lastWords)
            }
        }
    }

    /// - Returns: all that it wrote, once it has ended well.
    private func output(of child: ChildProgram, for text: String, _ stops: [StopPipe]) throws(VoiceError) -> [UInt8] {
        let deadline = Deadline(in: limits.sentence)
        let outcome = child.output(for: Array(text.utf8), atMost: limits.soundBytes, until: deadline, unless: stops)
        switch outcome {
        case .ended(.exited(0), let bytes): return bytes
        case .ended(let end, _): throw .ended(program: Self.name, end, lastWords: child.lastWords)
        case .tooLong:
            throw .badAnswer(
                program: Self.name, reason: "a sound file of more than \(ByteText.mebibytes(limits.soundBytes))")
        case .late: throw late(child)
        case .stopped: throw .canceled
        }
    }

    private func late(_ child: ChildProgram) -> VoiceError {
        let seconds = Int(limits.sentence.seconds.rounded(.up))
        return .late(program: Self.name, waitedSeconds: seconds, what: "sound", lastWords: child.lastWords)
    }
}
