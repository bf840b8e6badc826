/// Fills frames with the bytes of their planes.
struct I420FrameReader: Sendable {
    let format: I420StreamFormat
    private let pool: I420Pool
    /// The frame that has begun; `nil` while its bytes are passed over, because its pool had no room.
    private var filling: I420FrameFilling?
    /// Bytes that have come of the frame that has begun.
    private(set) var count = 0

    init(_ format: I420StreamFormat, _ pool: I420Pool) {
        self.format = format
        self.pool = pool
    }

    /// Takes what belongs to one frame; `nil` when it is not whole yet.
    mutating func next(_ bytes: inout ArraySlice<UInt8>) -> I420StreamEvent? {
        let part = bytes.prefix(format.bytesInStream - count)
        guard !part.isEmpty else { return nil }
        if count == 0 { filling = pool.take(format.layout) }
        filling?.write(part, at: count)
        count += part.count
        bytes = bytes[part.endIndex...]
        guard count == format.bytesInStream else { return nil }
        count = 0
        if format.isMono { filling?.fillChroma() }
        guard let frame = filling?.frame else { return .dropped }
        filling = nil
        return .frame(frame)
    }
}
