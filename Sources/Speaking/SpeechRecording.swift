import Engine
import Events
import Live
import Platform
import Playback
import SocketIO
import Speech

/// A text spoken onto a tape, without a screen and as fast as it can be made: the messages of the backend that speaks, heard by
/// an engine on a clock that jumps from one moment at which something happens to the next. Main actor.
@MainActor
package final class SpeechRecording {
    private let speechSession: SpeechSession
    private let tape: LiveTape
    private let clips = RequestedClips()
    private let settings: PlaybackSettings
    private var player: FeedPlayer
    private var forward = FastForward()
    private var runner: EffectRunner
    /// When what comes next comes.
    private var moment = Instant.zero
    private var start = Instant.zero
    private var failure: (any Error)?
    private var report = RecordReport()
    private var speaking: Task<String?, Never>?
    private var progress = ProgressLine.onStandardError()

    /// - Parameter pictures: of the tape's stream.
    package init(
        _ speechSession: SpeechSession, _ tape: LiveTape, settings: PlaybackSettings, pictures: any RunPictures
    ) {
        (self.speechSession, self.tape, self.settings) = (speechSession, tape, settings)
        player = FeedPlayer(tape.stream, settings: settings, isRecording: true)
        runner = EffectRunner(atOnce: AtOnceDecoder(pictures, sounds: SoundPrefetcher(tape.stream)))
        runner.helpers[.main]?.clips = clips
    }

    /// - Parameter text: what the user asks for, as the tape shows it.
    /// - Returns: how it came out; what could not be said is its `trouble`. Where that is all of it no tape is left.
    /// - Throws: `CommandError` when the recording ended early, or the pack has no clip that can be shown;
    ///   `WordlessText` when there was nothing to say, and no tape is left then.
    package func speak(_ sentences: SentenceReader, as text: String) async throws -> RecordReport {
        let spoken: Result<Void, any Error>
        do { spoken = .success(try await speak(sentences, text)) } catch { spoken = .failure(error) }
        progress.end()
        await speechSession.voice.close()
        report.end = player.now
        let wordless = sentences.end.wordless
        guard wordless == nil, !report.saysNothing else {
            await tape.discard()
            if let wordless { throw wordless }
            return report
        }
        let unwritten = await tape.close()
        try spoken.get()
        if let unwritten { throw unwritten }
        return report
    }

    /// Ends the recording in good order, behind what has been said.
    package func receiveSignal(_ number: Int32) {
        report.signal = number
        speaking?.cancel()
    }

    private func speak(_ sentences: SentenceReader, _ text: String) async throws {
        player.receiveInput(.settingsChanged(settings))
        tape.stream.receiveInput(.linkRestored, at: .zero)
        try await advance()
        let clips = player.engine.clipsProgress
        guard clips.known > 0, clips.loaded == clips.known else {
            throw CommandError.unusable("\(clips.loaded) of \(clips.known) clips can be shown; expected all of them")
        }
        start = player.now
        moment = start
        tape.stream.send(text, ready: player.engine.readyClips, at: moment)
        let speaking = Task { await speechSession.speak(sentences, at: Pace(speech: self)) { await self.give($0) } }
        self.speaking = speaking
        if report.signal != nil { speaking.cancel() }
        report.trouble = await speaking.value
        if let failure { throw failure }
        // What has been said is played to its end also when a signal has ended it: nothing more comes, and no end signal.
        if report.signal != nil { tape.stream.receiveInput(.linkClosed, at: moment) }
        forward.isStreamOver = true
        try await advance()
        let engine = player.engine
        (report.messages, report.cutOff) = (engine.counters.messagesFinished, engine.answersCutOff)
    }

    private func give(_ messages: [WireMessage]) async {
        for message in messages { tape.stream.receiveMessage(message, at: moment) }
        do { try await advance() } catch {
            failure = error
            speaking?.cancel()
        }
    }

    /// Lets the engine hear what has come, and gives it what it wants in return.
    private func advance() async throws {
        while try forward.step(&player, &runner, { effect, _ in receiveEffect(effect) }) {
            try giveClips()
            tape.recorder.record(player.takeHeard())
            if let failure = tape.recorder.takeFailure() { throw failure }
            progress.report("\(player.now.inSeconds) s")
            // The disk sets the pace where it is the slowest.
            await tape.stream.waitForRoom()
        }
    }

    private func giveClips() throws {
        let (avatar, stream) = (speechSession.avatar, tape.stream)
        for request in clips.takeAll() {
            switch request {
            case .manifest: stream.receiveMessage(avatar.clips.content.manifest, at: player.now)
            case .clip(let name):
                for place in avatar.places(of: name) {
                    stream.receiveMessage(try avatar.clips.message(at: place), at: player.now)
                }
            }
        }
    }

    private func receiveEffect(_ effect: Effect) {
        guard case .show(let record) = effect else { return }
        if record.mode == .overlay, record.wasShown, record.status != .held { report.frames += 1 }
    }

    /// The engine's own time: none passes while a voice speaks.
    private struct Pace: SpeechPace {
        let speech: SpeechRecording

        func passed() async -> TimeSpan { await speech.moment - speech.start }
        func wait(until time: TimeSpan) async { await speech.go(to: time) }
    }

    private func go(to time: TimeSpan) { moment = max(moment, start + time) }
}

/// What the engine has asked for of its clips.
private final class RequestedClips: ClipSource {
    enum Request {
        case manifest
        case clip(ClipName)
    }

    private var requests: [Request] = []

    func requestManifest() { requests.append(.manifest) }
    func requestClip(_ name: ClipName, missing: [Int]) { requests.append(.clip(name)) }

    func takeAll() -> [Request] {
        defer { requests = [] }
        return requests
    }
}
