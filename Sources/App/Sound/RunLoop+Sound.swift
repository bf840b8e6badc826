import Engine
import Events
import Playback
import Sound

/// What is heard with the picture.
extension RunLoop {
    /// Beside everything else: a sound system may take long to answer, and nobody who leaves waits for it.
    func openSound() {
        let (worker, blobs, mailbox, clock) = (soundWorker, blobs, mailbox, clock)
        guard let wish = options.sound else {
            // Nobody hears them, and yet the engine has to know how long they are.
            Task.detached { await worker.run(blobs) { mailbox.post(.sound($0)) } }
            return
        }
        Task.detached {
            await worker.run(
                blobs,
                open: { () throws(SoundError) in try SoundDevice(wish.device, latency: wish.latency) { clock.now } },
                { mailbox.post(.sound($0)) })
        }
    }

    /// Which clock moves the frames: the sound's where the edge is what is heard, the wall's otherwise (specification 3.8).
    func chooseClock() {
        let isAwayFromLive = playback.isLive && (!playback.isAtEdge || playback.isPaused)
        let paces =
            sound.canPace && !isAwayFromLive && !playback.isBusy && SoundController.speeds.contains(playback.speed)
        let clock: PlaybackSettings.Clock = paces ? .sound : .wall
        guard clock != pacing else { return }
        pacing = clock
        var settings = playback.timeline.edge.settings
        settings.clock = clock
        playback.receive(.settingsChanged(settings))
    }

    func receive(_ news: SoundNews) {
        if let input = sound.receive(news) { playback.receive(input) }
        drawPanelsNext()
    }

    func followSound() {
        guard sound.status == .open else { return }
        let engine = playback.engine
        let isPaced = pacing == .sound && playback.isAtEdge && !playback.isReplay
        let scene = SoundController.Scene(
            sounding: engine.sounding, next: engine.nextSounding, generation: engine.generation,
            isRunning: !playback.isPaused && !playback.isBusy, isSpeaking: engine.isAnimating, speed: playback.speed,
            isPaced: isPaced)
        if let message = sound.follow(scene, at: clock.now) { state.message = message }
    }

    /// While the sound of a step is heard: the device stands again after it.
    var soundWake: Instant? { sound.isHearingStep ? clock.now + .milliseconds(50) : nil }

    func toggleMute() {
        sound.toggleMute()
        state.message = sound.isMuted ? "muted" : "volume \(sound.volume) %"
        sayWhyUnheard()
    }

    func changeVolume(by percent: Int) {
        if sound.isMuted { sound.toggleMute() }
        sound.setVolume(sound.volume + percent)
        state.message = "volume \(sound.volume) %"
        sayWhyUnheard()
    }

    private func sayWhyUnheard() {
        if let reason = whyUnheard { state.message = "there is no sound: \(reason)" }
    }

    private var whyUnheard: String? {
        switch sound.status {
        case .off: "--no-audio"
        case .unavailable(let reason): reason
        case .opening, .open: nil
        }
    }

    /// For the statistics.
    var soundWords: String {
        if let whyUnheard { return "none: \(whyUnheard)" }
        let loudness = sound.isMuted ? "muted" : "volume \(sound.volume) %"
        return sound.status == .opening
            ? "the device is being opened" : loudness + (pacing == .sound ? ", paces the picture" : "")
    }
}
