import Events

/// Exactly one of these holds (specification 3.1, 3.12). Moments are playback times.
enum Mode: Hashable, Sendable {
    case idle
    /// A bridge clip leads to the pending chunk.
    case transition(since: Instant)
    case overlay(OverlayPhase)
    /// The talking clip runs to its end without overlay.
    case finishingBase(since: Instant)
    /// The return clip, or a clip that was asked for while idle.
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

/// The sub-states of mode overlay: P, W, H and G of specification 3.12.
enum OverlayPhase: Hashable, Sendable {
    case playing
    /// The current frame's picture is not ready; the composite before stays.
    case waiting(since: Instant)
    /// On the last frame of a chunk, because the next one is known but not startable.
    case holding(since: Instant)
    /// Nothing is active and the message is open.
    case gap(since: Instant)
}
