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
        case span(Path<TimeSpan>, ClosedRange<TimeSpan>)
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
        case .framesPerSecond: count(\.framesPerSecond, 1...1_000, "frames per second while talking")
        case .idleFramesPerSecond: count(\.idleFramesPerSecond, 1...1_000, "frames per second while idling")
        case .bufferFrames: count(\.bufferFrames, 0...1_000, "decoded frames required before a chunk starts")
        case .bufferLimit: span(\.bufferLimit, "time limit for filling the buffer")
        case .decodeLimit: span(\.decodeLimit, "longest wait for a frame's picture")
        case .holdLimit: span(\.holdLimit, "longest hold of a chunk's last frame until the next chunk")
        case .gapLimit: span(\.gapLimit, "silence between chunks after which the avatar returns to idling")
        case .chunkGapLimit: span(\.chunkGapLimit, "how long a later chunk waits for a missing earlier one")
        case .finishingLimit: span(\.finishingLimit, "time limit for the talking clip to finish")
        case .completionSilence:
            span(\.completionSilence, "silence after chunk_images_ready that closes a chunk with holes")
        case .completionLimit:
            span(\.completionLimit, "longest wait for the first picture of the next chunk")
        case .sentLimit:
            span(
                \.sentLimit,
                "longest wait after chunk_images_ready, or for further pictures of a chunk")
        case .manifestLimit:
            span(\.manifestLimit, "longest wait for the manifest before requesting clips without it")
        case .clipRequestLimit:
            span(\.clipRequestLimit, "silence of a requested clip after which the next one is requested")
        case .decodedBytesLimit:
            count(
                \.decodedBytesLimit, 0...Int(Int32.max),
                "limit for decoded overlays, bytes; \(PlaybackSettings.watchedDecodedBytesLimit) with a screen and for say, "
                    + "\(PlaybackSettings().decodedBytesLimit) otherwise"
            )
        case .wrapsBaseIndex:
            Row(kind: .flag(\.wrapsBaseIndex), meaning: "wrap base indexes beyond a clip's end")
        case .idleClip:
            Row(kind: .clip(\.idleClip), meaning: "clip to show while idling; by default found by its name")
        }
    }

    private func count(_ path: Path<Int>, _ range: ClosedRange<Int>, _ meaning: String) -> Row {
        Row(kind: .count(path, range), meaning: meaning)
    }

    private func span(_ path: Path<TimeSpan>, _ meaning: String) -> Row {
        Row(kind: .span(path, .zero ... .seconds(600)), meaning: meaning)
    }
}
