import Decoding
import Events
import Hosting
import Live
import Playback
import Screens
import Settings
import Terminal
import TileLink

/// The loop of every screen: takes one message at a time, lets the model decide, has it done by the controller, and draws what came
/// of it.
///
/// Main actor.
@MainActor
final class RunLoop {
    private let mailbox: Mailbox<Message>
    private let controller: ScreenController
    private var model: ScreenModel
    private let wakes: WakeTimer
    /// Whether a message is on its way that goes on with work; with a second one keys would wait twice as long.
    private var isWorkPosted = false
    private var lastTurn = ContinuousClock.now
    /// Something has come behind the last one.
    private var owesTurn = false
    /// How the user left what was played, behind `run`.
    private(set) var left: (view: SavedView, isStepping: Bool)?
    /// Work is done for so long before what has come meanwhile is answered.
    private static let slice = Duration.milliseconds(8)
    /// The same where nothing has come and nothing is due: each turn draws, and more of them would take their time from the work.
    private static let quietSlice = Duration.milliseconds(50)

    /// Takes the terminal; `run` gives it back.
    /// - Parameter mailbox: for whoever has something to tell the loop.
    /// - Throws: what a terminal can, which is as it was then; nothing is left of the subject.
    static func open(
        _ subject: ScreenSubject, _ options: PlaybackOptions, _ device: TerminalDevice,
        _ mailbox: Mailbox<Message> = Mailbox()
    ) async throws -> RunLoop {
        do {
            let hosts = options.hosting != nil
            let screen = try Screen(device, options.terminal, hosts: hosts) { mailbox.post(.terminal($0)) }
            let host: Host?
            do { host = try options.hosting.map { try Host($0, subject, screen, device, mailbox) } } catch {
                screen.stop()
                throw error
            }
            return RunLoop(subject, options, ScreenController(subject, options, screen, mailbox, host), mailbox)
        } catch {
            await subject.discard()
            throw error
        }
    }

    private init(
        _ subject: ScreenSubject, _ options: PlaybackOptions, _ controller: ScreenController,
        _ mailbox: Mailbox<Message>
    ) {
        (self.controller, self.mailbox) = (controller, mailbox)
        wakes = WakeTimer { mailbox.post(.wake) }
        model = ScreenModel(subject.opening(options))
        apply(controller.firstInputs)
    }

    /// Plays until somebody ends it. The screen has been given back when this returns or throws.
    /// - Throws: `TapeError` when the tape cannot be read any further, `CommandError` when the recording ended early.
    func run() async throws -> Ending {
        controller.start()
        let played: Result<Ending, any Error>
        do { played = .success(try await loop()) } catch { played = .failure(error) }
        left = (model.viewToKeep(controller.played), model.isStepping)
        // Before anything is waited for: quitting is instant.
        controller.stop()
        wakes.cancel()
        let failure = await controller.leave()
        let ending = try played.get()
        if let failure { throw failure }
        return ending
    }

    private func loop() async throws -> Ending {
        apply([.began])
        try turn()
        return try await mailbox.serve { message in
            if case .work = message { self.isWorkPosted = false }
            self.apply(self.controller.receiveMessage(message))
            if self.controller.ending == nil {
                if case .terminal(.outputReady) = message, !self.controller.awaitsTerminal, !self.owesTurn {
                    self.sleep()
                } else if message.isOneOfMany, self.mailbox.hasMore, self.lastTurn.duration(to: .now) < Self.slice {
                    // One turn for them all.
                    self.owesTurn = true
                } else {
                    try self.turn()
                }
            }
            return try self.controller.ending?.get()
        }
    }

    /// Lets time pass and shows what came of it.
    private func turn() throws {
        defer { (lastTurn, owesTurn) = (.now, false) }
        apply(try controller.advance(model))
        if let end = model.noticeEnd, controller.clock.now >= end { apply([.noticeDue]) }
        if let end = model.countEnd, controller.clock.now >= end { apply([.countDue]) }
        work()
        apply(controller.performEffects())
        controller.followTile()
        apply(controller.followBook(model))
        apply(controller.followHost(model))
        controller.followEnd()
        if model.awaitsTurn { apply([.turned]) }
        apply(controller.outcome())
        for action in controller.refresh(&model) { apply(controller.perform(action, for: model)) }
        controller.tellTile(of: model)
        sleep()
    }

    private func sleep() {
        if let wake = nextWake { wakes.wake(at: wake, now: controller.clock.now) }
    }

    /// The next moment at which something is due.
    private var nextWake: Instant? { [controller.nextWake, model.noticeEnd, model.countEnd].compactMap(\.self).min() }

    /// Lets the model hear something, and has done what it wants.
    private func apply(_ inputs: [ScreenInput]) {
        for input in inputs {
            for action in model.handle(input, controller.played) { apply(controller.perform(action, for: model)) }
        }
    }

    /// Looks for what is beyond what has been heard, and through the log, a slice at a time; keys are answered in between: one slice
    /// for all that has come meanwhile, or a key would wait for a slice with each decoded picture before it.
    private func work() {
        guard !isWorkPosted else { return }
        let begin = ContinuousClock.now
        let isOver = { [mailbox, clock = controller.clock, wake = nextWake] in
            let time = begin.duration(to: .now)
            guard time >= Self.slice else { return false }
            return time >= Self.quietSlice || mailbox.hasMore || wake.map { clock.now >= $0 } == true
        }
        apply(controller.work(until: isOver))
        // At the least one part, or what is heard would get ahead of what is shown of it.
        while let inputs = controller.workOnLog(for: model) {
            apply(inputs)
            if isOver() { break }
        }
        guard controller.hasWork(for: model) else { return }
        // Goes on as soon as what has come meanwhile has been answered.
        mailbox.post(.work)
        isWorkPosted = true
    }
}

/// Everything that the run loop can be told. It takes one at a time, in the order in which they were posted.
enum Message: Sendable {
    case terminal(TerminalEvent)
    /// The moment that the loop asked to be woken at, or there is something to hear.
    case wake
    /// What takes long goes on.
    case work
    case decoded(Member, DecodedPictures)
    case sound(Member, SoundEvent)
    case live(Member, LiveEvent)
    /// What became of a message that was sent.
    case posted(Member, PostOutcome)
    /// What came of something that the tile wants.
    case tile(TileEvent)
    case video(TileVideo.Event)
    /// What came of something that a reader of a book wants.
    case book(BookEvent)
    /// From somebody who works on files beside the loop.
    case files(ScreenInput)
    /// Until when there is something to see on the tape that is played; `nil` where that cannot be known.
    case length(Instant?)
    /// From the program that is hosted.
    case host(HostedEvent)
    /// From programs that speak through the tile.
    case utterance(UtteranceEvent)

    /// While something is looked for these come by the hundred.
    var isOneOfMany: Bool {
        switch self {
        case .decoded, .sound: true
        default: false
        }
    }
}
