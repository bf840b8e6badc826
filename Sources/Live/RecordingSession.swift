import Engine
import Events
import Platform
import Playback
import Sound
import Typesetting

/// What `cameo record` is asked to do.
package struct RecordOptions: Sendable {
    package var session: ConnectOptions
    package var output: String
    /// Whether a recording of that name is replaced.
    package var overwrites = false
    /// Bytes that the tape may have; `nil` for as many as usual.
    package var sizeLimit: Int?
    /// `nil`: until all has been said and answered, or else until somebody ends it.
    package var duration: TimeSpan?
    /// Said one after the other, each when the one before has been answered.
    package var messages: [String] = []
    package var settings = PlaybackSettings()
    /// Says nothing on the way.
    package var isQuiet = false
    package var limits = RecordedConversation.Limits()

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
        case decoded([(job: DecodeJob, result: Result<PixelSize, PictureError>)])
        case live(LiveEvent)
        case sound(SoundEvent)
        case posted(PostOutcome)
    }

    private let mailbox = Mailbox<Message>()
    private let decoding = DecodeQueue()
    private let measure: @Sendable (ContentHash) -> Result<PixelSize, PictureError>
    private let sounds = SoundWorker()
    private let wakes: WakeTimer
    private let announce: (String) -> Void
    private let die: (Int32) -> Void
    private var playback: PlaybackController
    private var conversation: RecordedConversation
    private var report = RecordReport()
    private var stage = Stage.recording
    /// Why there is no link, or was none before the attempt that is under way.
    private var obstacle: String?
    /// When its end began: somebody asked for it first, or it was over.
    private var endBegan: Instant?
    static let oneRequest = TimeSpan.milliseconds(500)

    /// - Parameters:
    ///   - pictures: of the session's stream.
    ///   - die: ends the process by a signal.
    ///   - announce: takes a line for whoever looks on.
    package init(
        _ live: LiveSession, _ options: RecordOptions, _ clock: SessionClock, pictures: any RunPictures,
        die: @escaping (Int32) -> Void, announce: @escaping (String) -> Void
    ) {
        (self.live, self.options, self.clock, self.die, self.announce) = (live, options, clock, die, announce)
        conversation = RecordedConversation(
            saying: options.messages, hasTime: options.duration != nil, options.limits)
        let player = FeedPlayer(live.tape.stream, settings: options.settings, isRecording: true)
        measure = pictures.measure
        let decoder = AtOnceDecoder(pictures, sounds: SoundPrefetcher(live.tape.stream))
        playback = PlaybackController(player, decoder, at: clock.now)
        playback.runner.helpers[.main] = EngineHelpers(pictures: decoding, sounds: sounds, clips: live)
        let mailbox = mailbox
        wakes = WakeTimer { mailbox.post(.wake) }
    }

    /// Records until it is over.
    /// - Throws: `CommandError` when the recording ended early.
    package func run() async throws -> RecordReport {
        let clock = clock
        let signals = EndingSignals.onMain { [weak self] in self?.receiveSignal($0, at: clock.now) }
        defer { signals.cancel() }
        let (decoding, measure, stream, mailbox) = (decoding, measure, live.tape.stream, mailbox)
        let worker = Task.detached {
            // Nobody draws base frames.
            while case .overlays(let jobs)? = await decoding.next() {
                mailbox.post(.decoded(jobs.map { ($0, measure($0.picture.hash)) }))
            }
        }
        let sounds = sounds
        let listener = Task { await sounds.run(stream) { mailbox.post(.sound($0)) } }
        let played: Result<Void, any Error>
        do { played = .success(try await loop()) } catch { played = .failure(error) }
        stage = .leaving
        endBegan = endBegan ?? clock.now
        wakes.cancel()
        decoding.close()
        sounds.close()
        await worker.value
        await listener.value
        lookBack()
        let failure = await live.end {
            report.end = clock.now
            return playback.hearRest(at: clock.now)
        }
        let edge = playback.timeline.edge
        (report.messages, report.cutOff) = (edge.counters.messagesFinished, edge.answersCutOff)
        try played.get()
        if let failure { throw failure }
        return report
    }

    /// The avatar is about to talk, or talks.
    var isAnswering: Bool { playback.timeline.edge.isAnimating }

    /// What is not as it should be when the time is over. Whoever ends it by hand knows.
    private func lookBack() {
        guard report.signal == nil else {
            report.unanswered = conversation.missed
            return
        }
        report.unanswered = conversation.unanswered(isAnswering: isAnswering)
        if isAnswering { report.unfinished = conversation.awaitedText }
        guard report.trouble == nil, !live.link.isConnected else { return }
        let reason = obstacle.map { ": \(OutsideText.shown($0, cells: 200))" } ?? ""
        report.trouble = "not connected at the end\(reason)"
    }

    /// Ends the recording in good order; once that is under way a request ends the process, whatever it waits for. What comes
    /// within half a second of the end's begin asks for the same: some programs signal a process and then its group, or
    /// give it just the time that it was to record.
    func receiveSignal(_ number: Int32, at moment: Instant) {
        let began = endBegan ?? moment
        endBegan = began
        guard stage == .leaving else {
            report.signal = number
            return end()
        }
        if moment - began >= Self.oneRequest { die(number) }
    }

    /// As if its time were over.
    func end() {
        stage = .over
        mailbox.post(.wake)
    }

    private func loop() async throws {
        playback.receiveInput(.settingsChanged(options.settings))
        let mailbox = mailbox
        live.start(wake: { mailbox.post(.wake) }, report: { mailbox.post(.live($0)) })
        try turn()
        try await mailbox.serve { message in
            self.receiveMessage(message)
            try self.turn()
            return self.stage == .recording ? nil : ()
        }
    }

    private func turn() throws {
        let now = clock.now
        try playback.advance(to: now)
        let received = playback.takeHeard()
        converse(.heard(received.map(\.event)))
        receiveEffects(playback.perform())
        for said in playback.takeSaid() { announce("avatar: \(OutsideText.shown(said.segment.text, cells: 200))") }
        live.tape.recorder.record(received)
        if let failure = live.tape.recorder.takeFailure() { throw failure }
        converse(.turn)
        if let duration = options.duration, now >= Instant.zero + duration { stage = .over }
        if let next = [playback.nextWake, nextLook(now)].compactMap({ $0 }).min() { wakes.wake(at: next, now: now) }
    }

    /// Times that are not the engine's are looked at four times a second.
    private func nextLook(_ now: Instant) -> Instant? {
        let end = options.duration.map { Instant.zero + $0 }
        let look = conversation.isUnderWay ? now + .milliseconds(250) : nil
        return [end, look].compactMap { $0 }.min()
    }

    private func receiveMessage(_ message: Message) {
        switch message {
        case .decoded(let pictures):
            for (job, result) in pictures { playback.receivePicture(job, result) }
        case .sound(.decoded(let name, _, let result, _)):
            playback.receiveInput(.soundResult(name, result.map(\.duration)))
        case .live(let event): receiveEvent(event)
        case .posted(let outcome): receiveOutcome(outcome)
        default: break
        }
    }

    private func receiveEvent(_ event: LiveEvent) {
        live.receive(event)
        switch event {
        case .link(let link): receiveLink(link)
        case .remark(let words): announce(words)
        case .trouble(let reason), .nothing(let reason): announce(OutsideText.shown(reason, cells: 200))
        case .odd(let oddities): announce(OutsideText.shown(oddities.take(), cells: 200))
        case .history, .saidAll: break
        }
    }

    private func receiveLink(_ link: LinkState) {
        switch link {
        case .connecting(let attempt): announce(attempt == 0 ? "connecting" : "connecting, attempt \(attempt)")
        case .connected(let transport):
            obstacle = nil
            converse(.linked)
            announce("connected via \(transport.rawValue)")
        case .waiting(let until, let attempt, _, let reason, let words):
            obstacle = words ?? reason
            let seconds = Int((until - clock.now).seconds.rounded())
            // Where all has been said this is the end.
            let goesOn = conversation.isUnderWay || options.duration != nil || options.messages.isEmpty
            let next = goesOn ? "; attempt \(attempt) in \(seconds) s" : ""
            announce("connection lost: \(OutsideText.shown(words ?? reason, cells: 160))\(next)")
        case .refused(let reason): give(up: "refused by the backend: \(OutsideText.shown(reason, cells: 200))")
        case .gaveUp(_, let reason): give(up: "cannot connect: \(OutsideText.shown(reason, cells: 200))")
        }
    }

    private func give(up reason: String) {
        report.trouble = reason
        stage = .over
    }

    private func receiveEffects(_ effects: [Effect]) {
        live.record(effects, playback.timeline)
        report.frames += effects.count { effect in
            guard case .show(let record) = effect else { return false }
            return RecordReport.counts(record)
        }
    }

    // MARK: Saying something

    private func converse(_ input: RecordedConversation.Input) {
        let edge = playback.timeline.edge
        let clips = edge.clipsProgress
        let standing = RecordedConversation.Standing(
            isLinked: live.link.isConnected, isAnimating: edge.isAnimating, isAwaitingAnswer: edge.isAwaitingAnswer,
            hasEndSignal: edge.hasEndSignal, endsWithClipAlone: edge.endsWithClipAlone, generation: edge.generation,
            lastHeardAt: edge.lastHeardAt,
            dropped: edge.counters.dropped, loadedClips: clips.loaded, knownClips: clips.known,
            isAwaitingManifest: edge.isAwaitingManifest)
        for action in conversation.handle(input, standing, at: clock.now) { act(on: action) }
    }

    private func act(on action: RecordedConversation.Action) {
        switch action {
        case .say(let text, let number): say(text, number: number)
        case .announce(let line): announce(line)
        case .end: stage = .over
        case .giveUp(let reason): give(up: reason)
        }
    }

    private func say(_ text: String, number: Int) {
        announce("you: \(OutsideText.shown(text, cells: 200))")
        let (mailbox, ready) = (mailbox, playback.timeline.edge.readyClips)
        live.send(text, number: number, ready: ready, through: &playback) { mailbox.post(.posted($0)) }
        converse(.sent(playback.timeline.edge.generation))
    }

    private func receiveOutcome(_ outcome: PostOutcome) {
        guard let failure = outcome.failure else { return }
        live.refuse(outcome.generation, at: clock.now)
        converse(.notTaken(number: outcome.number, reason: OutsideText.shown(failure, cells: 200)))
    }
}
