import Events

/// What an event that names a chunk carries, in one number: the same event once more has the same one (specification 1.10).
///
/// Over what can be told without looking at pixels, a word at a time; each is mixed in by the finalizer of MurmurHash3. Two different
/// events of one message have the same digest about once in 2^64 pairs; what then is taken for a repeat is only held back.
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
            add(audio.frames)
        case .overlaysArrived(let batch):
            add(2)
            add(batch.chunk)
            add(batch.frames)
        case .chunkDescribed(let description):
            add(3)
            add(description.chunk)
            add(description.totalFrames ?? -1)
            add(description.frames)
        case .chunkSent(let chunk, let total):
            add(4)
            add(chunk)
            add(total ?? -1)
        default: return nil
        }
    }

    private mutating func add(_ frames: [OverlayFrame]) {
        for place in frames.indices {
            add(frames[place].section)
            add(frames[place].sequence)
            add(frames[place].baseIndex)
            add(frames[place].picture)
            add(frames[place].overlayID ?? "")
        }
    }

    private mutating func add(_ payload: Payload?) { mix(payload?.hash.words.0 ?? 0) }
    private mutating func add(_ number: Int) { mix(UInt64(bitPattern: Int64(number))) }

    /// Its length first, so that no two texts that follow each other make what two others make.
    private mutating func add(_ text: String) {
        add(text.utf8.count)
        var (word, shift) = (UInt64(0), UInt64(0))
        for byte in text.utf8 {
            word |= UInt64(byte) << shift
            shift += 8
            guard shift == 64 else { continue }
            mix(word)
            (word, shift) = (0, 0)
        }
        if shift > 0 { mix(word) }
    }

    private mutating func mix(_ word: UInt64) {
        state ^= word
        state = (state ^ state >> 33) &* 0xff51_afd7_ed55_8ccd
        state = (state ^ state >> 33) &* 0xc4ce_b9fe_1a85_ec53
        state ^= state >> 33
    }
}
