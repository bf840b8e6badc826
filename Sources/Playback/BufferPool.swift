import Synchronization

/// Memory of base frames that are not needed any more, for those that are decoded next: fresh memory has to be fetched
/// from the system a page at a time, hundreds of times a picture.
///
/// Filled by the main actor, emptied by the workers; the mutex guards it.
package final class BufferPool: Sendable {
    /// Bytes of one; what decoding a larger picture costs beside is not worth its memory.
    private static let limit = 2 << 20
    private let buffers = Mutex<[[UInt8]]>([])

    package init() {}

    package func give(_ bytes: consuming [UInt8]) {
        let bytes = consume bytes
        guard bytes.count <= Self.limit else { return }
        buffers.withLock { buffers in
            if buffers.count >= 2 { buffers.removeFirst() }
            buffers.append(bytes)
        }
    }

    /// Empty when there are none.
    package func take() -> [UInt8] { buffers.withLock { $0.popLast() ?? [] } }

    package var byteCount: Int { buffers.withLock { $0.reduce(0) { $0 + $1.count } } }
}
