import Events

/// Of which sources there is a frame that may be shown.
struct ShownFrames: Sendable {
    /// A script's last frame stays as long as its source.
    private var scripted: Set<SourceIdentity> = []
    /// Pipes and files bring a frame anew for each showing.
    private var arrived: Set<SourceIdentity> = []

    func hasFrame(_ source: SourceIdentity) -> Bool { scripted.contains(source) || arrived.contains(source) }

    mutating func give(_ source: SourceIdentity) { scripted.insert(source) }
    mutating func begin(_ source: SourceIdentity) { arrived.insert(source) }

    mutating func attach(_ source: SourceIdentity?) { arrived = arrived.filter { $0 == source } }
    mutating func end() { arrived = [] }

    mutating func forget(_ isGone: (SourceIdentity) -> Bool) {
        scripted = scripted.filter { !isGone($0) }
        arrived = arrived.filter { !isGone($0) }
    }
}
