import Engine
import Events

/// Measures how many ticks the engine takes a second, talking all the time.
package enum EngineBench {
    /// Ticks a second of wall time over a stream of 60-frame chunks, two of them always waiting.
    package static func ticksPerSecond(ticks: Int = 300_000) -> Double {
        var engine = PlaybackEngine()
        let clip: ClipName = "talking_1_s_talking_1_e"
        var time = Instant.zero
        let feed = { (engine: inout PlaybackEngine, event: WireEvent) in
            var answers: [LocalInput] = []
            for effect in engine.handle(Event(time, .wire(event))) {
                guard case .decode(let job) = effect else { continue }
                answers.append(.pictureDecoded(job.key, job.generation, PixelSize(width: 176, height: 176)))
            }
            for answer in answers { _ = engine.handle(Event(time, .local(answer))) }
        }
        feed(&engine, .clipAnnounced(clip, totalFrames: 90))
        for index in 0..<90 { feed(&engine, .baseFrameArrived(clip, index: index, picture: payload(index))) }
        let started = ContinuousClock.now
        var chunk = 0
        for _ in 0..<ticks {
            while engine.queuedChunks < 2 {
                let frames = (0..<60).map { place in
                    OverlayFrame(
                        sequence: place, clip: clip, baseIndex: (chunk * 60 + place) % 90,
                        overlayID: "\(chunk % 4)/\(place)", picture: payload(1_000 + chunk % 4 * 60 + place))
                }
                feed(
                    &engine,
                    .audioArrived(AudioChunk(chunk: chunk, sound: payload(chunk), zone: .zero, totalFrames: 60)))
                feed(&engine, .overlaysArrived(OverlayBatch(chunk: chunk, batch: 0, totalBatches: 1, frames: frames)))
                feed(&engine, .chunkSent(chunk: chunk, totalSent: 60))
                chunk += 1
            }
            time += TimeSpan(microseconds: 16_667)
            _ = engine.handle(Event(time, .local(.ticked)))
        }
        return Double(ticks) / ((ContinuousClock.now - started) / .seconds(1))
    }

    private static func payload(_ number: Int) -> Payload {
        Payload(hash: ContentHash(words: (UInt64(number), 0, 0, 0)), byteCount: 2_000)
    }
}
