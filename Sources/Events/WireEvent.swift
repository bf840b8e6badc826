/// Words of oddities that others have to know again.
package enum Oddity {
    package static let unknownEvent = "unknown event"

    /// What the oddity of a frame begins with.
    /// - Parameter position: the frame's, among those of its message.
    package static func ofFrame(_ position: Int) -> String { "\(frame)\(position): " }

    /// Position among those of its message of the frame that it is about.
    package static func position(in oddity: String) -> Int? {
        guard oddity.hasPrefix(frame) else { return nil }
        return Int(oddity.dropFirst(frame.count).prefix { $0 != ":" })
    }

    /// Whether frames of its message were left out, or oddities were: then others are not where they were in the message.
    package static func isOfLeftOut(_ oddity: String) -> Bool {
        guard position(in: oddity) != nil else { return oddity.hasPrefix("and ") }
        return oddity.contains(noObject) || oddity.contains(beyond)
    }

    private static let frame = "frame "
    package static let noObject = "expected an object, found "
    package static let beyond = " is beyond the limit of "
}

/// What a backend can say, in normal form (specification 1.6–1.9): one spelling, real numbers, payloads by reference.
///
/// The large ones stand apart, so that a tick, which is an event too, is no larger than it need be.
package enum WireEvent: Hashable, Sendable {
    /// `receive_audio`: sound and placement of one chunk.
    indirect case audioArrived(AudioChunk)
    /// `receive_frame_images_batch`, and `receive_frame_image` as a batch of one.
    case overlaysArrived(OverlayBatch)
    /// `animation_chunk_metadata`: the frame list of a chunk ahead of its pictures.
    indirect case chunkDescribed(ChunkDescription)
    /// `chunk_images_ready`: all pictures have been sent, which does not say that they have arrived.
    case chunkSent(chunk: Int, totalSent: Int?)
    /// `audio_end`: no more audio chunks in this message.
    case audioEnded
    /// `play_base_animation`, `play_animation`.
    case baseAnimationRequested(ClipName)
    /// `base_animations_manifest`.
    case manifestArrived(Manifest)
    /// `animation_total_frames`.
    case clipAnnounced(ClipName, totalFrames: Int)
    /// `receive_base_frame`; no payload when the picture was missing or empty.
    indirect case baseFrameArrived(ClipName, index: Int, picture: Payload?)
    /// `animation_frames_complete`.
    case clipCompleted(ClipName, totalFrames: Int?)
    /// `new_message`.
    case textArrived(TextSegment)
    /// `new_image`: a picture for a side panel.
    case imageArrived(group: Int?, picture: Payload?)
    /// `call_state`, `call_member`, `call_member_left`, `call_source`, `call_frame` (docs/reference/call-events.md).
    indirect case call(CallEvent)
    /// `narrator_mouth`: this program's own, of the face that reads a book (docs/using/read.md).
    indirect case mouth(MouthPicture)
    /// `user_message`, under which a recording keeps what its user said (1.7). A backend could send one, too: it was the user where a
    /// `LocalInput.sent` follows.
    case userSaid(String)
    /// Known or unknown events that change nothing here (`user_audio`, `test_ping`, ...), and events whose payload made
    /// no sense; kept so that a tape is complete.
    case ignored(name: String)

    /// When it left the backend, by that one's clock.
    package var emitted: EmissionTime? {
        switch self {
        case .audioArrived(let audio): audio.emitted
        case .overlaysArrived(let batch): batch.emitted
        case .chunkDescribed(let description): description.emitted
        default: nil
        }
    }

    /// Of a chunk, in the order of the message.
    package var frames: [OverlayFrame] {
        switch self {
        case .audioArrived(let audio): audio.frames
        case .overlaysArrived(let batch): batch.frames
        case .chunkDescribed(let description): description.frames
        default: []
        }
    }

    /// The chunk that it names.
    package var chunk: Int? {
        switch self {
        case .audioArrived(let audio): audio.chunk
        case .overlaysArrived(let batch): batch.chunk
        case .chunkDescribed(let description): description.chunk
        case .chunkSent(let chunk, _): chunk
        default: nil
        }
    }
}

/// `receive_audio` (specification 1.6.1).
package struct AudioChunk: Hashable, Sendable {
    package var chunk: Int
    /// `master_chunk_index`: an opaque group, shared by a text segment and its chunks.
    package var group: Int?
    /// The sound file as sent; `nil` when missing or empty, which loses only the sound.
    package var sound: Payload?
    /// `animation_name` of the first metadata element: the clip of the first frame, not of the whole chunk.
    package var firstClip: ClipName?
    /// `master_frame_play_at`: the base index of the first frame.
    package var firstBaseIndex: Int?
    /// Frames of `animationFramesChunk[].sections`, without pictures, in the order of the message.
    package var frames: [OverlayFrame]
    /// `zone_top_left`; `nil` when missing or too short.
    package var zone: PixelPoint?
    /// `total_frame_images`.
    package var totalFrames: Int?
    /// `first_frame_image`: the picture of frame 0 ahead of its batch.
    package var firstPicture: Payload?
    package var firstSheet: String?
    /// `words`, a field of our own: of the text of the same group (docs/inside/speech.md).
    package var words: [SpokenWord] = []
    package var emitted: EmissionTime?

    package init(
        chunk: Int, group: Int? = nil, sound: Payload? = nil, firstClip: ClipName? = nil, frames: [OverlayFrame] = [],
        zone: PixelPoint? = nil, totalFrames: Int? = nil, firstPicture: Payload? = nil, firstSheet: String? = nil,
        firstBaseIndex: Int? = nil, emitted: EmissionTime? = nil
    ) {
        self.emitted = emitted
        self.chunk = chunk
        self.group = group
        self.sound = sound
        self.firstClip = firstClip
        self.frames = frames
        self.zone = zone
        self.totalFrames = totalFrames
        self.firstPicture = firstPicture
        self.firstSheet = firstSheet
        self.firstBaseIndex = firstBaseIndex
    }
}

