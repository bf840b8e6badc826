import Engine
import Events

/// What the tests of the specification's cases say and ask again and again.
extension EngineRun {
    /// Clips without the bridge, so that talk begins in the tick in which its buffer is filled.
    package static let clipsWithoutBridge: [(ClipName, Int)] = [
        (Stream.idle, 10), (Stream.idleBack, 10), (Stream.talking, 90), (Stream.home, 5),
    ]

    /// A session with its clips loaded at time 0.
    package static func loaded(
        _ clips: [(ClipName, Int)] = clipsWithoutBridge, settings: PlaybackSettings = PlaybackSettings(),
        ticks: Ticks = .atDeadlines
    ) -> EngineRun {
        var session = EngineRun(settings: settings, ticks: ticks)
        session.loadClips(clips)
        return session
    }

    /// Lines of frames that took the screen, without the spans in which the composite before them stayed.
    package func drawn(_ chunk: Int, generation: Generation? = nil) -> [FrameRecord] {
        lines(ofChunk: chunk, generation: generation).filter { $0.status != .held && $0.status != .skipped }
    }

    /// Places within the chunk, in the order in which they took the screen.
    package func places(_ chunk: Int, generation: Generation? = nil) -> [Int] {
        drawn(chunk, generation: generation).compactMap { $0.position?.frame }
    }

    /// Chunks in the order in which they were on screen, repeats left out.
    package var chunkOrder: [Int] {
        records.compactMap { $0.position?.chunk }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    package func report(ofChunk chunk: Int) -> ChunkReport? { reports.last { $0.chunk == chunk } }

    /// Clips that were asked for, in order.
    package var clipRequests: [ClipName] {
        effects.compactMap { entry in if case .requestClip(let name, _) = entry.effect { name } else { nil } }
    }

    /// A player that plays a chunk's sound from `start` on and tells its position every 10 ms.
    package mutating func playSound(
        chunk: Int, from start: Instant, duration: TimeSpan, generation: Generation = 0, endsWithEvent: Bool = true
    ) {
        var position = TimeSpan.milliseconds(10)
        while position < duration {
            schedule(start + position, .local(.soundMoved(chunk: chunk, generation, position: position)))
            position += .milliseconds(10)
        }
        schedule(start + duration, .local(.soundMoved(chunk: chunk, generation, position: duration)))
        if endsWithEvent { schedule(start + duration, .local(.soundEnded(chunk: chunk, generation))) }
    }
}
