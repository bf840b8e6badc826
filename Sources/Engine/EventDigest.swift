import Events

/// A hash of what an event that names a chunk carries. A repeated event has the same digest (specification 1.10,
/// 3.10.8).
///
/// The digest includes everything, except pixels, that decides what is drawn or heard, or when a chunk is complete.
/// It mixes one word at a time with the finalizer of MurmurHash3: two different events of one message collide about
/// once in 2^64 pairs. It excludes dates, because a repeated event is dated again. It also excludes the group of its
/// text, spoken words, original numbers and names of mouths, which are for people and change no picture.
struct EventDigest: Hashable, Sendable {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// `nil` for events that name no chunk.
    init?(_ event: WireEvent) {
        switch event {
        case .audioArrived(let audio):
            mixNumber(1)
            mixNumber(audio.chunk)
            mixPayload(audio.sound)
            mixNumber(audio.totalFrames)
            mixText(audio.firstClip?.rawValue)
            mixNumber(audio.firstBaseIndex)
            mixPayload(audio.firstPicture)
            mixText(audio.firstSheet)
            mixPoint(audio.zone)
            mixFrames(audio.frames)
        case .overlaysArrived(let batch):
            mixNumber(2)
            mixNumber(batch.chunk)
            mixNumber(batch.batch)
            mixNumber(batch.totalBatches)
            mixFrames(batch.frames)
        case .chunkDescribed(let description):
            mixNumber(3)
            mixNumber(description.chunk)
            mixNumber(description.totalFrames)
            mixPayload(description.firstPicture)
            mixFrames(description.frames)
        case .chunkSent(let chunk, let total):
            mixNumber(4)
            mixNumber(chunk)
            mixNumber(total)
        default: return nil
        }
    }

    private mutating func mixFrames(_ frames: [OverlayFrame]) {
        for place in frames.indices {
            mixNumber(frames[place].section)
            mixNumber(frames[place].sequence)
            mixText(frames[place].clip?.rawValue)
            mixNumber(frames[place].givenBaseIndex)
            mixPayload(frames[place].picture)
            mixText(frames[place].overlayID)
            mixText(frames[place].sheet)
            mixPoint(frames[place].zone)
            mixPoint(frames[place].destination?.origin)
            mixNumber(frames[place].destination?.size.width)
            mixNumber(frames[place].destination?.size.height)
        }
    }

    private mutating func mixPayload(_ payload: Payload?) { mix(payload?.hash.words.0 ?? 0) }

    /// A missing number differs from every number.
    private mutating func mixNumber(_ number: Int?) { mix(UInt64(bitPattern: Int64(number ?? .min))) }

    private mutating func mixPoint(_ point: PixelPoint?) {
        mixNumber(point?.x)
        mixNumber(point?.y)
    }

    /// Mixes the length first, so that two texts in a row never equal two other texts. A missing text differs from every
    /// text.
    private mutating func mixText(_ text: String?) {
        mixNumber(text?.utf8.count)
        guard let text else { return }
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
