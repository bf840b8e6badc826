import Events

/// What an event that names a chunk carries, in one number: the same event once more has the same one (specification 1.10).
///
/// FNV-1a over what can be told without looking at pixels. Two different events of one message have the same digest about once in
/// 2^64 pairs; what then is taken for a repeat is only held back.
struct EventDigest: Hashable, Sendable {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// `nil` for events that name no chunk.
    init?(_ event: WireEvent) {
        switch event {
        case .audioArrived(let audio):
            add(1)
            add(audio.chunk)
            add(audio.sound)
            add(audio.totalFrames ?? -1)
            for frame in audio.frames { add(frame) }
        case .overlaysArrived(let batch):
            add(2)
            add(batch.chunk)
            for frame in batch.frames { add(frame) }
        case .chunkDescribed(let description):
            add(3)
            add(description.chunk)
            add(description.totalFrames ?? -1)
            for frame in description.frames { add(frame) }
        case .chunkSent(let chunk, let total):
            add(4)
            add(chunk)
            add(total ?? -1)
        default: return nil
        }
    }

    private mutating func add(_ frame: OverlayFrame) {
        add(frame.section)
        add(frame.sequence)
        add(frame.baseIndex)
        add(frame.picture)
        for byte in (frame.overlayID ?? "").utf8 { mix(byte) }
    }

    private mutating func add(_ payload: Payload?) {
        add(payload.map { Int(truncatingIfNeeded: $0.hash.words.0) } ?? 0)
    }

    private mutating func add(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private mutating func mix(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
