/// What can be adjusted about playing; the defaults are those of the specification, section 3.
package struct PlaybackSettings: Hashable, Sendable {
    /// Which clock moves overlay frames (specification 3.8).
    package enum Clock: String, Hashable, Sendable, CaseIterable {
        /// Time since the last frame, at most one frame a tick, never skipping.
        case wall
        /// The position of the chunk's sound, skipping where the picture is behind.
        case sound
        /// Only `stepped` moves anything.
        case manual
    }

    package var clock = Clock.wall
    package var framesPerSecond = 30
    package var idleFramesPerSecond = 10
    /// Decoded frames that a chunk needs before it starts, or its whole length when that is less (3.5).
    package var bufferFrames = 10
    package var bufferLimit = Span.milliseconds(500)
    /// How long a frame may wait for its picture (3.7).
    package var decodeLimit = Span.milliseconds(500)
    package var holdLimit = Span.milliseconds(1_000)
    package var gapLimit = Span.milliseconds(1_000)
    /// How long a later chunk waits for a missing earlier one (3.6).
    package var chunkGapLimit = Span.milliseconds(1_500)
    package var finishingLimit = Span.milliseconds(5_000)
    /// Silence after `chunk_images_ready` that completes a chunk with holes (2.2).
    package var completionSilence = Span.milliseconds(500)
    /// Longest wait for the pictures of a chunk that is next and of which none has come.
    package var completionLimit = Span.seconds(10)
    /// Longest wait after `chunk_images_ready`, or for further pictures of a chunk of which some have come (2.2).
    package var sentLimit = Span.seconds(3)
    package var manifestLimit = Span.milliseconds(5_000)
    /// How long nothing may come of a clip that was asked for, before the next one is asked for in its place.
    package var clipRequestLimit = Span.seconds(30)
    /// Map a base index beyond the clip by modulo of the announced count, as two of the originals do (3.3).
    package var wrapsBaseIndex = false
    /// Decoded overlay bytes (RGBA) that may wait at once.
    package var decodedBytesLimit = 64 << 20
    /// The clip that is shown while idling; `nil`: found by its name among those that there are.
    package var idleClip: ClipName?

    /// `decodedBytesLimit` where somebody watches: some 1.2 s of mouths of 192x192 pixels. What is decoded earlier than that only
    /// takes memory.
    package static let watchedDecodedBytesLimit = 9 << 19

    package init() {}

    /// How long a frame lasts while talking.
    package var period: Span { Span(microseconds: 1_000_000 / Int64(max(1, framesPerSecond))) }
    package var idlePeriod: Span { Span(microseconds: 1_000_000 / Int64(max(1, idleFramesPerSecond))) }

    /// The longest that a stream can keep the engine waiting: all limits one after the other. An engine in which nothing has moved
    /// for longer waits for nothing.
    package var longestWait: Span {
        [
            bufferLimit, decodeLimit, holdLimit, gapLimit, chunkGapLimit, finishingLimit, completionSilence,
            completionLimit, sentLimit,
        ].reduce(.zero, +)
    }
}
