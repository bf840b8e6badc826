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
    package var bufferLimit = TimeSpan.milliseconds(500)
    /// How long a frame may wait for its picture (3.7).
    package var decodeLimit = TimeSpan.milliseconds(500)
    package var holdLimit = TimeSpan.milliseconds(1_000)
    package var gapLimit = TimeSpan.milliseconds(1_000)
    /// How long a later chunk waits for a missing earlier one (3.6).
    package var chunkGapLimit = TimeSpan.milliseconds(1_500)
    package var finishingLimit = TimeSpan.milliseconds(5_000)
    /// Silence after `chunk_images_ready` that completes a chunk with holes (2.2).
    package var completionSilence = TimeSpan.milliseconds(500)
    /// Longest wait for the pictures of a chunk that is next and of which none has come.
    package var completionLimit = TimeSpan.seconds(10)
    /// Longest wait after `chunk_images_ready`, or for further pictures of a chunk of which some have come (2.2).
    package var sentLimit = TimeSpan.seconds(3)
    package var manifestLimit = TimeSpan.milliseconds(5_000)
    /// How long nothing may come of a clip that was asked for, before the next one is asked for in its place.
    package var clipRequestLimit = TimeSpan.seconds(30)
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
    package var period: TimeSpan { TimeSpan(microseconds: 1_000_000 / Int64(max(1, framesPerSecond))) }
    package var idlePeriod: TimeSpan { TimeSpan(microseconds: 1_000_000 / Int64(max(1, idleFramesPerSecond))) }

    /// The longest that a stream can keep the engine waiting: all limits one after the other. An engine in which nothing has moved
    /// for longer waits for nothing.
    package var longestWait: TimeSpan {
        [
            bufferLimit, decodeLimit, holdLimit, gapLimit, chunkGapLimit, finishingLimit, completionSilence,
            completionLimit, sentLimit,
        ].reduce(.zero, +)
    }
}
