import Events

/// Of which sources there is a frame that may be shown.
struct ShownFrames: Sendable {
    /// A script's last frame stays as long as its source.
    private var scripted: Set<SourceIdentity> = []
    /// Pipes and files bring a frame anew for each showing.
    private var arrived: Set<SourceIdentity> = []

    /// Something has come that the main avatar can be drawn of; of others nothing is heard here.
    var hasAvatar = false

    func hasFrame(_ source: SourceIdentity, _ told: ToldCall) -> Bool {
        if let avatar = told.avatar(of: source.name) { return hasAvatar || !avatar.isMain }
        return scripted.contains(source) || arrived.contains(source)
    }

    mutating func give(_ source: SourceIdentity) { scripted.insert(source) }
    mutating func begin(_ source: SourceIdentity) { arrived.insert(source) }

    mutating func attach(_ source: SourceIdentity?) { arrived = arrived.filter { $0 == source } }
    mutating func end() { arrived = [] }

    mutating func forget(_ isGone: (SourceIdentity) -> Bool) {
        scripted = scripted.filter { !isGone($0) }
        arrived = arrived.filter { !isGone($0) }
    }
}
