import Events

/// Builders of what a backend says, so that a test names only what it is about.
package enum Stream {
    package static let idle: ClipName = "idle_1_s_idle_1_e"
    package static let idleBack: ClipName = "idle_1_e_idle_1_s"
    package static let bridge: ClipName = "idle_1_e_talking_1_s"
    package static let talking: ClipName = "talking_1_s_talking_1_e"
    package static let talkingBack: ClipName = "talking_1_e_talking_1_s"
    package static let home: ClipName = "talking_1_e_idle_1_s"

    /// Lengths of the clips of the worked example (specification 7.1).
    package static let workedExampleClips: [(ClipName, Int)] = [
        (idle, 61), (idleBack, 61), (bridge, 20), (talking, 90), (home, 20),
    ]

    /// A payload told apart from others by its number.
    package static func payload(_ number: Int) -> Payload {
        Payload(hash: ContentHash(words: (UInt64(bitPattern: Int64(number)), 1, 2, 3)), byteCount: 1_000)
    }

    package static func manifest(_ clips: [(ClipName, Int)], version: String = "a1") -> WireEvent {
        .manifestArrived(.clips(clips.map { ManifestEntry(clip: $0.0, frames: $0.1, version: version) }))
    }

    /// A whole clip: announcement, frames, completion.
    package static func clip(_ name: ClipName, frames: Int, base: Int = 0) -> [WireEvent] {
        [.clipAnnounced(name, totalFrames: frames)]
            + (0..<frames).map { .baseFrameArrived(name, index: $0, picture: payload(basePicture(name, $0) + base)) }
            + [.clipCompleted(name, totalFrames: frames)]
    }

    private static func basePicture(_ name: ClipName, _ index: Int) -> Int {
        name.rawValue.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } * 10_000 + index
    }

    package static func clips(_ clips: [(ClipName, Int)] = workedExampleClips) -> [WireEvent] {
        [manifest(clips)] + clips.flatMap { clip($0.0, frames: $0.1) }
    }

    package static func audio(
        _ chunk: Int, frames: Int? = nil, sound: Int? = nil, zone: PixelPoint? = PixelPoint(x: 486, y: 402),
        emitted: Double? = nil
    ) -> WireEvent {
        var audio = AudioChunk(
            chunk: chunk, group: 0, sound: payload(sound ?? 500_000 + chunk), zone: zone, totalFrames: frames)
        audio.emitted = emitted.map { date($0, .text) }
        return .audioArrived(audio)
    }

    /// A moment of the session as the backend's clock has it, which is years ahead.
    package static func date(_ seconds: Double, _ clock: EmissionTime.Clock = .unix) -> EmissionTime {
        let origin: Double = clock == .unix ? 1_700_000_000 : 1_600_000_000
        return EmissionTime(clock, microseconds: Int64(((origin + seconds) * 1_000_000).rounded()))
    }

    package static func frame(
        _ sequence: Int, clip: ClipName? = talking, base: Int? = nil, picture: Int? = nil, section: Int = 0,
        id: String? = nil
    ) -> OverlayFrame {
        let index = base ?? sequence
        let name = id ?? "\(clip?.rawValue ?? "")/\(index)/J1_X\(sequence)_M\(section).webp"
        return OverlayFrame(
            section: section, sequence: sequence, clip: clip, baseIndex: index, overlayID: name,
            sheet: "J1_X\(sequence)_M\(section).webp", picture: payload(picture ?? 1_000_000 + index * 100 + section))
    }

    package static func batch(
        _ chunk: Int, _ frames: [OverlayFrame], number: Int = 0, of total: Int? = nil, emitted: Double? = nil
    ) -> WireEvent {
        .overlaysArrived(
            OverlayBatch(
                chunk: chunk, batch: number, totalBatches: total, frames: frames, emitted: emitted.map { date($0) }))
    }

    package static func frames(_ range: Range<Int>, clip: ClipName = talking, from base: Int? = nil) -> [OverlayFrame] {
        range.map { frame($0, clip: clip, base: (base ?? range.lowerBound) + $0 - range.lowerBound) }
    }

    package static func sent(_ chunk: Int, _ total: Int?) -> WireEvent { .chunkSent(chunk: chunk, totalSent: total) }

    /// A chunk as it usually comes: sound, one batch, "sent".
    package static func chunk(_ index: Int, frames count: Int, clip: ClipName = talking, from base: Int = 0)
        -> [WireEvent]
    {
        [
            audio(index, frames: count), batch(index, frames(0..<count, clip: clip, from: base), of: 1),
            sent(index, count),
        ]
    }
}

extension EngineRun {
    package mutating func at(_ seconds: Double, _ events: [WireEvent]) {
        for event in events { schedule(Instant(seconds: seconds), .wire(event)) }
    }

    /// All clips of the worked example, loaded at time 0.
    package mutating func loadClips(_ clips: [(ClipName, Int)] = Stream.workedExampleClips) {
        at(0, Stream.clips(clips))
    }
}
