import Events

/// Handles `audio_end` and `play_base_animation`: what they end, and which message they belong to (specification
/// 3.10).
extension PlaybackEngine {
    mutating func audioEnded(_ effects: inout [Effect]) {
        guard !isOlders(.audioEnd, &effects) else { return }
        switch message.phase {
        case .none, .ended: break
        case .awaiting:
            message.bareEnds.insert(.audioEnd)
            passOver(&effects)
        case .open, .resting: endSignalHeard(.audioEnd, &effects)
        }
    }

    /// If a message is open: its end signal, and the name of the return clip. Otherwise: play the clip once now.
    mutating func baseAnimationRequested(_ name: ClipName, _ effects: inout [Effect]) {
        guard !isOlders(.baseAnimation, &effects) else { return }
        switch message.phase {
        case .awaiting:
            message.bareEnds.insert(.baseAnimation)
            message.pendingBaseAtEnd = name
        case .open:
            endSignalHeard(.baseAnimation, &effects)
            if mode.name != .returnTransition { message.pendingBaseAtEnd = name }
        // The avatar is at home already.
        case .resting: endSignalHeard(.baseAnimation, &effects)
        case .none, .ended:
            guard case .idle = mode else {
                if mode.name != .returnTransition { message.pendingBaseAtEnd = name }
                return
            }
            guard clips.isLoaded(name) else {
                note(.odd, "request to play \(name.rawValue), which is not loaded; ignored", &effects)
                return
            }
            enterReturn(name)
        }
    }

    /// Whether an end signal belongs to the older message: yes, until the current one is seen or heard, if the older
    /// one had none of this kind.
    private mutating func isOlders(_ signal: EndSignal, _ effects: inout [Effect]) -> Bool {
        guard !message.hasBegunShowing, message.phase == .awaiting || message.phase == .open,
            message.older?.takeEnd(signal) == true
        else {
            return false
        }
        message.mayHaveEnded = message.phase == .open
        if message.phase == .awaiting { message.older?.settle() }
        passOver(&effects)
        return true
    }

    private mutating func endSignalHeard(_ signal: EndSignal, _ effects: inout [Effect]) {
        (message.hasEndSignal, lastHeardAt) = (true, now)
        message.heardEnds.insert(signal)
        if message.phase == .resting { closeMessage(&effects) }
    }
}
