import Cells
import Engine
import Events
import Frames
import Platform
import Playback
import Sound

/// What `cameo record` is asked to do.
package struct RecordOptions: Sendable {
    package var session: ConnectOptions
    package var output: String
    /// `nil`: until all has been said and answered, or else until somebody ends it.
    package var duration: Span?
    /// Said one after the other, each when the one before has been answered.
    package var messages: [String] = []
    package var settings = PlaybackSettings()
    /// Silence after which an answer is over although no end signal has come.
    package var silence = Span.seconds(15)
    /// An answer that has not begun by then is not coming.
    var answerLimit = Span.seconds(60)
    /// Says nothing on the way.
    package var isQuiet = false
    /// Clips that have not come by then, since there was a link, are not waited for.
    var clipLimit = Span.seconds(180)

    package init(_ session: ConnectOptions, output: String) {
        self.session = session
        self.output = output
    }
}

/// A live session without a screen: the engine hears it as it comes, so that its clips are asked for and its messages end,
/// and all of that goes on a tape.
@MainActor
package final class RecordingSession {
    let live: LiveSession
    private let options: RecordOptions
    private let clock: SessionClock
    private enum Stage {
        case recording
        /// It ends with this turn.
        case over
        /// Everything is let go: a signal ends the process now.
        case leaving
    }

    /// Everything that it can be told, one at a time.
    private enum Message: Sendable {
        /// The moment that it asked to be woken at, or it is to end.
        case wake
        case decoded(DecodedPictures)
        case live(LiveNews)
        case sound(SoundNews)
        case posted(PostOutcome)
    }

    private let mailbox = Mailbox<Message>()
    private let decoding = DecodeQueue()
    private let sounds = SoundWorker()
    private let wakes: WakeTimer
    private let announce: (String) -> Void
    private let die: (Int32) -> Void
    private var playback: PlaybackController
    private var toSay: ArraySlice<String>
    private var awaited: Awaited?
    private var report = RecordReport()
    private var stage = Stage.recording
    private var announced: LinkState?

    /// Messages that were said so far.
    private var said = 0
    /// When there was a link for the first time.
    private var linkedSince: Instant?

    /// Chunks of which a link was lost before they had come.
    private var dropped = 0
    /// A message that was said and has not been answered yet.
    private struct Awaited {
        /// Among all that were said: what becomes of another one later does not concern this one.
        var number: Int
        var text: String
        var generation: Generation
        var since: Instant
        /// It has been heard that it was said; what was heard before is not about it.
        var isHeard = false
        /// The link was lost in the middle of the answer, and nothing more of it has come since.
        var lostAt: Instant?
    }

    /// When the avatar was last seen talking, or waiting for more to say.
    private var animatedAt = Instant.zero

    /// Silence behind an end signal: others may follow it, and so may chunks that it overtook.
    private static let endSilence = Span.seconds(1)

    /// - Parameters:
    ///   - die: ends the process by a signal.
    ///   - report: takes a line for whoever looks on.
    package init(
        _ live: LiveSession, _ options: RecordOptions, _ clock: SessionClock,
        die: @escaping (Int32) -> Void, announce: @escaping (String) -> Void
    ) {
        (self.live, self.options, self.clock, self.die, self.announce) = (live, options, clock, die, announce)
        toSay = options.messages[...]
        let player = FeedPlayer(live.tape.stream, settings: options.settings, isRecording: true)
        playback = PlaybackController(player, blobs: live.tape.stream, at: clock.now)
        (playback.runner.pictures, playback.runner.sounds, playback.runner.clips) = (decoding, sounds, live)
        let mailbox = mailbox
        wakes = WakeTimer { mailbox.post(.wake) }
    }

    /// Records until it is over.
    /// - Throws: `CommandError` when the recording ended early.
    package func run() async throws -> RecordReport {
        let signals = EndingSignals.onMain { [weak self] in self?.receive(signal: $0) }
        defer { signals.cancel() }
        let (decoding, stream, mailbox) = (decoding, live.tape.stream, mailbox)
        let worker = Task.detached {
            await decodePictures(from: decoding, blobs: stream, bufferPool: BufferPool()) { mailbox.post(.decoded($0)) }
        }
        let sounds = sounds
        let listener = Task { await sounds.run(stream) { mailbox.post(.sound($0)) } }
        let played: Result<Void, any Error>
        do { played = .success(try await loop()) } catch { played = .failure(error) }
        stage = .leaving
        wakes.cancel()
        decoding.close()
        sounds.close()
        await worker.value
        await listener.value
        lookBack()
        let failure = await live.end {
            report.seconds = clock.now.seconds
            return playback.hearRest(at: clock.now)
        }
        report.messages = playback.timeline.edge.counters.messagesFinished
        try played.get()
        if let failure { throw failure }
        return report
    }

    /// What is not as it should be when the time is over. Whoever ends it by hand knows.
    private func lookBack() {
        guard report.signal == nil else { return }
        report.unanswered += [awaited?.text].compactMap { $0 } + toSay
        guard report.trouble == nil, !live.link.isConnected else { return }
        var reason = ""
        if case .waiting(_, _, _, let why) = live.link { reason = ": \(OutsideText.shown(why, cells: 200))" }
        report.trouble = "no link at the end\(reason)"
    }

    /// Ends the recording in good order; once that is under way, the process, whatever it waits for.
    func receive(signal number: Int32) {
        guard stage != .leaving else { return die(number) }
        report.signal = number
        end()
    }

    /// As if its time were over.
    func end() {
        stage = .over
        mailbox.post(.wake)
    }

    private func loop() async throws {
        playback.receive(.settingsChanged(options.settings))
        let mailbox = mailbox
        live.start(wake: { mailbox.post(.wake) }, report: { mailbox.post(.live($0)) })
        try turn()
        try await mailbox.serve { message in
            self.receive(message)
            try self.turn()
            return self.stage == .recording ? nil : ()
        }
    }

    private func turn() throws {
        let now = clock.now
        try playback.advance(to: now)
        let heard = playback.takeHeard()
        watchAnswer(heard)
        receive(playback.perform())
        for said in playback.takeSaid() { announce("avatar: \(OutsideText.shown(said.segment.text, cells: 200))") }
        live.tape.recorder.record(heard)
        if let failure = live.tape.recorder.takeFailure() { throw failure }
        converse(at: now)
        if let duration = options.duration, now >= Instant.zero + duration { stage = .over }
        if let wish = [playback.nextWake, nextLook(now)].compactMap({ $0 }).min() { wakes.wake(at: wish, now: now) }
    }

    /// Times that are not the engine's are looked at four times a second.
    private func nextLook(_ now: Instant) -> Instant? {
        let end = options.duration.map { Instant.zero + $0 }
        let look = toSay.isEmpty && awaited == nil ? nil : now + .milliseconds(250)
        return [end, look].compactMap { $0 }.min()
    }

    private func receive(_ message: Message) {
        switch message {
        case .decoded(.overlays(let results)):
            for (job, result) in results { playback.receive(job, result.map(\.size)) }
        case .sound(.decoded(let name, _, let result, _)):
            playback.receive(.soundResult(name, result.map(\.duration)))
        case .live(let news): receive(news)
        case .posted(let outcome): receive(outcome)
        default: break
        }
    }

    private func receive(_ news: LiveNews) {
        live.receive(news)
        switch news {
        case .link(let link): receive(link)
        case .trouble(let reason): announce(OutsideText.shown(reason, cells: 200))
        case .odd(let oddities): announce("from the backend: \(OutsideText.shown(oddities.take(), cells: 200))")
        case .history, .saidAll: break
        }
    }

    private func receive(_ link: LinkState) {
        switch link {
        case .connecting(let attempt): announce(attempt == 0 ? "connecting" : "connecting, attempt \(attempt)")
        case .connected(let transport):
            linkedSince = linkedSince ?? clock.now
            announce("connected by \(transport.rawValue)")
        case .waiting(let until, let attempt, _, let reason):
            let seconds = Int((until - clock.now).seconds.rounded())
            announce("no link: \(OutsideText.shown(reason, cells: 160)); attempt \(attempt) in \(seconds) s")
        case .refused(let reason): give(up: "the backend refuses: \(OutsideText.shown(reason, cells: 200))")
        case .gaveUp(_, let reason): give(up: "no connection: \(OutsideText.shown(reason, cells: 200))")
        }
    }

    private func give(up reason: String) {
        report.trouble = reason
        stage = .over
    }

    private func receive(_ reports: [Effect]) {
        live.record(reports, playback.timeline)
        report.frames += reports.count { report in
            guard case .show(let record) = report else { return false }
            return record.position != nil && record.wasShown && record.status != .held
        }
    }

    // MARK: Saying something

    private func converse(at now: Instant) {
        if playback.timeline.edge.isAnimating { animatedAt = now }
        if let awaited { judge(awaited, at: now) }
        guard awaited == nil, !playback.timeline.edge.isAnimating else { return }
        guard let text = toSay.first else {
            if options.duration == nil, !options.messages.isEmpty { stage = .over }
            return
        }
        guard live.link.isConnected, let linkedSince else { return }
        let clips = playback.timeline.edge.clipsProgress
        if clips.known == 0 || clips.loaded < clips.known {
            guard now >= linkedSince + options.clipLimit else { return }
            guard clips.loaded > 0 else { return missClips() }
        }
        toSay.removeFirst()
        send(text)
    }

    /// An answer is over by its end signal and some silence, or by a long silence. Coming home does not end it: a slow one goes on.
    private func judge(_ waiting: Awaited, at now: Instant) {
        let edge = playback.timeline.edge
        guard !edge.isAnimating, waiting.isHeard else { return }
        guard edge.generation == waiting.generation else {
            return missAnswer("the answer gave way to another message")
        }
        if edge.isAwaitingAnswer {
            guard now - waiting.since > options.answerLimit else { return }
            return missAnswer("no answer within \(options.answerLimit.typed)")
        }
        if let lost = waiting.lostAt, edge.lastHeardAt <= lost {
            if now - lost >= options.silence { missAnswer(Self.brokenOff) }
            return
        }
        let quiet = now - max(edge.lastHeardAt, animatedAt)
        if edge.hasEndSignal, quiet >= Self.endSilence {
            awaited = nil
            announce("answered")
        } else if quiet >= options.silence {
            awaited = nil
            announce("answered; no end signal came within \(options.silence.typed)")
        }
    }

    /// With none the backend could not be answered by anything but idling. Whoever has set a time wants what comes all the same.
    private func missClips() {
        guard options.duration == nil else { return }
        give(up: "no clip has come as a whole within \(options.clipLimit.typed): nothing was said")
    }

    private static let brokenOff = "the answer is broken off: the link is lost"

    /// An answer that a lost link has broken off ends in good order for the engine, which plays what it has. It is none; unless no more
    /// of it than its rest was missing, and that comes on another link.
    private func watchAnswer(_ heard: [RecordedEvent]) {
        for one in heard where awaited != nil {
            switch one.event.body {
            case .local(.sent): awaited?.isHeard = true
            case .local(.linkLost) where awaited?.isHeard == true, .local(.linkClosed) where awaited?.isHeard == true:
                let edge = playback.timeline.edge
                if edge.counters.dropped > dropped { missAnswer(Self.brokenOff) }
                if !edge.hasEndSignal { awaited?.lostAt = one.event.time }
            default: break
            }
        }
        dropped = playback.timeline.edge.counters.dropped
    }

    private func missAnswer(_ reason: String) {
        report.unanswered += [awaited?.text].compactMap { $0 }
        awaited = nil
        announce(reason)
    }

    private func send(_ text: String) {
        announce("you: \(OutsideText.shown(text, cells: 200))")
        said += 1
        let (mailbox, ready) = (mailbox, playback.timeline.edge.readyClips)
        live.send(text, number: said, ready: ready, through: &playback) { mailbox.post(.posted($0)) }
        awaited = Awaited(
            number: said, text: text, generation: playback.timeline.edge.generation, since: clock.now)
    }

    private func receive(_ outcome: PostOutcome) {
        guard let failure = outcome.failure else { return }
        live.refuse(outcome.generation, at: clock.now)
        guard outcome.number == awaited?.number else { return }
        missAnswer("not said: \(OutsideText.shown(failure, cells: 200))")
    }
}
