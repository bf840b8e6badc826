/// What the events of a backend are called on the wire (specification 1.6).
package enum EventName: String, Sendable {
    case audio = "receive_audio"
    case batch = "receive_frame_images_batch"
    /// The older event of one frame.
    case single = "receive_frame_image"
    case description = "animation_chunk_metadata"
    case sent = "chunk_images_ready"
    case audioEnd = "audio_end"
    case baseAnimation = "play_base_animation"
    /// Another spelling of it.
    case animation = "play_animation"
    case manifest = "base_animations_manifest"
    case clipAnnounced = "animation_total_frames"
    case baseFrame = "receive_base_frame"
    case clipCompleted = "animation_frames_complete"
    case text = "new_message"
    case image = "new_image"
    case callState = "call_state"
    case callMember = "call_member"
    case callMemberLeft = "call_member_left"
    case callSource = "call_source"
    case callFrame = "call_frame"
    case narratorMouth = "narrator_mouth"
    /// What came and is no message, in this program's words: a tape tells of it, or a stream of nothing else would look clean.
    case unreadable = "unreadable_packet"

    package static let endSignals: [EventName] = [.audioEnd, .baseAnimation, .animation]

    package var isEndSignal: Bool { Self.endSignals.contains(self) }
    /// Pictures of overlay frames.
    package var bringsPictures: Bool { self == .batch || self == .single }
    /// Overlay frames, with their pictures or ahead of them.
    package var holdsFrames: Bool { bringsPictures || self == .audio || self == .description }
    /// Of a call, which belongs to no message either.
    package var isOfCall: Bool {
        switch self {
        case .callState, .callMember, .callMemberLeft, .callSource, .callFrame: true
        default: false
        }
    }
    /// It belongs to no message.
    package var isOfClips: Bool {
        self == .manifest || self == .clipAnnounced || self == .baseFrame || self == .clipCompleted
    }
}

/// What clients ask of a backend, and tell it (specification 1.7).
package enum RequestName: String, Sendable {
    case manifest = "request_base_animations_manifest"
    case clip = "request_specific_base_animation"
    case logSession = "set_session_id"
    /// Also the name under which a recording keeps what its user said.
    case userMessage = "user_message"
}
