import Events

/// A call as its events tell of it, for whoever judges the tile: read anew from the events, since the tile's own word is what is judged.
struct ReportedCall: Sendable {
    struct Member: Sendable {
        var isLocal = false
        var name: String?
        var image: CallImage?
        var sharesScreen = false
        var source: String?
        var shareSource: String?
    }

    struct Source: Sendable {
        var instance = 0
        var hasVideo = true
        var isEnded = false
        /// Whoever reads it has nothing of it.
        var isGone = false
        var path: String?
        var avatar: Events.Member?
        /// Frames of it are on the tape.
        var isScripted = false
        /// Somebody has opened it.
        var isOpened = false
    }

    /// How many there have been; what is told before the first one is of that one.
    private(set) var number = 0
    private(set) var members: [String: Member] = [:]
    private(set) var frames = ReportedFrames()
    private(set) var images = ReportedImages()
    private var id: String?
    private var sources: [String: Source] = [:]
    private var ended: [String] = []

    // The limits of docs/reference/call-events.md.
    private static let mostMembers = 1_000
    private static let mostSources = 1_000
    private static let mostEnded = 100

    // MARK: Views

    /// What is to be had of a member's screen, or else of its camera.
    func source(of id: String) -> SourceIdentity? {
        guard let member = members[id], let name = member.sharesScreen ? member.shareSource : member.source else {
            return nil
        }
        return identity(name)
    }

    /// Beside a screen there is no face.
    func image(of id: String) -> CallImage? {
        members[id].flatMap { $0.sharesScreen ? nil : $0.image }
    }

    func sharesScreen(_ id: String) -> Bool { members[id]?.sharesScreen == true }

    /// Whether a member may be shown at all.
    func isCandidate(_ id: String, includesLocal: Bool) -> Bool {
        guard let member = members[id] else { return false }
        return !member.isLocal || includesLocal && members.values.allSatisfy(\.isLocal)
    }

    /// Whose camera or screen it is.
    func owner(of source: String) -> String? {
        members.filter { $0.value.source == source || $0.value.shareSource == source }.keys.min()
    }

    /// Whether all of its frames are on the tape, or none at all, or it is a file that has been opened: else they come to whoever
    /// plays it.
    func hasFramesHere(_ source: String) -> Bool {
        sources[source].map { $0.isScripted || $0.path == nil || $0.isOpened } ?? true
    }

    /// Whose engine draws it; `nil` where its frames come from elsewhere.
    func avatar(of source: String) -> Events.Member? { sources[source]?.avatar }

    /// Where there are frames to be had from it.
    private func identity(_ name: String) -> SourceIdentity? {
        sources[name].flatMap {
            $0.hasVideo && !$0.isEnded && !$0.isGone ? SourceIdentity(name: name, instance: $0.instance) : nil
        }
    }

    func isThere(_ source: SourceIdentity) -> Bool { identity(source.name) == source }

    // MARK: Hearing

    mutating func hear(_ event: CallEvent, at time: Instant) {
        switch event {
        case .state(let state, let call): change(to: state, of: call, at: time)
        case .member(let id, let changes):
            guard mayHear, members[id] != nil || members.count < Self.mostMembers else { return }
            let before = members[id]?.image
            for change in changes { members[id, default: Member()].apply(change) }
            if changes.isEmpty { members[id] = members[id] ?? Member() }
            if let before, before != members[id]?.image { images.lose(before, at: time) }
        case .memberLeft(let id):
            if let image = members.removeValue(forKey: id)?.image { images.lose(image, at: time) }
        case .source(let name, let changes): change(name, changes, at: time)
        case .frame(let name, let picture):
            change(name, [], at: time)
            guard let source = sources[name] else { return }
            sources[name]?.isScripted = true
            frames.add(picture.hash, of: SourceIdentity(name: name, instance: source.instance))
        // It tells of what was painted, and nothing of the call.
        case .painted: break
        }
    }

    mutating func hear(_ outcome: SourceOutcome, of source: SourceIdentity, at time: Instant) {
        switch outcome {
        case .opened:
            set(source, isGone: false, at: time)
            if sources[source.name]?.instance == source.instance { sources[source.name]?.isOpened = true }
        case .failed, .ended: set(source, isGone: true, at: time)
        case .delivered: break
        }
    }

    private mutating func set(_ source: SourceIdentity, isGone: Bool, at time: Instant) {
        guard sources[source.name]?.instance == source.instance else { return }
        let before = identity(source.name)
        sources[source.name]?.isGone = isGone
        if let before, before != identity(source.name) { frames.lose(before, at: time) }
    }

    private var mayHear: Bool { id != nil || ended.isEmpty }

    private mutating func change(_ name: String, _ changes: [CallSourceChange], at time: Instant) {
        guard mayHear, sources[name] != nil || sources.count < Self.mostSources else { return }
        let before = identity(name)
        var source = sources[name] ?? Source()
        // Another instance is another source, whatever stands before it in the same event.
        for case .instance(let number) in changes where number != source.instance { source = Source(instance: number) }
        for change in changes { source.apply(change) }
        sources[name] = source
        if let before, before != identity(name) { frames.lose(before, at: time) }
    }

    private mutating func change(to state: CallState, of call: String, at time: Instant) {
        if call == id {
            if state == .left { end(at: time) }
            return
        }
        let isJoined = id == nil && (state == .joining || state == .joined)
        guard state != .left, !ended.contains(call) || isJoined else { return }
        end(at: time)
        id = call
        number += 1
    }

    private mutating func end(at time: Instant) {
        guard let id else { return }
        for name in sources.keys { if let source = identity(name) { frames.lose(source, at: time) } }
        for image in members.values.compactMap(\.image) { images.lose(image, at: time) }
        ended = (ended.filter { $0 != id } + [id]).suffix(Self.mostEnded)
        (self.id, members, sources) = (nil, [:], [:])
    }
}

extension ReportedCall.Member {
    fileprivate mutating func apply(_ change: CallMemberChange) {
        switch change {
        case .isLocal(let value): isLocal = value
        case .name(let value): name = value?.isEmpty == true ? nil : value
        case .image(let value): image = value
        case .sharesScreen(let value): sharesScreen = value
        case .source(let value): source = value
        case .shareSource(let value): shareSource = value
        case .publishesAudio, .publishesVideo, .paused, .pin, .isDominant, .isSpeaking, .hasRaisedHand, .ingress,
            .quality, .mirror, .hasFrontCamera:
            break
        }
    }
}

extension ReportedCall.Source {
    fileprivate mutating func apply(_ change: CallSourceChange) {
        switch change {
        case .hasVideo(let value): hasVideo = value
        case .isEnded(let value): isEnded = value
        case .path(let value): path = value
        case .avatar(let value): avatar = value
        case .instance, .isEnabled, .size, .rate: break
        }
    }
}

/// Which frames the events gave to which source, and since when sources are gone.
struct ReportedFrames: Sendable {
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

/// Pictures of members that are nobody's any more, and since when.
struct ReportedImages: Sendable {
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
