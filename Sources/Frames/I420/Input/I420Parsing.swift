/// Frames from the bytes of a stream, which come in pieces of any size.
///
/// Owner: the one reader of the stream. It keeps no more than the frame that has begun.
package protocol I420Parsing: Sendable {
    /// Takes bytes off the front, up to what they complete.
    /// - Returns: `nil` when there is nothing more to tell of them; all are taken then.
    /// - Throws: once the stream cannot be understood, and from then on.
    mutating func next(_ bytes: inout ArraySlice<UInt8>) throws(I420StreamError) -> I420StreamEvent?

    /// The stream has ended. A frame that has begun is dropped.
    /// - Returns: how many of its bytes had come.
    /// - Throws: where the header had not come, or what `next` threw.
    mutating func end() throws(I420StreamError) -> Int
}

package enum I420StreamEvent: Sendable {
    /// Before all others. Of Y4M once more where a header stands in the place of a frame: two writers of a pipe may follow each other
    /// so closely that no end is seen between them.
    case began(I420StreamFormat)
    case frame(I420Frame)
    /// A frame whose turn came when its pool had no room. Its bytes have been read.
    case dropped
}

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
