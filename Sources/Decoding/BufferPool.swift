import Synchronization

/// Memory of pictures that are not needed any more, for those of their size that are decoded next: fresh memory has to be fetched
/// from the system a page at a time, up to hundreds of times a picture.
///
/// Filled by the main actor, emptied by the workers; the mutex guards it.
package final class BufferPool: Sendable {
    /// What decoding a larger picture costs beside is not worth its memory.
    private let limit: Int
    private let count: Int
    private let buffers = Mutex<[[UInt8]]>([])

    /// - Parameters:
    ///   - count: of what is kept at most.
    ///   - limit: bytes of one.
    package init(count: Int, limit: Int) { (self.count, self.limit) = (count, limit) }

    package func give(_ bytes: consuming [UInt8]) {
        let bytes = consume bytes
        guard bytes.count <= limit else { return }
        buffers.withLock { buffers in
            if buffers.count >= count { buffers.removeFirst() }
            buffers.append(bytes)
        }
    }

    /// Empty when there are none.
    package func take() -> [UInt8] { buffers.withLock { $0.popLast() ?? [] } }

    package var byteCount: Int { buffers.withLock { $0.reduce(0) { $0 + $1.count } } }
}

/// Memory of decoded pictures for the next ones: base frames and overlays apart from each other, since they have sizes of their own.
package struct DecodingMemory: Sendable {
    package let bases = BufferPool(count: 1, limit: 2 << 20)
    /// While an avatar talks one is released for each that is decoded, some at once.
    package let overlays = BufferPool(count: 6, limit: 512 << 10)

    package init() {}

    package var byteCount: Int { bases.byteCount + overlays.byteCount }
}
