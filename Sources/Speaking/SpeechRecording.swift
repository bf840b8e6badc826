import Engine
import Events
import Frames
import Live
import Panels
import Playback
import Speech
import Terminal
import Wire

/// A text spoken onto a tape, without a screen and as fast as it can be made: the messages of the backend that speaks, heard by
/// an engine on a clock that jumps from one moment at which something happens to the next. Main actor.
@MainActor
package final class SpeechRecording {
    private let speechSession: SpeechSession
    private let tape: LiveTape
    private let settings: PlaybackSettings
    private var player: FeedPlayer
    private var forward: FastForward
    /// When what comes next comes.
    private var moment = Instant.zero
    private var start = Instant.zero
    private var failure: (any Error)?
    private var report = RecordReport()
    private var speaking: Task<String?, Never>?
    private var progress = ProgressLine.onStandardError()

    package init(_ speechSession: SpeechSession, _ tape: LiveTape, settings: PlaybackSettings) {
        (self.speechSession, self.tape, self.settings) = (speechSession, tape, settings)
        player = FeedPlayer(LiveFeed(stream: tape.stream), settings: settings, isRecording: true)
        forward = FastForward(blobs: tape.stream)
        forward.sounds = SoundPrefetcher(tape.stream)
    }

    /// - Parameter text: what the user asks for, as the tape shows it.
    /// - Returns: how it came out; what could not be said is its `trouble`.
    /// - Throws: `CommandError` when the recording ended early, or the pack has no clip that can be shown.
    package func speak(_ sentences: SentenceReader, as text: String) async throws -> RecordReport {
        let spoken: Result<Void, any Error>
        do { spoken = .success(try await speak(sentences, text)) } catch { spoken = .failure(error) }
        progress.end()
        await speechSession.voice.close()
        report.seconds = player.now.seconds
        let unwritten = await tape.close()
        try spoken.get()
        if let unwritten { throw unwritten }
        return report
    }

    /// Ends the recording in good order, behind what has been said.
    package func receive(signal number: Int32) {
        report.signal = number
        speaking?.cancel()
    }

    private func speak(_ sentences: SentenceReader, _ text: String) async throws {
        player.receive(.settingsChanged(settings))
        tape.stream.receive(.linkRestored, at: .zero)
        try await receive()
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
        // What has been said is played to its end also when a signal has ended it.
        forward.isStreamOver = true
        try await receive()
        // One that a signal has ended has no end signal, and has been played all the same.
        report.messages = player.engine.counters.messagesFinished
    }

    private func give(_ messages: [WireMessage]) async {
        for message in messages { tape.stream.receive(message, at: moment) }
        do { try await receive() } catch {
            failure = error
            speaking?.cancel()
        }
    }

    /// Lets the engine hear what has come, and gives it what it wants in return.
    private func receive() async throws {
        var effects: [Effect] = []
        while try forward.step(&player, { effect, _ in effects.append(effect) }) {
            let due = effects
            effects = []
            for effect in due { try perform(effect) }
            tape.recorder.record(player.takeHeard())
            if let failure = tape.recorder.takeFailure() { throw failure }
            progress.report("\(FrameLine.time(player.now)) s")
            // The disk sets the pace where it is the slowest.
            await tape.stream.waitForRoom()
        }
    }

    private func perform(_ effect: Effect) throws {
        switch effect {
        case .requestManifest: tape.stream.receive(speechSession.avatar.clips.content.manifest, at: player.now)
        case .requestClip(let name, _):
            let avatar = speechSession.avatar
            for place in avatar.places(of: name) {
                tape.stream.receive(try avatar.clips.message(at: place), at: player.now)
            }
        case .show(let record):
            if record.mode == .overlay, record.wasShown, record.status != .held { report.frames += 1 }
        default: break
        }
    }

    /// The engine's own time: none passes while a voice speaks.
    private struct Pace: SpeechPace {
        let speech: SpeechRecording

        func passed() async -> Span { await speech.moment - speech.start }
        func wait(until time: Span) async { await speech.go(to: time) }
    }

    private func go(to time: Span) { moment = max(moment, start + time) }
}
