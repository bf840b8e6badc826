import Events

/// The engine is in exactly one of these modes (specification 3.1, 3.12). Moments are playback times.
enum Mode: Hashable, Sendable {
    case idle
    /// A bridge clip leads to the pending chunk.
    case transition(since: Instant)
    case overlay(OverlayPhase)
    /// The talking clip runs to its end without overlay.
    case finishingBase(since: Instant)
    /// The return clip plays, or a clip that was requested while idle.
    case returnTransition(since: Instant)

    var name: ModeName {
        switch self {
        case .idle: .idle
        case .transition: .transition
        case .overlay: .overlay
        case .finishingBase: .finishingBase
        case .returnTransition: .returnTransition
        }
    }
}

/// The phases of mode overlay: P, W, H and G of specification 3.12.
enum OverlayPhase: Hashable, Sendable {
    case playing
    /// The current frame's picture is not ready; the previous composite stays.
    case waiting(since: Instant)
    /// The last frame of a chunk stays: the next chunk is known but cannot start yet.
    case holding(since: Instant)
    /// No chunk is active and the message is open.
    case gap(since: Instant)
}
