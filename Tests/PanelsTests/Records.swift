import Events

@testable import Engine

/// A line of the frame log: the second frame of chunk 3, drawn as demanded.
func record(
    clip: String = "talking_1_s_talking_1_e", key: String? = "talking/45/J1_X2_M0.webp",
    status: FrameStatus = .sync, frameCount: Int = 60, note: String? = nil
) -> FrameRecord {
    FrameRecord(
        ordinal: 1_234, mode: .overlay, generation: 1,
        position: FramePosition(chunk: 3, section: 0, sequence: 1, frame: 1, frameCount: frameCount),
        clip: ClipName(clip), baseIndex: 45, demandedClip: ClipName(clip), demandedIndex: 45,
        overlayKey: key.map { PictureKey($0) }, status: status, due: Instant(microseconds: 61_000_000),
        shown: Instant(microseconds: 61_004_000), arrived: nil, decoded: nil, soundPosition: nil, character: nil,
        note: note)
}

let statuses: [FrameStatus] = [.sync, .desyncIndex, .desyncClip, .desyncBaseMissing, .noOverlay, .held, .skipped]
