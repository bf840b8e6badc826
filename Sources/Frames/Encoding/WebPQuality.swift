/// How WebP pictures are encoded.
package enum WebPQuality: Hashable, Sendable {
    case lossless
    /// 0 (smallest) to 100 (best).
    case lossy(Int)
}
