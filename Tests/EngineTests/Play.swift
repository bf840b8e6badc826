import Engine
import Events
import Support

/// Sessions and questions that the checks of specification section 4 share.
enum Play {
    static let clips: [(ClipName, Int)] = [
        (Stream.idle, 10), (Stream.idleBack, 10), (Stream.talking, 90), (Stream.home, 5),
    ]

    /// A session without the bridge clip, so that talk begins in the tick in which its buffer is filled.
    static func session(
        _ clips: [(ClipName, Int)] = clips, settings: PlaybackSettings = PlaybackSettings(),
        ticks: EngineRun.Ticks = .perSecond(60)
    ) -> EngineRun {
        var session = EngineRun(settings: settings, ticks: ticks)
        session.loadClips(clips)
        return session
    }

    static func settings(_ change: (inout PlaybackSettings) -> Void) -> PlaybackSettings {
        var settings = PlaybackSettings()
        change(&settings)
        return settings
    }

    /// Lines of frames that took the screen.
    static func shown(_ session: EngineRun, _ chunk: Int, generation: Generation? = nil) -> [FrameRecord] {
        session.lines(ofChunk: chunk, generation: generation).filter { $0.status != .held && $0.status != .skipped }
    }

    /// Places of those within the chunk.
    static func places(_ session: EngineRun, _ chunk: Int, generation: Generation? = nil) -> [Int] {
        shown(session, chunk, generation: generation).compactMap { $0.position?.frame }
    }

    /// Chunks in the order in which their first frames took the screen.
    static func order(_ session: EngineRun) -> [Int] {
        session.records.filter { $0.position?.frame == 0 && $0.status != .held }.compactMap { $0.position?.chunk }
    }

    static func decodes(_ session: EngineRun) -> [DecodeJob] {
        session.effects.compactMap { if case .decode(let job) = $0.effect { job } else { nil } }
    }

    static func requests(_ session: EngineRun) -> [(clip: ClipName, missing: [Int])] {
        session.effects.compactMap {
            if case .requestClip(let clip, let missing) = $0.effect { (clip, missing) } else { nil }
        }
    }

    static func messageEnds(_ session: EngineRun) -> [Instant] {
        session.effects.compactMap { if case .finishMessage = $0.effect { $0.at } else { nil } }
    }

    /// Frames without `overlay_id` and sheet, so that only their position names their pictures.
    static func positional(_ range: Range<Int>, pictures: Int) -> [OverlayFrame] {
        range.map {
            OverlayFrame(sequence: $0, clip: Stream.talking, baseIndex: $0, picture: Stream.payload(pictures + $0))
        }
    }
}
