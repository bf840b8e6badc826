import CProcess
import Decoding
import Engine
import Events
import Files
import Live
import Platform
import Playback
import Screens
import Settings
import SocketIO
import Speaking
import Speech
import Terminal
import Transport
import Typesetting

/// `cameo say`.
package enum Saying {
    /// On the screen.
    /// - Parameters:
    ///   - stays: when all has been said, to be told more.
    ///   - repeats: says it again then.
    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func speak(
        _ options: SayOptions, stays: Bool, repeats: Bool = false, _ playback: PlaybackOptions
    ) async throws -> Ending {
        do {
            let sentences = SentenceReader(try options.source(readAgain: repeats))
            let end = sentences.end
            defer { tell(end, of: options) }
            let utterance = InitialUtterance(text: options.title, stays: stays, repeats: repeats)
            let opening = Opening(sentences: sentences, utterance: utterance) {
                repeats ? (try? options.source(readAgain: true)).map { SentenceReader($0) } : nil
            }
            do { return try await show(options.speaker, playback, saying: opening) } catch {
                // The loop takes it for work that has failed.
                guard let wordless = sentences.end.wordless, CommandError(error).reason == wordless.reason else {
                    throw error
                }
                throw wordless
            }
        } catch {
            throw CommandError(error)
        }
    }

    /// On the screen; waits to be told what to say.
    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func wait(_ speaker: SpeakerOptions, _ playback: PlaybackOptions) async throws -> Ending {
        do { return try await show(speaker, playback) } catch { throw CommandError(error) }
    }

    /// `cameo chat`: what is typed is answered by a program, and its answers are spoken. Lines of a pipe on standard input are said
    /// one after the other, and the program ends behind the last answer.
    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func chat(
        with program: ReplyProgram, by speaker: SpeakerOptions, _ playback: PlaybackOptions
    ) async throws -> Ending {
        do { return try await show(speaker, playback, answering: program) } catch { throw CommandError(error) }
    }

    /// What is said by itself.
    private struct Opening {
        let sentences: SentenceReader
        let utterance: InitialUtterance
        /// The same from its beginning, once it has been said; `nil` where it is said once.
        let again: @Sendable () -> SentenceReader?
    }

    @MainActor
    private static func show(
        _ speaker: SpeakerOptions, _ playback: PlaybackOptions, saying opening: Opening? = nil,
        answering program: ReplyProgram? = nil
    ) async throws -> Ending {
        cameo_return_pages()
        let speechSession = try speaker.speechSession()
        let avatar = speechSession.avatar
        let device = try TerminalDevice(readsKeysFromTerminal: true)
        let tape = try LiveTape(recording: playback.record, source: avatar.pack.title, overwrites: playback.overwrites)
        var playback = playback
        playback.playing.settings = try atOwnRate(playback.playing)
        let clock = SessionClock()
        let backend = SpokenBackend(speechSession, opening: opening?.sentences, answering: program)
        let identity = BackendIdentity(user: backend.user, agent: avatar.pack.title)
        let liveOptions = LiveOptions(title: "this program", identity: identity)
        let live = LiveSession(liveOptions, backend, tape, clock)
        let mailbox = Mailbox<Message>()
        backend.listen { [weak backend] event in
            if case .saidAll = event, let opening, let sentences = opening.again() {
                backend?.prepare(sentences, for: opening.utterance.text)
            }
            mailbox.post(.live(.main, event))
        }
        var subject = ScreenSubject(live, clock, initialUtterance: opening?.utterance)
        (subject.voice, subject.avatar, subject.isChat) = (backend, avatar.pack.title, program != nil)
        if program != nil, isatty(STDIN_FILENO) == 0 { subject.lines = LineInput(STDIN_FILENO) }
        return try await RunLoop.open(subject, playback, device, mailbox).run()
    }

    /// Onto a tape, without a screen and as fast as it can be made. How it came out is told on standard output.
    /// - Throws: `CommandError`; the tape stays where something is on it.
    @MainActor
    package static func record(
        _ options: SayOptions, to output: String, overwrites: Bool = false, _ playback: PlaybackOptions
    ) async throws -> Ending {
        do {
            cameo_return_pages()
            let settings = try atOwnRate(playback.playing)
            let speechSession = try options.speaker.speechSession()
            let source = try options.source()
            let tape = try LiveTape(
                recording: output, source: speechSession.avatar.pack.title, overwrites: overwrites)
            let pictures = BlobPictures(tape.stream)
            let speech = SpeechRecording(speechSession, tape, settings: settings, pictures: pictures)
            let signals = EndingSignals.onMain { [weak speech] in speech?.receiveSignal($0) }
            defer { signals.cancel() }
            let sentences = SentenceReader(source)
            let end = sentences.end
            defer { tell(end, of: options) }
            let report = try await speech.speak(sentences, as: options.title)
            let untold = report.saysNothing ? nil : LineOutput.told(report.line(output), folding: FoldedLine.message)
            if let trouble = report.trouble { throw CommandError.failed(trouble) }
            if let untold, case .quit = report.ending { throw untold }
            return report.ending
        } catch {
            throw CommandError(error)
        }
    }

    /// What was odd about the text that has been read, on standard error.
    private static func tell(_ end: TextEnd, of options: SayOptions) {
        guard let oddity = end.oddity else { return }
        let line = TerminalText.visible("cameo: \(options.place): \(oddity)")
        StandardError.write(line, folding: FoldedLine.message)
    }

    /// Speech is made at one rate, whatever is set for streams from elsewhere.
    /// - Throws: `CommandError.unusable` where an option asks for another one.
    private static func atOwnRate(_ playing: TapePlaying) throws(CommandError) -> PlaybackSettings {
        let settings = playing.settings
        var own = settings
        own.framesPerSecond = MouthTrack.rate
        let option = "--engine \(EngineSetting.framesPerSecond.rawValue)"
        guard own == settings || !playing.adjusted.options.contains(option) else {
            throw .unusable(
                "\(option)=\(settings.framesPerSecond): speech is generated at \(MouthTrack.rate) frames per second")
        }
        return own
    }
}
