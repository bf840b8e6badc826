import Dispatch
import Engine
import Events
import Frames
import Panels

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What `cameo record` is asked to do.
package struct RecordOptions: Sendable {
    package var session: ConnectOptions
    package var output: String
    /// `nil`: until all has been said and answered, or else until somebody ends it.
    package var duration: Span?
    /// Said one after the other, each when the one before has been answered.
    package var messages: [String] = []
    package var settings = PlaybackSettings()
    /// Says nothing on the way.
    package var isQuiet = false

    package init(_ session: ConnectOptions, output: String) {
        self.session = session
        self.output = output
    }
}

/// A live session without a screen: the engine hears it as it comes, so that its clips are asked for and its messages end,
/// and all of that goes on a tape.
@MainActor
final class HeadlessSession {
    /// How it came out.
    struct Report: Hashable, Sendable {
        var seconds = 0.0
        var messages = 0
        var frames = 0
        var unanswered: [String] = []
        /// Why there was no link at the end, if there was none.
        var linkTrouble: String?
        /// The signal that ended it.
        var signal: Int32?
    }

    private let live: LiveSession
    private let options: RecordOptions
    private let clock: SessionClock
    private let mailbox = Mailbox<Message>()
    private let decoding = DecodeQueue()
    private let wakes: WakeTimer
    private let tell: (String) -> Void
    private var deck: Deck
    private var toSay: ArraySlice<String>
    private var awaited: Awaited?
    private var report = Report()
    private var isOver = false
    private var announced: LiveSession.Link?

    /// A message that was said and has not been answered yet.
    private struct Awaited {
        var text: String
        var generation: Generation
        var since: Instant
    }

    /// An answer that has not begun by then is not coming.
    private static let answerLimit = Span.seconds(60)
    /// Clips that have not come by then are not waited for.
    private static let clipLimit = Span.seconds(180)

    /// - Parameter tell: takes a line for whoever looks on.
    init(_ live: LiveSession, _ options: RecordOptions, _ clock: SessionClock, tell: @escaping (String) -> Void) {
        (self.live, self.options, self.clock, self.tell) = (live, options, clock, tell)
        toSay = options.messages[...]
        let player = Player(LiveFeed(stream: live.tape.stream), settings: options.settings, isRecording: true)
        deck = Deck(player, blobs: live.tape.stream, at: clock.now)
        let mailbox = mailbox
        wakes = WakeTimer { mailbox.post(.wake) }
    }

    /// Records until it is over.
    /// - Throws: `AppError` when the recording ended early.
    func run() async throws -> Report {
        let signals = [SIGINT, SIGTERM, SIGHUP].map(watch)
        let (decoding, stream, mailbox) = (decoding, live.tape.stream, mailbox)
        let worker = Task.detached {
            await decodePictures(from: decoding, blobs: stream, spares: SpareBytes(), into: mailbox)
        }
        let played: Result<Void, any Error>
        do { played = .success(try await loop()) } catch { played = .failure(error) }
        wakes.cancel()
        decoding.close()
        await worker.value
        lookBack()
        await live.hangUp()
        try? deck.advance(to: clock.now)
        live.tape.recorder.record(deck.takeHeard())
        report.seconds = clock.now.seconds
        let failure = await live.tape.close()
        for signal in signals { signal.cancel() }
        try played.get()
        if let failure { throw failure }
        return report
    }

    /// What is not as it should be when the time is over. Whoever ends it by hand knows.
    private func lookBack() {
        guard report.signal == nil else { return }
        report.unanswered += [awaited?.text].compactMap { $0 } + toSay
        guard report.linkTrouble == nil, !live.link.isConnected else { return }
        var reason = ""
        if case .waiting(_, _, let why) = live.link { reason = ": \(OutsideText.shown(why, cells: 200))" }
        report.linkTrouble = "no link at the end\(reason)"
    }

