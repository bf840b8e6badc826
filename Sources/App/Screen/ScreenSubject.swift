import Events
import Files
import Live
import PictureInPicture
import Playback
import Screens
import Settings
import Speaking
import Tapes
import Video

/// What a screen is opened on: a tape, or a live session with the tape that it records.
@MainActor
struct ScreenSubject {
    let feed: any Feed
    let tape: TapeReader
    /// As the user names it; breakpoints are kept beside it.
    let file: String
    let blobs: any BlobSource
    let recorder: Recorder?
    /// Where files lie that are named in what is told of a call.
    var folder: OpenFolder?
    /// Whom pictures are asked for that are named by their addresses.
    var backend: @Sendable () -> (any Backend)? = { nil }
    /// What the user named for sources of a call, by their names.
    var videos: [String: VideoSource] = [:]
    /// One of them is all that there is to the call.
    var isVideoAlone = false
    /// The first one's engine is the main one; none where a tape is played.
    let lives: [LiveSession]
    /// What they are members of; `nil` where they are none.
    var call: AgentCall?
    let clock: SessionClock
    /// What the avatar is called; `nil` where nobody knows.
    var avatar: String?
    /// What is read; `nil` where nothing is.
    var book: ReadBook?
    /// A book was read on the tape.
    private var showsReading = false
    /// Who speaks for the session, where that is a voice of ours.
    var voice: SpokenBackend?
    /// What is said as soon as it can be shown.
    var initialUtterance: InitialUtterance?
    /// What is typed is answered by a program of the user's.
    var isChat = false
    /// What is said by itself, a line each; `nil` where somebody types it.
    var lines: LineInput?
    /// What is to be seen at first.
    var view = SavedView()
    /// The place of it is the one at which the user left the tape.
    var comesBack = false
    /// All who have an avatar on a tape of several.
    private(set) var avatars: [CallAvatar] = []
    /// Whom the screen is about from the beginning on, and whose places are those of the view.
    var heldAvatar: Member?
    /// Said at first.
    var notice: String?

    /// - Throws: what a tape or a recording can.
    init(_ tape: TapeReader, of file: String, _ options: PlaybackOptions) throws {
        (self.tape, self.file, blobs, lives, clock) = (tape, file, tape, [], SessionClock())
        avatar = Self.name(of: file)
        feed = try TapeFeed(tape, isFresh: options.playing.isFresh, isGrowing: options.follows)
        recorder = try options.record.map { try Recorder(path: $0, source: tape, overwrites: options.overwrites) }
        showsReading = try tape.isOfBook()
        avatars = try tape.avatars()
    }

    /// - Parameter others: on the same tape.
    init(
        _ live: LiveSession, beside others: [LiveSession] = [], in call: AgentCall? = nil, _ clock: SessionClock,
        initialUtterance: InitialUtterance? = nil
    ) {
        let tape = live.tape
        (self.tape, file, blobs, recorder) = (tape.reader, tape.reader.path, tape.stream, tape.recorder)
        (lives, self.clock, self.initialUtterance) = ([live] + others, clock, initialUtterance)
        self.call = call
        backend = live.backend
        feed = tape.stream
    }

    /// A tape is called as its file is, without the ending.
    private static func name(of file: String) -> String? {
        let name = FileNames.last(of: file)
        let end = name.lastIndex(of: ".") ?? name.endIndex
        return name[..<end].isEmpty ? nil : String(name[..<end])
    }

    /// A book is read, or was on the tape.
    var isOfBook: Bool { book != nil || showsReading }

    func opening(_ options: PlaybackOptions) -> ScreenModel.Opening {
        var opening = ScreenModel.Opening()
        opening.keys = options.keys
        (opening.steps, opening.fills, opening.showsLog) = (options.steps, options.fills, options.opensLog)
        opening.initialUtterance = initialUtterance
        (opening.isClean, opening.isChat, opening.isScripted) = (options.isClean, isChat, lines != nil)
        (opening.showsFigures, opening.whatToTryNext) = (options.showsFigures, options.whatToTryNext)
        opening.showsIllustrations = options.showsIllustrations
        for setting in options.tile { opening.tile.apply(setting) }
        opening.avatar = avatar
        opening.isSpokenHere = voice != nil
        opening.isReading = isOfBook
        opening.isHosting = options.hosting != nil
        if let hosting = options.hosting { opening.hostPrefix = hosting.prefixName }
        opening.settings = options.settings.map { ListedSetting(name: $0.name, value: $0.value, says: $0.says) }
        opening.isWatchedOnly = lives.first?.options.isCall == true
        (opening.view, opening.comesBack, opening.sharing) = (view, comesBack, sharing(options))
        (opening.avatars, opening.heldAvatar) = (avatars, heldAvatar)
        opening.source =
            lives.first.map { .live(isInsecure: $0.options.isInsecure) } ?? (options.follows ? .growingTape : .tape)
        return opening
    }

    private func sharing(_ options: PlaybackOptions) -> Sharing {
        if let tape = lives.first?.tape {
            return tape.isTemporary
                ? .impossible("this session is not recorded; to record it, use --record FILE")
                : .tape(file: file, options: [])
        }
        if book != nil { return .impossible("a book has no frames") }
        let isDemo = file == (try? Assets.demoTape())
        return .tape(file: isDemo ? nil : file, options: (options.playing.isFresh ? ["--fresh"] : []) + options.retold)
    }

    /// Who says what other programs want said.
    var speaker: TileVoice.Speaker {
        if let voice { return .voice(voice) }
        guard let live = lives.first else { return .nobody(reason: "this is a recording; it cannot say anything else") }
        return live.options.isCall
            ? .nobody(reason: "nobody in this call can speak for you") : .backend
    }

    /// The screen could not be opened: takes back what nothing has been recorded on.
    func discard() async {
        guard let tape = lives.first?.tape else {
            await recorder?.discard()
            return
        }
        for live in lives { await live.hangUp() }
        await tape.discard()
    }
}
