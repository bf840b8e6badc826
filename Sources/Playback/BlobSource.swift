import Events

/// Encoded pictures and sounds by content hash; asked from several threads.
package protocol BlobSource: Sendable {
    /// `nil` when nothing of that name is there or it cannot be read.
    func bytes(of hash: ContentHash) -> [UInt8]?
}
