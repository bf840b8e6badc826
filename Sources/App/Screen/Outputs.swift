import Dispatch
import Engine
import Events
import Live
import Playback
import Settings
import Sound

/// What draws a member's avatar and lets it be heard, and where it comes from.
///
/// Owner: the run loop, main actor.
@MainActor
final class MemberOutputs {
    let pictures: ScreenPictures
    let sound: SoundController
    /// `nil` where it comes from a tape.
    let live: LiveSession?
    private let worker = SoundWorker()

    init(_ blobs: any BlobSource, _ live: LiveSession?, _ options: SoundOptions?) {
        pictures = ScreenPictures(blobs: blobs)
        sound = SoundController(worker, options)
        self.live = live
    }

    var helpers: EngineHelpers { EngineHelpers(pictures: pictures, sounds: sound, clips: live) }

    func close() {
        pictures.close()
        sound.stop()
        worker.close()
    }

    /// Reads sounds for whoever hears them over the same loudspeaker as all others.
    func startSound(
        _ blobs: any BlobSource, _ loudspeaker: SharedLoudspeaker?, report: @escaping @Sendable (SoundEvent) -> Void
    ) {
        worker.start(blobs, over: loudspeaker, report: report)
    }
}

/// Those of all members of whom something is drawn or heard: nearly always of the main one alone.
///
/// Owner: the run loop, main actor.
@MainActor
final class Outputs {
    private(set) var all: [Member: MemberOutputs] = [:]
    /// Whom the screen is about.
    var focus = Member.main
    private let blobs: any BlobSource
    private let options: SoundOptions?
    private let loudspeaker: SharedLoudspeaker?
    private let mailbox: Mailbox<Message>
    private let workers = DispatchGroup()

    /// More than that are not heard, and what is drawn of them is decoded when it is.
    static let most = 8

    init(_ subject: ScreenSubject, _ options: SoundOptions?, _ mailbox: Mailbox<Message>) {
        (blobs, self.options, self.mailbox) = (subject.blobs, options, mailbox)
        loudspeaker = options.map { SharedLoudspeaker($0) { [clock = subject.clock] in clock.now } }
        for live in subject.lives { all[live.options.member] = MemberOutputs(blobs, live, options) }
        if all[.main] == nil { all[.main] = MemberOutputs(blobs, nil, options) }
    }

    /// Of the one in focus; the main one's where that has none.
    var shown: MemberOutputs { self[focus] }
    subscript(member: Member) -> MemberOutputs { all[member] ?? main }
    var main: MemberOutputs {
        guard let output = all[.main] else { preconditionFailure("the main member has a output from the beginning") }
        return output
    }
    var members: [Member] { all.keys.sorted() }
    var lives: [LiveSession] { members.compactMap { all[$0]?.live } }
    var links: [Member: LinkState] { all.compactMapValues { $0.live?.link } }

    // MARK: From beginning to end

    func start() { for member in members { start(member) } }

    private func start(_ member: Member) {
        guard let output = all[member] else { return }
        let mailbox = mailbox
        output.startSound(blobs, loudspeaker) { mailbox.post(.sound(member, $0)) }
        output.pictures.startWorkers(workers) { mailbox.post(.decoded(member, $0)) }
    }

    /// An avatar that a tape, or somebody else, tells of.
    /// - Parameter member: has no output.
    /// - Returns: whether it has helpers.
    func add(_ member: Member) -> Bool {
        let output = MemberOutputs(blobs, nil, options)
        // As the user wants all of them.
        output.sound.setMuted(main.sound.isMuted)
        output.sound.setVolume(main.sound.volume)
        all[member] = output
        guard all.count <= Self.most else { return false }
        start(member)
        return true
    }

    func close() { for output in all.values { output.close() } }

    /// Returns when nothing is being decoded any more, or soon: a large picture takes longer than anybody who leaves waits, and
    /// nobody wants it.
    func finish(until end: DispatchTime) { _ = workers.wait(timeout: end) }

    // MARK: The user

    func setMuted(_ isMuted: Bool) { for output in all.values { output.sound.setMuted(isMuted) } }
    func setVolume(_ percent: Int) { for output in all.values { output.sound.setVolume(percent) } }

    /// Bytes of all decoded and scaled pictures.
    var keptBytes: Int { all.values.reduce(0) { $0 + $1.pictures.keptBytes } }
}