    private func watch(_ number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                self?.report.signal = number
                self?.end()
            }
        }
        source.resume()
        return source
    }

    /// As if its time were over.
    func end() {
        isOver = true
        mailbox.post(.wake)
    }

    /// How the link stands.
    var link: LiveSession.Link { live.link }

    private func loop() async throws {
        deck.hear(.settingsChanged(options.settings))
        let mailbox = mailbox
        live.start { mailbox.post(.live($0)) }
        try turn()
        try await mailbox.serve { message in
            self.take(message)
            try self.turn()
            return self.isOver ? () : nil
        }
    }

    private func turn() throws {
        let now = clock.now
        try deck.advance(to: now)
        carryOut(deck.takeEffects())
        for said in deck.takeSaid() { tell("avatar: \(OutsideText.shown(said.segment.text, cells: 200))") }
        live.tape.recorder.record(deck.takeHeard())
        if let failure = live.tape.recorder.takeFailure() { throw failure }
        converse(at: now)
        if let duration = options.duration, now >= Instant.zero + duration { isOver = true }
        if let wish = [deck.nextWake, nextLook(now)].compactMap({ $0 }).min() { wakes.wake(at: wish, now: now) }
    }

    /// Times that are not the engine's are looked at four times a second.
    private func nextLook(_ now: Instant) -> Instant? {
        let end = options.duration.map { Instant.zero + $0 }
        let look = toSay.isEmpty && awaited == nil ? nil : now + .milliseconds(250)
        return [end, look].compactMap { $0 }.min()
    }

    private func take(_ message: Message) {
        switch message {
        case .overlaysDecoded(let results):
            for (job, result) in results {
                switch result {
                case .success(let picture): deck.hear(job, .pictureDecoded(job.key, job.generation, picture.size))
                case .failure(let error): deck.hear(job, .pictureFailed(job.key, job.generation, reason: error.reason))
                }
            }
        case .live(.link(let link)): take(link)
        case .live(.odd(let reason)): tell("from the backend: \(OutsideText.shown(reason, cells: 200))")
        case .posted(let outcome): take(outcome)
        default: break
        }
    }

    private func take(_ link: LiveSession.Link) {
        live.change(link)
        switch link {
        case .connecting(let attempt): tell(attempt == 0 ? "connecting" : "connecting, attempt \(attempt)")
        case .connected(let transport): tell("connected by \(transport)")
        case .waiting(let until, let attempt, let reason):
            let seconds = Int((until - clock.now).seconds.rounded())
            tell("no link: \(OutsideText.shown(reason, cells: 160)); attempt \(attempt) in \(seconds) s")
        case .refused(let reason): give(up: "the backend refuses: \(OutsideText.shown(reason, cells: 200))")
        case .gaveUp(let reason): give(up: "no connection: \(OutsideText.shown(reason, cells: 200))")
        }
    }

    private func give(up reason: String) {
        report.linkTrouble = reason
        isOver = true
    }

    private func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .decode(let job): decoding.add(job)
            case .discardAll(let generation): decoding.forget(before: generation)
            case .requestManifest: live.requestManifest()
            case .requestClip(let name, let missing): live.requestClip(name, missing: missing)
            case .show(let record):
                if record.mode == .overlay { report.frames += 1 }
                live.record(record)
            case .finishMessage(let generation):
                report.messages += 1
                if let awaited, awaited.generation == generation {
                    self.awaited = nil
                    tell("answered")
                }
            default: break
            }
        }
    }

    // MARK: Saying something

    private func converse(at now: Instant) {
        if let waiting = awaited, now - waiting.since > Self.answerLimit, !deck.timeline.edge.isAnimating {
            report.unanswered.append(waiting.text)
            awaited = nil
            tell("no answer within \(Self.answerLimit.microseconds / 1_000_000) s")
        }
        guard awaited == nil, !deck.timeline.edge.isAnimating else { return }
        guard let text = toSay.first else {
            if options.duration == nil, !options.messages.isEmpty { isOver = true }
            return
        }
        guard live.link.isConnected, hasClips(at: now) else { return }
        toSay.removeFirst()
        say(text)
    }

    private func hasClips(at now: Instant) -> Bool {
        let clips = deck.timeline.edge.clipsProgress
        return clips.known > 0 && clips.loaded == clips.known
            || (now >= Instant.zero + Self.clipLimit && clips.loaded > 0)
    }

    private func say(_ text: String) {
        tell("you: \(OutsideText.shown(text, cells: 200))")
        let ready = deck.timeline.edge.readyClips
        live.say(text, ready: ready, at: clock.now)
        // Heard before it is sent: everything of the message before is cleared by then. What came meanwhile stands before
        // it on the stream, so the moment is now and not that of the turn.
        let now = clock.now
        try? deck.advance(to: now)
        awaited = Awaited(text: text, generation: deck.timeline.edge.generation, since: now)
        let mailbox = mailbox
        live.post(text, ready: ready) { mailbox.post(.posted(PostOutcome(number: 0, failure: $0))) }
    }

    private func take(_ outcome: PostOutcome) {
        guard let failure = outcome.failure, let waiting = awaited else { return }
        tell("not said: \(OutsideText.shown(failure, cells: 200))")
        report.unanswered.append(waiting.text)
        awaited = nil
    }
}
