/// Memory of decoded pictures for the next ones: base frames and overlays apart from each other, since they have sizes of their own.
package struct DecodingMemory: Sendable {
    package let bases = BufferPool(count: 1, limit: 2 << 20)
    /// While an avatar talks one is released for each that is decoded, some at once.
    package let overlays = BufferPool(count: 6, limit: 512 << 10)

    package init() {}

    package var byteCount: Int { bases.byteCount + overlays.byteCount }
}
