import Debugger
import Engine
import Events
import PictureInPicture
import Sessions

/// A player, its clock and its playhead: plays, pauses, steps and goes to places, also to some that have not been heard
/// yet, for which it runs ahead without waiting.
///
/// Running ahead is done in slices (`work`), so that keys are answered meanwhile. All times that go in are the loop's real
/// time; positions are the player's own.
package struct PlaybackController {
    private(set) var player: FeedPlayer
    private var clock: PlaybackClock
    private var forward = FastForward()
    /// Carries out what the engine wants; its owner says who decodes, and where clips come from.
    package var runner: EffectRunner
    private var reports: [Effect] = []
    /// Something of them was heard ahead of its time.
    private var hasWorked = false
    /// Something of what `perform` has told last was heard to get to a place, and not when it was due.
    package private(set) var isAheadOfTime = false
    private var captions = SessionCaptions()
    private var length = FeedLength()
    private var seeking = Seeking()
    /// Whether all of the feed is to be heard as soon as there is nothing else to do.
    private var hearsAll: Bool
    /// What time it is in a live stream, which goes on whatever the playhead does (architecture, promise 5); `nil` while all that
    /// there was of it is heard, and for a feed that ends.
    private var live: LiveClock?
    /// Real time of the last turn.
    private var looked: Instant
    /// Nothing more can be heard by running ahead.
    package private(set) var isExhausted = false
    /// Runs stop here, and so does playing while `stopsAtBreakpoints`.
    package var breakpoints: [Breakpoint] = [] {
        didSet { seeking.beginPassing() }
    }
    package var stopsAtBreakpoints = false

    /// - Parameters:
    ///   - decoder: decodes while it runs ahead.
    ///   - hearsAll: hear the whole feed ahead, with the playhead at the beginning and paused.
    package init(_ player: FeedPlayer, _ decoder: AtOnceDecoder, at real: Instant, hearsAll: Bool = false) {
        self.player = player
        self.hearsAll = hearsAll || player.lag != nil
        looked = real
        clock = PlaybackClock(at: real)
        runner = EffectRunner(besides: decoder)
        if hearsAll { clock.stand(at: real) }
        guard player.lag == .zero else { return }
        // A stream that begins now, on the loop's own clock: there was nothing before that it would have to catch up with.
        (self.hearsAll, isExhausted) = (false, true)
        live = LiveClock(newest: real, lag: .zero, canStand: false, at: real)
        clock.set(to: real, at: real)
    }

    // MARK: Where it is

    package var timeline: Timeline { player.timeline }
    /// As it is now, wherever the playhead is.
    package var edgeTile: Tile? { player.tile }
    /// Of a book, as it is now.
    package var edgeReader: BookReader? { player.reader }
    package var edgeNarrator: Narrator? { player.narrator }
    /// As it is at the playhead.
    package var tile: Tile? { player.timeline.tile }
    /// The engine at the playhead.
    package var engine: PlaybackEngine { player.timeline.engine }
    /// Whose engine and log the views are about.
    package var focus: Member {
        get { player.timeline.focus }
        set { player.timeline.focus = newValue }
    }
    /// Any member's, as it is now; `nil` for one that nothing has been heard for.
    package func edgeEngine(of member: Member) -> PlaybackEngine? { player.engine(of: member) }
    package var isAtEdge: Bool { player.timeline.isAtEdge }
    package var log: SessionLog { player.timeline.log }
    package var isPaused: Bool { clock.isStanding }
    /// Nothing moves any more by itself, so the picture has to be exact.
    package var isStill: Bool { isPaused || (!isLive && player.isReplay && player.isAtEnd && isAtEdge) }
    package var isReplay: Bool { player.isReplay }
    /// More comes by itself, also while paused.
    package var isLive: Bool { player.lag != nil }
    /// How far the playhead is behind a live stream; zero at its edge, `nil` where there is none.
    package func lag(at real: Instant) -> TimeSpan? {
        live.map { isAtEdge ? .zero : max(.zero, $0.now(at: real) - position(at: real)) }
    }
    /// How long nothing has come of a live stream; `nil` where there is none.
    package func silence(at real: Instant) -> TimeSpan? { live?.silence(at: real) }
    package var speed: Int { clock.speed }
    /// Until when there is something to see: the end of the tape, or of what the avatar goes on to say behind it. `nil` for
    /// what has no end yet.
    package var duration: Instant? { length.end(of: player) }
    /// Nothing more is to be seen of it, and nothing more moves but an avatar that idles.
    package func isOver(at real: Instant) -> Bool {
        guard !isLive, player.isAtEnd, let duration else { return false }
        return isAtEdge ? !player.isAnimating && clock.now(at: real) >= duration : player.timeline.now >= duration
    }
    /// It is worth hearing all of it once more to know `duration`.
    package var isOfUnknownLength: Bool { !hearsAll && FeedLength.isWorthLearning(of: player) }
    /// Whether `duration` is the last word on it.
    package var isLengthKnown: Bool { length.isKnown(of: player, isExhausted: isExhausted, hearsAll: hearsAll) }
    package mutating func awaitLength() { length.beginLearning() }
    /// - Parameter length: `nil` where it cannot be known.
    package mutating func learn(length: Instant?) { self.length.learn(length) }
    /// The end of all that is known: of what has been heard, and of what the feed says there is.
    package var end: Instant {
        max(player.timeline.history.time(after: player.timeline.history.count), duration ?? .zero)
    }
    /// How far it has come with hearing what there is.
    package var part: Double { min(player.now.seconds / max(player.duration?.seconds ?? 0, 0.001), 1) }
    /// What it is looking for beyond what has been heard.
    package var seekTarget: SeekTarget? { seeking.pending?.target }
    package var isBusy: Bool { seekTarget != nil || (hearsAll && !isExhausted) }

    /// Where on the feed's clock the playhead is; at its end once all has been heard, however long the avatar idles on.
    package func position(at real: Instant) -> Instant {
        let position = clock.now(at: real)
        let place =
            isAtEdge ? position : max(player.timeline.now, min(position, player.timeline.nextMoment ?? position))
        return player.isAtEnd && !isLive ? min(place, duration ?? place) : place
    }

    /// Carries out what the engine wants.
    /// - Returns: what it says has happened since the last time, in order.
    package mutating func perform() -> [Effect] {
        let results = runner.perform(player.takeEffects(), isReplay: player.isReplay, lending: ()) { effect, _ in
            reports.append(effect)
        }
        player.receiveResults(results, from: runner)
        defer { (reports, hasWorked) = ([], false) }
        isAheadOfTime = hasWorked
        return reports
    }

    package mutating func takeHeard() -> [RecordedEvent] { player.takeHeard() }

    /// Hears what has come by the end of a live session, as far as that can be read.
    /// - Returns: what was heard since the last take.
    package mutating func hearRest(at real: Instant) -> [RecordedEvent] {
        try? advance(to: real)
        return takeHeard()
    }

    /// Lets the engine hear what it does from here on by itself, without waiting for it: the end of the sound, the way home.
    package mutating func hearOut(at real: Instant) {
        try? advance(to: real)
        forward.hearOut(&player, &runner)
    }

    /// Texts that came of a live stream since the last take.
    package mutating func takeSaid() -> [(time: Instant, segment: TextSegment, member: Member)] { captions.takeSaid() }

    /// The words that belong to what is shown at the playhead.
    package var caption: Caption { captions.caption(in: player.timeline) }
    /// All of them so far, with the places at which they were shown first.
    package var captionLines: [SaidLine] { captions.lines(of: player.timeline.focus) }
    /// There will be some: their row is there from the beginning, so that no picture changes its size when the first one comes.
    package var expectsCaptions = false
    package var hasCaptions: Bool { expectsCaptions || captions.areNeeded }

    private mutating func follow() {
        length.follow(player)
        captions.follow(&player)
    }

    package mutating func takeOutcome() -> SeekOutcome? { seeking.takeOutcome() }

    /// What somebody found who looked at the pixels of all frames.
    package mutating func add(found findings: [AuditFinding]) { player.timeline.addMediaFindings(findings) }

    // MARK: Time

    /// Real time at which there is something to do; `nil`: not before something comes from elsewhere.
    package var nextWake: Instant? {
        let moment = isAtEdge ? (live == nil ? player.nextWake : nil) : player.timeline.nextMoment
        let own = isPaused ? nil : moment.flatMap(clock.real)
        guard let live else { return own }
        // A connection tells when something has come; a tape that is being recorded has to be looked at.
        let fed = player.isAtEnd && player.lag != .zero ? looked + LiveClock.lookInterval : nil
        return [own, fed, player.nextWake.map(live.real)].compactMap { $0 }.min()
    }

    /// Lets time pass up to `real`.
    /// - Parameter soundInputs: what is heard of the edge's sound at this moment.
    package mutating func advance(to real: Instant, soundInputs: SoundInputs = { _, _ in [] }) throws {
        guard seekTarget == nil, !isCatchingUp else { return }
        let before = player.timeline.heard
        try hearLive(at: real, soundInputs)
        let moment = clock.now(at: real)
        if !isAtEdge, !isPaused { moveAlong(to: moment, at: real) }
        if isAtEdge, !isPaused {
            if let live {
                clock.set(to: live.now(at: real), at: real)
            } else {
                try player.advance(to: moment, soundInputs: soundInputs)
            }
            follow()
        }
        guard stopsAtBreakpoints, !isPaused,
            let place = seeking.stop(passedFrom: before, breakpoints, in: player.timeline)
        else { return }
        pause(at: real)
        move(to: place, at: real)
    }

    /// What there was before a live stream was joined.
    private var isCatchingUp: Bool { isLive && live == nil && !isExhausted }

    /// Lets the edge of a live stream go on; the playhead stays while paused, and falls behind when it is slower.
    private mutating func hearLive(at real: Instant, _ soundInputs: SoundInputs) throws {
        guard var live else { return }
        if isAtEdge, isPaused || speed < 100 { player.timeline.stay() }
        looked = real
        try player.refill()
        if let newest = player.duration, newest > live.newest { live.receive(newest: newest, at: real) }
        self.live = live
        guard player.lag != nil else { return try endLive(at: real, soundInputs) }
        try player.advance(to: live.now(at: real), soundInputs: soundInputs)
        if !isAtEdge { follow() }
    }

    /// The recording that was followed has ended: all of it is heard, and the playhead goes on to its end as in any other.
    private mutating func endLive(at real: Instant, _ soundInputs: SoundInputs) throws {
        // What has been seen of it does not lie behind its end.
        length.extend(to: clock.now(at: real))
        live = nil
        player.timeline.stay()
        if let end = player.duration { try player.advance(to: max(end, player.now), soundInputs: soundInputs) }
        follow()
    }

    /// Plays what has been heard already. Behind a live stream it stays behind, also where nothing has happened since.
    private mutating func moveAlong(to moment: Instant, at real: Instant) {
        player.timeline.move(to: player.timeline.history.heard(at: moment))
        if isAtEdge, let live, moment < live.now(at: real) { player.timeline.stay() }
    }

    /// All that there was has been heard: from here on it is live.
    private mutating func join(at real: Instant) {
        guard live == nil, let lag = player.lag else { return }
        live = LiveClock(newest: player.now, lag: lag, canStand: player.isReplay, at: real)
        if isPaused { move(to: player.timeline.history.count, at: real) } else { goLive(at: real) }
    }

    /// What came of decoding a picture beside the run. An answer that is not waited for any more is dropped.
    package mutating func receivePicture(
        _ job: DecodeJob, _ result: Result<PixelSize, PictureError>, for member: Member = .main
    ) {
        if runner.finish(job, for: member) { player.receiveInput(.pictureResult(job, result), for: member) }
    }

    package mutating func receiveInput(_ input: LocalInput, for member: Member = .main) {
        player.receiveInput(input, for: member)
    }

    // MARK: The user

    package mutating func togglePause(at real: Instant) throws {
        seeking.end()
        // Before time passes: it may bring a breakpoint, which pauses too.
        let wasPaused = isPaused
        try advance(to: real)
        guard wasPaused else { return pause(at: real) }
        if isAtEdge { clock.set(to: max(clock.now(at: real), player.now), at: real) }
        resume(from: real)
    }

    private mutating func resume(from real: Instant) {
        seeking.beginPassing()
        clock.run(from: real)
    }

    private mutating func pause(at real: Instant) { clock.stand(at: real) }

    package mutating func setSpeed(_ percent: Int, at real: Instant) { clock.setSpeed(percent, at: real) }

    /// Pauses, and goes to a place; what is not known yet is looked for in slices of `work`.
    package mutating func go(to goal: Goal, at real: Instant) throws { try go(to: goal, resumes: false, at: real) }

    /// Goes to another moment and plays on from there, when it was playing.
    package mutating func seek(to time: Instant, at real: Instant) throws {
        try go(to: .time(max(.zero, time)), resumes: !isPaused || seeking.pending?.resumes == true, at: real)
    }

    /// Goes to a place and plays on from there.
    package mutating func play(from goal: Goal, at real: Instant) throws { try go(to: goal, resumes: true, at: real) }

    private mutating func go(to wanted: Goal, resumes wasPlaying: Bool, at real: Instant) throws {
        // Before the first frame there is nothing to see, and while it stands nothing comes either.
        let goal = wanted == .time(.zero) && !wasPlaying ? .start : wanted
        // Steps that come faster than they are found add up.
        let pending = seekTarget.flatMap { $0.joined(by: goal) }
        try begin(at: real)
        seek(pending ?? .goal(goal, from: player.timeline.heard), at: real)
        if seekTarget != nil {
            seeking.setResumes(wasPlaying)
        } else if wasPlaying {
            resume(from: real)
        }
    }

    /// The same from where it is, or is on its way to.
    package mutating func seek(by span: TimeSpan, at real: Instant) throws {
        var base = position(at: real)
        if case .goal(.time(let time), _) = seekTarget { base = time }
        try seek(to: base + span, at: real)
    }

    /// Pauses, and runs until a breakpoint.
    /// - Parameter times: to that many stops away; where there are fewer, to the last one.
    package mutating func run(_ direction: Search.Direction, times: Int = 1, at real: Instant) throws {
        try begin(at: real)
        seek(.search(Search(direction, from: player.timeline.heard, breakpoints, times: times)), at: real)
    }

    /// Pauses, and runs until a fault whose cause is of another kind than what is to be seen now.
    package mutating func runToOtherFault(times: Int = 1, at real: Instant) throws {
        try begin(at: real)
        let (heard, log) = (player.timeline.heard, player.timeline.log)
        seek(.search(Search(otherFaultFrom: heard, in: log, times: times)), at: real)
    }

    /// Back to live, playing.
    package mutating func goLive(at real: Instant) {
        seeking.end()
        player.timeline.moveToEdge()
        // Else it would fall behind again at once.
        if live != nil, speed < 100 { clock.setSpeed(100, at: real) }
        clock.set(to: live?.now(at: real) ?? player.now, at: real)
        resume(from: real)
    }

    /// Nothing more can be heard: the feed cannot be read any further.
    package mutating func endHearing() {
        seeking.end()
        isExhausted = true
    }

    /// Goes on where `abandon` gave up.
    package mutating func hearAll() { hearsAll = true }

    /// Gives up looking; the playhead is where it was.
    package mutating func abandon(at real: Instant) {
        let resumes = seeking.end()
        if !isCatchingUp {
            if hearsAll { length.giveUp() }
            hearsAll = false
        }
        if resumes { resume(from: real) }
    }

    private mutating func begin(at real: Instant) throws {
        seeking.end()
        try advance(to: real)
        if !isPaused { pause(at: real) }
    }

    // MARK: Going there

    private mutating func seek(_ target: SeekTarget, at real: Instant) {
        guard let arrival = seeking.look(for: target, in: player.timeline, isExhausted: isExhausted) else {
            // The playhead stays while the edge moves on.
            return player.timeline.stay()
        }
        if let place = arrival.place { move(to: place, at: real) }
        if let time = arrival.time, !isAtEdge {
            clock.set(to: max(player.timeline.now, min(time, player.timeline.nextMoment ?? time)), at: real)
        }
        if arrival.resumes { resume(from: real) }
    }

    private mutating func move(to place: EventCount, at real: Instant) {
        player.timeline.move(to: place)
        clock.set(to: isAtEdge ? player.now : player.timeline.now, at: real)
    }

    /// Hears some more of what is to come, when something is looked for there, until `isOver` says that the slice is.
    package mutating func work(at real: Instant, until isOver: () -> Bool) throws {
        guard isBusy else { return }
        if seekTarget == nil, isAtEdge { player.timeline.stay() }
        player.receiveResults(runner.decodeAtOnce(), from: runner)
        defer { runner.decodeConcurrently() }
        let seeks = seekTarget != nil
        hasWorked = true
        repeat {
            isExhausted = try !forward.step(&player, &runner) { effect, _ in reports.append(effect) }
            follow()
            // No further than to the place that is looked for: what is heard goes on a recording.
            if let seekTarget { seek(seekTarget, at: real) }
        } while !isExhausted && !isOver() && (seekTarget != nil || !seeks)
        if isExhausted { join(at: real) }
    }
}
