import Events

/// Which frames the events gave to which source, and since when sources are gone.
struct ToldFrames: Sendable {
    /// The last ones of each source.
    private var given: [SourceIdentity: [ContentHash]] = [:]
    private var gone: [SourceIdentity: Instant] = [:]
    /// Something was too much to be kept, so that what is not known may have been there.
    private var hasForgotten = false

    private static let framesKept = 100
    private static let sourcesKept = 2_000

    mutating func add(_ picture: ContentHash, of source: SourceIdentity) {
        var frames = given[source] ?? []
        if frames.last == picture { return }
        if frames.count >= Self.framesKept {
            frames.removeFirst()
            hasForgotten = true
        }
        given[source] = frames + [picture]
        if given.count > Self.sourcesKept { (given, hasForgotten) = ([source: [picture]], true) }
    }

    mutating func lose(_ source: SourceIdentity, at time: Instant) {
        gone[source] = time
        if gone.count > Self.sourcesKept { (gone, hasForgotten) = ([source: time], true) }
    }

    /// Since when a source is gone; `nil` where nobody knows.
    func isGone(_ source: SourceIdentity) -> Instant? { gone[source] }

    /// Whether a source that is neither there nor gone has never been there.
    var isWhole: Bool { !hasForgotten }

    /// `nil` where it may have been.
    func wasGiven(_ picture: ContentHash, to source: SourceIdentity) -> Bool? {
        if given[source]?.contains(picture) == true { return true }
        return hasForgotten ? nil : false
    }

    /// The source that a frame was of.
    func source(of picture: ContentHash) -> SourceIdentity? {
        given.filter { $0.value.contains(picture) }.keys.min { ($0.name, $0.instance) < ($1.name, $1.instance) }
    }
}
