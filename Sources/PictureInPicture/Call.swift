import Events

/// A call as it has been told: its state, its members in the order in which they joined, its sources.
///
/// Nothing of one call is seen in another (picture-in-picture 1.5, PB23).
package struct Call: Hashable, Sendable {
    package static let mostMembers = 1_000
    package static let mostSources = 1_000
    /// Calls that are over and are known again, the last ones.
    static let mostEnded = 100

    /// `nil` while there is none.
    package private(set) var id: String?
    /// Only of a call that there is.
    package private(set) var state = CallState.left
    package private(set) var members: [CallMember] = []
    private var sources: [String: CallSource] = [:]
    /// Another one where anything may be another.
    package private(set) var revision = 0
    private var ended: [String] = []

    package init() {}

    package var isThere: Bool { id != nil }
    package var isReconnecting: Bool { isThere && state.isReconnecting }

    package subscript(member id: String) -> CallMember? { members.first { $0.id == id } }
    package subscript(source name: String) -> CallSource? { sources[name] }

    /// What a member shows, if there is anything to be had of it.
    package func shownSource(of member: CallMember) -> CallSource? {
        member.shownSource.flatMap { sources[$0] }.flatMap { $0.resolves ? $0 : nil }
    }

    /// It publishes something that is seen, and there is a source for it (picture-in-picture D6).
    package func isVideoEnabled(of member: CallMember) -> Bool {
        (member.sharesScreen || member.publishesVideo) && shownSource(of: member) != nil
    }

    /// All that are known, in any order.
    var knownSources: some Collection<CallSource> { sources.values }
    package var sourceCount: Int { sources.count }

    /// What came of a source. That of an earlier instance is late, and nothing about the one of now.
    mutating func apply(_ outcome: SourceOutcome, to source: SourceIdentity) {
        guard sources[source.name]?.identity == source else { return }
        revision += 1
        sources[source.name]?.apply(outcome)
    }

    /// Whoever has an avatar as its camera speaks when that does, and its connection is as good as the avatar's frames come.
    mutating func follow(_ avatars: Avatars) {
        for place in members.indices {
            guard let avatar = members[place].source.flatMap({ sources[$0]?.avatar }), let state = avatars[avatar]
            else {
                continue
            }
            var member = members[place]
            (member.isSpeaking, member.isDominant) = (state.isTalking, avatar == avatars.dominant)
            member.quality = avatars.quality(of: avatar)
            guard member != members[place] else { continue }
            members[place] = member
            revision += 1
        }
    }

    /// Seen of its frames.
    mutating func learn(_ delivery: ConnectionQuality, of source: SourceIdentity) {
        guard let known = sources[source.name], known.identity == source, known.delivery != delivery else { return }
        revision += 1
        sources[source.name]?.delivery = delivery
    }

    /// Seen of a frame.
    mutating func learn(_ size: PixelSize, of source: SourceIdentity) {
        guard sources[source.name]?.identity == source, sources[source.name]?.size != size else { return }
        revision += 1
        sources[source.name]?.apply(.size(size))
    }

    /// - Returns: why it changes nothing, for the log, where that is strange.
    package mutating func handle(_ event: CallEvent) -> String? {
        revision += 1
        switch event {
        case .state(let state, let call): return change(to: state, of: call)
        case .member(let id, let changes):
            guard mayHear else { return Self.noCall }
            guard let place = place(of: id) else { return "more than \(Self.mostMembers) members" }
            for change in changes { members[place].apply(change) }
            return nil
        case .memberLeft(let id):
            guard let place = members.firstIndex(where: { $0.id == id }) else {
                return "an unknown member left"
            }
            members.remove(at: place)
            return nil
        case .source(let name, let changes): return change(source: name, changes)
        // Scripts may tell of a source by its frames alone.
        case .frame(let name, _): return change(source: name, [])
        // It changes nothing about what there is.
        case .painted: return nil
        }
    }

    private mutating func change(source name: String, _ changes: [CallSourceChange]) -> String? {
        guard mayHear else { return Self.noCall }
        guard sources[name] != nil || sources.count < Self.mostSources else {
            return "more than \(Self.mostSources) sources"
        }
        var source = sources[name] ?? CallSource(name: name)
        // The instance first: it says whose all the rest is.
        let instance = changes.filter { if case .instance = $0 { true } else { false } }
        for change in instance + changes { source.apply(change) }
        sources[name] = source
        return nil
    }

    private static let noCall = "no call"

    /// What comes before the first call is of that one, what comes between two is late.
    private var mayHear: Bool { isThere || ended.isEmpty }

    private mutating func place(of id: String) -> Int? {
        if let place = members.firstIndex(where: { $0.id == id }) { return place }
        guard members.count < Self.mostMembers else { return nil }
        members.append(CallMember(id: id))
        return members.count - 1
    }

    private mutating func change(to state: CallState, of call: String) -> String? {
        if call == id {
            if state == .left { end() } else { self.state = state }
            return nil
        }
        // An earlier one is over, unless somebody joins it once more when there is no other.
        let isEarlier = ended.contains(call)
        let isJoined = !isThere && (state == .joining || state == .joined)
        guard state != .left, !isEarlier || isJoined else { return "not the current call" }
        if isThere { end() }
        (id, self.state) = (call, state)
        return nil
    }

    private mutating func end() {
        guard let id else { return }
        ended = (ended.filter { $0 != id } + [id]).suffix(Self.mostEnded)
        (self.id, state, members, sources) = (nil, .left, [], [:])
    }
}
