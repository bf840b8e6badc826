import Engine
import Events
import Playback

/// What is heard with the picture, wherever the playhead is.
extension SoundController {
    /// Which clock moves the frames: the sound's where the edge is what is heard, the wall's otherwise (specification 3.8).
    /// - Parameter member: whose sound this is.
    func chooseClock(_ playback: inout PlaybackController, of member: Member) {
        let isAwayFromLive = playback.isLive && (!playback.isAtEdge || playback.isPaused)
        let paces = canPace && !isAwayFromLive && !playback.isBusy && Self.speeds.contains(playback.speed)
        let clock: PlaybackSettings.Clock = paces ? .sound : .wall
        guard clock != pacing, let engine = playback.edgeEngine(of: member),
            clock != (pacing ?? engine.settings.clock)
        else { return }
        pacing = clock
        var settings = engine.settings
        settings.clock = clock
        playback.receiveInput(.settingsChanged(settings), for: member)
    }

    /// - Returns: why nothing is heard any more, when the device is gone.
    func follow(_ playback: PlaybackController, of member: Member, at now: Instant) -> String? {
        guard status == .open, let engine = playback.timeline.engine(of: member) else { return nil }
        let isPaced = pacing == .sound && playback.isAtEdge && !playback.isReplay
        let scene = Scene(
            sounding: engine.sounding, next: engine.nextSounding, generation: engine.generation,
            isRunning: !playback.isPaused && !playback.isBusy, isSpeaking: engine.isAnimating, speed: playback.speed,
            isPaced: isPaced)
        return follow(scene, at: now)
    }

    /// While the sound of a step is heard: the device stands again after it.
    func nextWake(at now: Instant) -> Instant? { isHearingStep ? now + .milliseconds(50) : nil }
}

/// How far a sound that runs along with the picture may be from where it should be; beyond that it is put right.
enum SoundDrift {
    static let tolerance = TimeSpan.milliseconds(80)

    /// - Parameter isOver: it has been heard to its end, and the picture may go on behind that.
    static func isTolerated(_ audible: TimeSpan, wanted: TimeSpan, isOver: Bool) -> Bool {
        isOver ? wanted > audible - tolerance : (audible - wanted).magnitude <= tolerance
    }
}
