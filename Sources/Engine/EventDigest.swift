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
            add(1)
            add(audio.chunk)
            add(audio.sound)
            add(audio.totalFrames)
            add(audio.firstClip?.rawValue)
            add(audio.firstBaseIndex)
            add(audio.firstPicture)
            add(audio.firstSheet)
            add(audio.zone)
            add(audio.frames)
        case .overlaysArrived(let batch):
            add(2)
            add(batch.chunk)
            add(batch.batch)
            add(batch.totalBatches)
            add(batch.frames)
        case .chunkDescribed(let description):
            add(3)
            add(description.chunk)
            add(description.totalFrames)
            add(description.firstPicture)
            add(description.frames)
        case .chunkSent(let chunk, let total):
            add(4)
            add(chunk)
            add(total)
        default: return nil
        }
    }

    private mutating func add(_ frames: [OverlayFrame]) {
        for place in frames.indices {
            add(frames[place].section)
            add(frames[place].sequence)
            add(frames[place].clip?.rawValue)
            add(frames[place].givenBaseIndex)
            add(frames[place].picture)
            add(frames[place].overlayID)
            add(frames[place].sheet)
            add(frames[place].zone)
            add(frames[place].destination?.origin)
            add(frames[place].destination?.size.width)
            add(frames[place].destination?.size.height)
        }
    }

    private mutating func add(_ payload: Payload?) { mix(payload?.hash.words.0 ?? 0) }

    /// A missing number differs from every number.
    private mutating func add(_ number: Int?) { mix(UInt64(bitPattern: Int64(number ?? .min))) }

    private mutating func add(_ point: PixelPoint?) {
        add(point?.x)
        add(point?.y)
    }

    private mutating func add(_ text: String?) {
        guard let text else { return add(Int?.none) }
        add(text)
    }

    /// Mixes the length first, so that two texts in a row never equal two other texts.
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