/// `receive_frame_images_batch` (specification 1.6.2).
package struct OverlayBatch: Hashable, Sendable {
    package var chunk: Int
    /// `batch_index`; `nil` for a single frame that came by itself.
    package var batch: Int?
    package var totalBatches: Int?
    package var frames: [OverlayFrame]
    package var emitted: EmissionTime?

    package init(
        chunk: Int, batch: Int? = nil, totalBatches: Int? = nil, frames: [OverlayFrame], emitted: EmissionTime? = nil
    ) {
        self.chunk = chunk
        self.batch = batch
        self.totalBatches = totalBatches
        self.frames = frames
        self.emitted = emitted
    }
}

/// `animation_chunk_metadata` (specification 1.6.7).
package struct ChunkDescription: Hashable, Sendable {
    package var chunk: Int
    package var totalFrames: Int?
    package var frames: [OverlayFrame]
    package var firstPicture: Payload?
    package var emitted: EmissionTime?

    package init(chunk: Int, totalFrames: Int? = nil, frames: [OverlayFrame] = [], firstPicture: Payload? = nil) {
        self.chunk = chunk
        self.totalFrames = totalFrames
        self.frames = frames
        self.firstPicture = firstPicture
    }
}

/// One overlay frame as the wire describes it (specification 1.8), after normalization.
package struct OverlayFrame: Hashable, Sendable {
    package var section: Int
    package var sequence: Int
    /// Clip of this frame; `nil` when missing or empty: the clip on screen stays.
    package var clip: ClipName?
    /// `matched_sprite_frame_number` as sent; may be negative or beyond the clip. `nil` when missing: a description of the
    /// same frame may have it.
    package var givenBaseIndex: Int?
    /// The same, 0 when missing.
    package var baseIndex: Int {
        get { givenBaseIndex ?? 0 }
        set { givenBaseIndex = newValue }
    }
    /// `nil` when missing or empty.
    package var overlayID: String?
    package var sheet: String?
    /// The picture's bytes; `nil` when missing or empty.
    package var picture: Payload?
    /// `coordinates` as destination rectangle, when it had four numbers and a size above zero.
    package var destination: PixelRect?
    /// Per-frame `zone_top_left`.
    package var zone: PixelPoint?
    /// `frame_index`: the original number, for people.
    package var originalIndex: Int?
    /// `char`, `viseme`: for people; and by the second one is told whether the mouth rests.
    package var character: String?
    package var viseme: String?

    package init(
        section: Int = 0, sequence: Int, clip: ClipName? = nil, baseIndex: Int? = nil, overlayID: String? = nil,
        sheet: String? = nil, picture: Payload? = nil, destination: PixelRect? = nil, zone: PixelPoint? = nil,
        originalIndex: Int? = nil, character: String? = nil, viseme: String? = nil
    ) {
        self.section = section
        self.sequence = sequence
        self.clip = clip
        givenBaseIndex = baseIndex
        self.overlayID = overlayID
        self.sheet = sheet
        self.picture = picture
        self.destination = destination
        self.zone = zone
        self.originalIndex = originalIndex
        self.character = character
        self.viseme = viseme
    }
}

/// `base_animations_manifest`: the backend's clips, or its reason for having none.
package enum Manifest: Hashable, Sendable {
    case clips([ManifestEntry])
    case refused(String)
}

package struct ManifestEntry: Hashable, Sendable {
    package var clip: ClipName
    package var frames: Int
    package var version: String

    package init(clip: ClipName, frames: Int, version: String) {
        self.clip = clip
        self.frames = frames
        self.version = version
    }
}

/// `new_message`: text of an answer or of a part of it.
package struct TextSegment: Hashable, Sendable {
    package var text: String
    package var group: Int?
    package var sender: String?
    /// Those before it are another paragraph of the same answer.
    package var beginsParagraph = false

    package init(text: String, group: Int? = nil, sender: String? = nil) {
        self.text = text
        self.group = group
        self.sender = sender
    }
}

/// A word of a text, and when it is heard.
package struct SpokenWord: Hashable, Sendable {
    /// Its place in the text, in Unicode scalars.
    package var scalars: Range<Int>
    /// From the start of the sound.
    package var span: Range<TimeSpan>

    package init(scalars: Range<Int>, span: Range<TimeSpan>) { (self.scalars, self.span) = (scalars, span) }
}

/// When the backend says that it emitted an event. The moment is the backend's, on one of two clocks that have nothing in common.
package struct EmissionTime: Hashable, Sendable {
    package enum Clock: Hashable, Sendable, CaseIterable {
        /// `timestamp` of `receive_audio`: text without a zone.
        case text
        /// `emission_timestamp` of a batch: Unix time in ms.
        case unix
    }

    package var clock: Clock
    /// Since whatever the clock counts from; above zero.
    package var microseconds: Int64

    package init(_ clock: Clock, microseconds: Int64) { (self.clock, self.microseconds) = (clock, microseconds) }
}
