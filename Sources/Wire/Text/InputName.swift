/// What local inputs are called on tapes, in NDJSON and in rules that insert them.
package enum InputName: String, CaseIterable, Sendable {
    case ticked, pictureDecoded, pictureFailed, baseFrameFailed, soundDecoded, soundFailed, soundMoved, soundEnded
    case sent, refused, paused, resumed, stepped, settingsChanged
    /// Also where this side ended the link, which the reason says.
    case linkLost
    case linkRestored
    /// Those of the tile (docs/reference/call-events.md).
    case stage, window, tile, image, source, firstFrame, frameDecoded, frameFailed, suspended, continued
    /// Those of a reader of books (docs/reference/reading.md).
    case readingBegan, bookOpened, bookChunkLoaded, bookChunkFailed, bookSound, bookCommand
    case narratorBegan, narratorMouths

    /// Whether it does not come from the engine's own surroundings: such inputs count when a tape is played afresh, too. Settings
    /// say at which rate the stream was made.
    package var isFromOutside: Bool {
        switch self {
        case .sent, .refused, .linkLost, .linkRestored, .settingsChanged: true
        // The screen was the user's, and files may be gone.
        case .stage, .window, .tile, .image, .source, .firstFrame, .suspended, .continued: true
        case .frameDecoded, .frameFailed: false
        // A book is replayed as it was heard: its sound is not there to be heard anew.
        case .readingBegan, .bookOpened, .bookChunkLoaded, .bookChunkFailed, .bookSound, .bookCommand, .narratorBegan,
            .narratorMouths:
            false
        case .ticked, .pictureDecoded, .pictureFailed, .baseFrameFailed, .soundDecoded, .soundFailed, .soundMoved,
            .soundEnded, .paused, .resumed, .stepped:
            false
        }
    }
}
