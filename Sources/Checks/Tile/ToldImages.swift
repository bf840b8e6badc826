import Events

/// Pictures of members that are nobody's any more, and since when.
struct ToldImages: Sendable {
    private var gone: [CallImage: Instant] = [:]
    /// Whether one that is nobody's and not here has never been anybody's.
    private(set) var isWhole = true

    private static let kept = 2_000

    mutating func lose(_ image: CallImage, at time: Instant) {
        gone[image] = time
        if gone.count > Self.kept { (gone, isWhole) = ([image: time], false) }
    }

    func isGone(_ image: CallImage) -> Instant? { gone[image] }
}
