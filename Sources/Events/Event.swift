/// Everything that the engine can hear, with the moment at which it was heard. A tape is a list of these.
package struct Event: Hashable, Sendable {
    package var time: Instant
    package var body: Body
    /// Whose engine hears it.
    package var member: Member

    package init(_ time: Instant, _ body: Body, for member: Member = .main) {
        self.time = time
        self.body = body
        self.member = member
    }

    package enum Body: Hashable, Sendable {
        case wire(WireEvent)
        case local(LocalInput)
    }
}

/// What the engine hears from its own side: the clock, the decoders, the loudspeaker, the user, the link.
package enum LocalInput: Hashable, Sendable {
    case ticked
    case pictureDecoded(PictureKey, Generation, PixelSize)
    case pictureFailed(PictureKey, Generation, reason: String)
    /// The encoded base frame turned out to be no picture.
    case baseFrameFailed(ClipName, index: Int, reason: String)

    case soundDecoded(chunk: Int, Generation, duration: TimeSpan)
    case soundFailed(chunk: Int, Generation, reason: String)
    /// Place inside the chunk's sound that is being heard now.
    case soundMoved(chunk: Int, Generation, position: TimeSpan)
    case soundEnded(chunk: Int, Generation)

    /// The user sent a message, or asked for silence: force idle (specification 3.10).
    case sent
    /// The backend did not take what was sent when this generation began.
    case refused(Generation)
    case paused
    case resumed
    /// One frame period passes although the engine is paused.
    case stepped
    /// Apart from the others, which would else all take as much memory as the settings do.
    indirect case settingsChanged(PlaybackSettings)

    case linkLost(reason: String)
    /// This side ended the link: whoever watched has left, and nothing was broken off (specification 1.4).
    case linkClosed
    case linkRestored

    /// What the tile hears, and no engine.
    indirect case tile(TileInput)
    /// What the reader of a book hears, and no engine.
    indirect case reading(ReaderInput)
    /// Of the face that reads a book. Of the session, too.
    indirect case narration(NarratorInput)
}

extension LocalInput {
    /// As backends and tapes call the reason of `linkClosed`.
    package static let ownDeparture = "io client disconnect"

    /// The end of a link, by the reason that backends and tapes give for it; as much of it as is kept of any text.
    package static func linkEnded(reason: String) -> LocalInput {
        reason == ownDeparture ? .linkClosed : .linkLost(reason: reason.kept)
    }
}

/// Counts the messages of a session: 0 before the first send, raised by every send and by every message that
/// somebody else triggered (specification 3.10). Everything of an older generation is stale.
package typealias Generation = Int
