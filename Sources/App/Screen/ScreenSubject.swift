import Files
import Live
import Playback
import Screens
import Settings
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
    /// What the user named for sources of a call, by their names.
    var videos: [String: VideoSource] = [:]
    /// `nil` where a tape is played.
    let live: LiveSession?
    let clock: SessionClock
    /// What the avatar is called; `nil` where nobody knows.
    var avatar: String?
    /// What is said as soon as it can be shown.
    var initialUtterance: InitialUtterance?

    /// - Throws: what a tape or a recording can.
    init(_ tape: TapeReader, of file: String, _ options: PlaybackOptions) throws {
        (self.tape, self.file, blobs, live, clock) = (tape, file, tape, nil, SessionClock())
        avatar = Self.name(of: file)
        feed = try TapeFeed(tape, isFresh: options.playing.isFresh, isGrowing: options.follows)
        recorder = try options.record.map { try Recorder(path: $0, source: tape) }
    }

    init(_ live: LiveSession, _ clock: SessionClock, initialUtterance: InitialUtterance? = nil) {
        let tape = live.tape
        (self.tape, file, blobs, recorder) = (tape.reader, tape.reader.path, tape.stream, tape.recorder)
        (self.live, self.clock, self.initialUtterance) = (live, clock, initialUtterance)
        feed = tape.stream
    }

    /// A tape is called as its file is, without the ending.
    private static func name(of file: String) -> String? {
        let name = FileNames.last(of: file)
        let end = name.lastIndex(of: ".") ?? name.endIndex
        return name[..<end].isEmpty ? nil : String(name[..<end])
    }

    func opening(_ options: PlaybackOptions) -> ScreenModel.Opening {
        var opening = ScreenModel.Opening()
        opening.keys = options.keys
        (opening.steps, opening.fills, opening.showsLog) = (options.steps, options.fills, options.opensLog)
        opening.initialUtterance = initialUtterance
        for setting in options.tile { opening.tile.apply(setting) }
        opening.avatar = avatar
        opening.source =
            live.map { .live(isInsecure: $0.options.isInsecure) } ?? (options.follows ? .growingTape : .tape)
        return opening
    }

    /// The screen could not be opened: takes back what nothing has been recorded on.
    func discard() async {
        guard let live else {
            await recorder?.discard()
            return
        }
        await live.hangUp()
        await live.tape.discard()
    }
}
