import Events

/// The decoded overlays, by content name, within a byte limit (specification 2.5 and 5.1).
///
/// Equal keys are one picture however many frames use it. A picture that was decoded for an older message is refused
/// (K11). When the limit is reached the least recently used picture goes; one that is needed after all is decoded again.
package struct PictureStore: Sendable {
    package private(set) var generation: Generation = 0
    private var pictures: RecentlyUsed<PictureKey, Picture>

    package init(byteLimit: Int = 64 << 20) { pictures = RecentlyUsed(limit: byteLimit) }

    /// Bytes of all pictures, four a pixel.
    package var byteCount: Int { pictures.cost }

    /// Counts as a use of the picture.
    package mutating func picture(for key: PictureKey) -> Picture? { pictures.use(key) }

    /// A picture of a newer generation than the store's begins that generation, which clears the store. One that is larger than
    /// the limit is not kept.
    package mutating func insert(_ picture: Picture, for key: PictureKey, _ generation: Generation) {
        guard generation >= self.generation else { return }
        begin(generation)
        _ = pictures.insert(picture, cost: picture.bytes.count, for: key)
    }

    /// Forgets everything when the generation is newer than the store's; else does nothing.
    package mutating func begin(_ generation: Generation) {
        guard generation > self.generation else { return }
        self.generation = generation
        pictures.removeAll()
    }

    /// Keys that are not in the store are passed over.
    /// - Returns: the pictures.
    @discardableResult package mutating func remove(_ keys: some Sequence<PictureKey>) -> [Picture] {
        keys.compactMap { pictures.remove($0) }
    }
}
