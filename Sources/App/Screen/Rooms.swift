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
final class Room {
    let pictures: ScreenPictures
    let sound: SoundController
    /// `nil` where it comes from a tape.
    let live: LiveSession?
    private let worker = SoundWorker()

    init(_ blobs: any BlobSource, _ live: LiveSession?, _ wish: SoundWish?) {
        pictures = ScreenPictures(blobs: blobs)
        sound = SoundController(worker, wish)
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
        _ blobs: any BlobSource, _ loudspeaker: SharedLoudspeaker?, report: @escaping @Sendable (SoundNews) -> Void
    ) {
        worker.start(blobs, over: loudspeaker, report: report)
    }
}

/// Those of all members of whom something is drawn or heard: nearly always of the main one alone.
///
/// Owner: the run loop, main actor.
@MainActor
final class Rooms {
    private(set) var all: [Member: Room] = [:]
    /// Whom the screen is about.
    var focus = Member.main
    private let blobs: any BlobSource
    private let wish: SoundWish?
    private let loudspeaker: SharedLoudspeaker?
    private let mailbox: Mailbox<Message>
    private let workers = DispatchGroup()

    /// More than that are not heard, and what is drawn of them is decoded when it is.
    static let most = 8

    init(_ subject: ScreenSubject, _ wish: SoundWish?, _ mailbox: Mailbox<Message>) {
        (blobs, self.wish, self.mailbox) = (subject.blobs, wish, mailbox)
        loudspeaker = wish.map { SharedLoudspeaker($0, subject.clock) }
        for live in subject.lives { all[live.options.member] = Room(blobs, live, wish) }
        if all[.main] == nil { all[.main] = Room(blobs, nil, wish) }
    }

    /// Of the one in focus; the main one's where that has none.
    var shown: Room { self[focus] }
    subscript(member: Member) -> Room { all[member] ?? main }
    var main: Room {
        guard let room = all[.main] else { preconditionFailure("the main member has a room from the beginning") }
        return room
    }
    var members: [Member] { all.keys.sorted() }
    var lives: [LiveSession] { members.compactMap { all[$0]?.live } }
    var links: [Member: LinkState] { all.compactMapValues { $0.live?.link } }

    // MARK: From beginning to end

    func start() { for member in members { start(member) } }

    private func start(_ member: Member) {
        guard let room = all[member] else { return }
        let mailbox = mailbox
        room.startSound(blobs, loudspeaker) { mailbox.post(.sound(member, $0)) }
        room.pictures.startWorkers(workers) { mailbox.post(.decoded(member, $0)) }
    }

    /// An avatar that a tape, or somebody else, tells of.
    /// - Parameter member: has no room.
    /// - Returns: whether it has helpers.
    func add(_ member: Member) -> Bool {
        let room = Room(blobs, nil, wish)
        // As the user wants all of them.
        room.sound.setMuted(main.sound.isMuted)
        room.sound.setVolume(main.sound.volume)
        all[member] = room
        guard all.count <= Self.most else { return false }
        start(member)
        return true
    }

    func close() { for room in all.values { room.close() } }

    /// Returns when nothing is being decoded any more, or soon: a large picture takes longer than anybody who leaves waits, and
    /// nobody wants it.
    func finish(until end: DispatchTime) { _ = workers.wait(timeout: end) }

    // MARK: The user

    func setMuted(_ isMuted: Bool) { for room in all.values { room.sound.setMuted(isMuted) } }
    func setVolume(_ percent: Int) { for room in all.values { room.sound.setVolume(percent) } }

    /// Bytes of all decoded and scaled pictures.
    var keptBytes: Int { all.values.reduce(0) { $0 + $1.pictures.keptBytes } }
}
