/// One thing about playing that can be adjusted; the raw value is its name on tapes, in the configuration and after
/// `--engine`. Spans are called `..._us` on tapes, where they are microseconds.
package enum EngineSetting: String, CaseIterable, Sendable {
    case framesPerSecond = "frames_per_second"
    case idleFramesPerSecond = "idle_frames_per_second"
    case bufferFrames = "buffer_frames"
    case bufferLimit = "buffer_limit"
    case decodeLimit = "decode_limit"
    case holdLimit = "hold_limit"
    case gapLimit = "gap_limit"
    case chunkGapLimit = "chunk_gap_limit"
    case finishingLimit = "finishing_limit"
    case completionSilence = "completion_silence"
    case completionLimit = "completion_limit"
    case sentLimit = "sent_limit"
    case manifestLimit = "manifest_limit"
    case clipRequestLimit = "clip_request_limit"
    case decodedBytesLimit = "decoded_bytes_limit"
    case wrapsBaseIndex = "wraps_base_index"
    case idleClip = "idle_clip"

    package typealias Path<Value> = WritableKeyPath<PlaybackSettings, Value>

    /// What its value is, where it stands, and within which bounds it can be set.
    package enum Kind {
        case count(Path<Int>, ClosedRange<Int>)
        case span(Path<Span>, ClosedRange<Span>)
        case flag(Path<Bool>)
        /// A clip, or none.
        case clip(Path<ClipName?>)
    }

    package struct Row {
        package let kind: Kind
        /// In words, for the configuration's listing.
        package let meaning: String
    }

    package var kind: Kind { row.kind }

    package var row: Row {
        switch self {
        case .framesPerSecond: count(\.framesPerSecond, 1...1_000, "frames a second while talking")
        case .idleFramesPerSecond: count(\.idleFramesPerSecond, 1...1_000, "frames a second while idling")
        case .bufferFrames: count(\.bufferFrames, 0...1_000, "decoded frames that a chunk waits for before it starts")
        case .bufferLimit: span(\.bufferLimit, "longest wait for the buffer")
        case .decodeLimit: span(\.decodeLimit, "longest wait of a frame for its picture")
        case .holdLimit: span(\.holdLimit, "longest hold on a chunk's last frame for the next chunk")
        case .gapLimit: span(\.gapLimit, "silence between chunks after which the avatar goes home")
        case .chunkGapLimit: span(\.chunkGapLimit, "how long a later chunk waits for a missing earlier one")
        case .finishingLimit: span(\.finishingLimit, "longest time that the talking clip has to run out")
        case .completionSilence:
            span(\.completionSilence, "silence after chunk_images_ready that closes a chunk with holes")
        case .completionLimit:
            span(\.completionLimit, "longest wait for a chunk that is next and of which no picture has come")
        case .sentLimit:
            span(
                \.sentLimit,
                "longest wait after chunk_images_ready, or for further pictures of a chunk of which some have come")
        case .manifestLimit:
            span(\.manifestLimit, "longest wait for the manifest before clips are asked for without it")
        case .clipRequestLimit:
            span(\.clipRequestLimit, "silence of a clip that was asked for after which the next one is asked for")
        case .decodedBytesLimit:
            count(
                \.decodedBytesLimit, 0...Int(Int32.max),
                "bytes of decoded overlays that may wait at once; \(PlaybackSettings.watchedDecodedBytesLimit) with a screen and for say, "
                    + "\(PlaybackSettings().decodedBytesLimit) otherwise, unless given"
            )
        case .wrapsBaseIndex:
            Row(kind: .flag(\.wrapsBaseIndex), meaning: "take base indices beyond a clip modulo its length")
        case .idleClip:
            Row(kind: .clip(\.idleClip), meaning: "clip that is shown while idling; found by its name unless given")
        }
    }

    private func count(_ path: Path<Int>, _ range: ClosedRange<Int>, _ meaning: String) -> Row {
        Row(kind: .count(path, range), meaning: meaning)
    }

    private func span(_ path: Path<Span>, _ meaning: String) -> Row {
        Row(kind: .span(path, .zero ... .seconds(600)), meaning: meaning)
    }
}
