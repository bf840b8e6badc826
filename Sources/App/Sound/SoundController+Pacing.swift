import Engine
import Events
import Playback

/// What is heard with the picture, wherever the playhead is.
extension SoundController {
    /// Which clock moves the frames: the sound's where the edge is what is heard, the wall's otherwise (specification 3.8).
    func chooseClock(_ playback: inout PlaybackController) {
        let isAwayFromLive = playback.isLive && (!playback.isAtEdge || playback.isPaused)
        let paces = canPace && !isAwayFromLive && !playback.isBusy && Self.speeds.contains(playback.speed)
        let clock: PlaybackSettings.Clock = paces ? .sound : .wall
        guard clock != (pacing ?? playback.timeline.edge.settings.clock) else { return }
        pacing = clock
        var settings = playback.timeline.edge.settings
        settings.clock = clock
        playback.receive(.settingsChanged(settings))
    }

    /// - Returns: why nothing is heard any more, when the device is gone.
    func follow(_ playback: PlaybackController, at now: Instant) -> String? {
        guard status == .open else { return nil }
        let engine = playback.engine
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
