import Events

/// The tile of a session: the call that it is about, who of it is shown, and what of that one.
///
/// A value beside the playback engines. Events and inputs are heard one after the other; what they make together is published once,
/// at the end of the turn (`endTurn`), where it differs from what was published before (picture-in-picture 1.5, D2).
package struct Tile: Hashable, Sendable {
    package private(set) var call = Call()
    package private(set) var settings = TileSettings()
    package private(set) var place = TilePlace.usual
    package private(set) var preferred = PreferredSize()
    package private(set) var switches = SourceSwitches()
    /// What was published last, and how often something was.
    package private(set) var record = TileRecord()
    package private(set) var publications = 0
    /// Since when the panel or, without it, the tile has been there: its dots go by it.
    package private(set) var appeared: Instant?

    private var selection = CastSelection()
    private var avatars = Avatars()
    /// What came of pictures of members, of those asked for last.
    private var images: [CallImage: Bool] = [:]
    /// Of each source the frame that a script gave last and that is a picture, and the one that nobody has decoded yet.
    private var scripted: [SourceIdentity: Payload] = [:]
    private var undecoded: [SourceIdentity: Payload] = [:]
    /// Frames that scripts gave since the last turn, and how well they come.
    private var given: [SourceIdentity: Int] = [:]
    private var deliveries: [SourceIdentity: Delivery] = [:]
    private var deliveryDeadline: Instant?
    /// Of pipes and files what was painted last.
    private var painted: [SourceIdentity: PaintedFrame] = [:]
    /// The pipe or file whose first frame has come since it was attached.
    private var arrived: SourceIdentity?
    private var isSuspended = false
    private var isTurnOpen = false

    /// All that is kept of a frame of a pipe or a file.
    package struct PaintedFrame: Hashable, Sendable {
        package let picture: Payload
        package let cells: CellSize
    }

    /// Outcomes of pictures that are kept: more members than anybody looks at.
    static let mostImages = 100

    package init() {}

    // MARK: Hearing

    /// - Returns: why it changes nothing, for the log, where that is strange.
    package mutating func handle(_ event: CallEvent) -> String? {
        if case .painted(let source, let picture, let cells) = event {
            if call[source: source.name]?.identity == source {
                painted[source] = PaintedFrame(picture: picture, cells: cells)
            }
            return nil
        }
        isTurnOpen = true
        let before = call.id
        let oddity = call.handle(event)
        if let before, before != call.id { endCall() }
        switch event {
        case .source(let name, let changes):
            guard let source = call[source: name]?.identity else { break }
            for case .isEnabled(let flag) in changes { switches.hear(source, isEnabled: flag) }
        case .frame(let name, let picture):
            guard let source = call[source: name]?.identity else { break }
            undecoded[source] = picture
            given[source, default: 0] += 1
        case .state, .member, .memberLeft, .painted: break
        }
        return oddity
    }

    /// What a member's engine has come to.
    /// - Parameter frames: of its speech, that have been due since it was heard last.
    package mutating func hear(_ avatar: AvatarState, _ frames: [DueFrame], of member: Member) {
        guard avatars.hear(avatar, frames, of: member), call.knownSources.contains(where: { $0.avatar == member })
        else { return }
        isTurnOpen = true
    }

    /// - Returns: what cannot be had, and why, for the log.
    @discardableResult package mutating func handle(_ input: TileInput) -> String? {
        isTurnOpen = true
        apply(input)
        return input.failure
    }

    private mutating func apply(_ input: TileInput) {
        switch input {
        case .stage(let stage): place.stage = stage
        case .window(let window): place.window = window
        case .settings(let changes): for change in changes { settings.apply(change) }
        case .image(let image, let failure): note(image, isLoaded: failure == nil)
        case .source(let source, let outcome): call.apply(outcome, to: source)
        case .firstFrame(let source): if source == record.snapshot.source || source == shownSource { arrived = source }
        case .frameDecoded(let source, let picture, let size):
            finish(picture, of: source)
            guard call[source: source.name]?.identity == source else { break }
            scripted[source] = picture
            call.learn(size, of: source)
        case .frameFailed(let source, let picture, _): finish(picture, of: source)
        case .suspended: isSuspended = true
        case .continued: (isSuspended, appeared) = (false, nil)
        }
    }

    /// A newer one may have come meanwhile, which is decoded next.
    private mutating func finish(_ picture: Payload, of source: SourceIdentity) {
        if undecoded[source] == picture { undecoded[source] = nil }
    }

    /// At once, for what is told in the same turn may be of the next call already: this counts for that one, and nothing of the last
    /// one does (picture-in-picture 1.5).
    private mutating func endCall() {
        forgetFrames()
        switches = SourceSwitches()
        (given, deliveries, deliveryDeadline) = ([:], [:], nil)
    }

    private mutating func note(_ image: CallImage, isLoaded: Bool) {
        // Late, or of a member that is not shown any more: whoever asks again is told again.
        let shown = record.snapshot.image
        if images.count >= Self.mostImages, images[image] == nil { images = images.filter { $0.key == shown } }
        images[image] = isLoaded
    }

    /// When the turn ends, or something changes by itself; `nil` while nothing does.
    package var deadline: Instant? {
        if isTurnOpen { return .zero }
        return isSuspended ? nil : [selection.deadline, switches.deadline, deliveryDeadline].compactMap { $0 }.min()
    }

    /// Everything that has been heard since the last turn is seen together.
    /// - Returns: whether something was published.
    package mutating func endTurn(at now: Instant) -> Bool {
        guard let deadline, deadline <= now else { return false }
        isTurnOpen = false
        let next = renewed(at: now)
        switches.update(isActive: next.isActive, shown: next.snapshot.source, known: call.knownSources, at: now)
        guard !next.isSame(as: record) else {
            record.snapshot.call = next.snapshot.call
            return false
        }
        publish(next)
        return true
    }

    private mutating func renewed(at now: Instant) -> TileRecord {
        let isAnother = call.id != record.snapshot.call
        if isAnother { release() }
        call.follow(avatars)
        followDeliveries(at: now)
        selection.update(call, includesLocal: settings.includesLocal, at: now)
        var next = TileRecord()
        next.snapshot = TileSnapshot(call, shown: selection.shown)
        let source = next.snapshot.source.flatMap { call[source: $0.name] }
        // What has been attached anew has to bring a frame first (B2, N3).
        if next.snapshot.source != arrived { arrived = nil }
        if !scripted.isEmpty || !undecoded.isEmpty || !painted.isEmpty { forgetFrames() }
        if preferred.policy != settings.policy { preferred.set(settings.policy) }
        if let source, let size = source.size { preferred.receive(size, pixelAspect: source.pixelAspect) }
        next.isImageLoaded = next.snapshot.image.flatMap { images[$0] } == true
        next.picture = picture(of: next.snapshot)
        next.hasFrameBehind =
            next.picture == .panel && next.snapshot.source == record.snapshot.source
            && (record.picture == .frame || record.hasFrameBehind)
        if next.content != .inactive, !isSuspended {
            next.place = place.rect(settings, aspect: preferred.aspect)
        }
        // What nobody sees nobody converts: the next showing begins with a frame of its own (picture-in-picture 5.1).
        if !next.isActive, place.stage != .visible { arrived = nil }
        if next.content != record.content || next.isActive != record.isActive || appeared == nil { appeared = now }
        return next
    }

    private mutating func followDeliveries(at now: Instant) {
        for (source, frames) in given { deliveries[source, default: Delivery()].receive(frames, at: now) }
        given = [:]
        guard !deliveries.isEmpty else { return }
        for source in deliveries.keys {
            deliveries[source]?.update(rate: call[source: source.name]?.rate, at: now)
            call.learn(deliveries[source]?.quality ?? .unknown, of: source)
        }
        deliveries = deliveries.filter { $0.value.isRunning && call[source: $0.key.name]?.identity == $0.key }
        // Without a rate it stays what it is.
        let isMoving = deliveries.keys.contains { call[source: $0.name]?.rate != nil }
        deliveryDeadline = isMoving ? now + Delivery.step : nil
    }

    private func picture(of snapshot: TileSnapshot) -> TileRecord.Picture {
        switch snapshot.content {
        case .inactive: return .none
        case .reconnecting: return .panel
        case .avatar: return .placeholder
        case .video, .screenSharing:
            guard let source = snapshot.source else { return .placeholder }
            if let avatar = call[source: source.name]?.avatar {
                return avatars[avatar]?.hasPicture == true ? .frame : .placeholder
            }
            return arrived == source || scripted[source] != nil ? .frame : .placeholder
        }
    }

    private mutating func publish(_ next: TileRecord) {
        let before = record
        record = next
        record.reason = TileRecord.changes(from: before, to: next, self)
        publications += 1
    }

    /// Nothing else of a call is left when it is over (picture-in-picture 6.4).
    private mutating func release() {
        selection = CastSelection()
        (images, arrived, appeared) = ([:], nil, nil)
        preferred = PreferredSize()
    }

    /// Whether nothing is left of any call.
    var isReleased: Bool {
        selection == CastSelection() && switches == SourceSwitches() && images.isEmpty && scripted.isEmpty
            && undecoded.isEmpty && painted.isEmpty && arrived == nil && preferred.size == PreferredSize.usual
            && call.members.isEmpty && given.isEmpty && deliveries.isEmpty
            && call.sourceCount == 0 && deadline == nil && record.snapshot == TileSnapshot()
    }

    /// Frames of sources that are gone.
    private mutating func forgetFrames() {
        let sources = Set(call.knownSources.filter(\.resolves).map(\.identity))
        scripted = scripted.filter { sources.contains($0.key) }
        undecoded = undecoded.filter { sources.contains($0.key) }
        painted = painted.filter { sources.contains($0.key) }
    }

    // MARK: Views

    /// Something has been told of a call, and not of the tile alone.
    package var hasCall: Bool { call.revision > 0 }

    private var shownSource: SourceIdentity? {
        selection.shown.flatMap { call[member: $0] }.flatMap { call.shownSource(of: $0) }?.identity
    }

    /// The picture of a member that is to be loaded now.
    package var wantedImage: CallImage? {
        record.snapshot.image.flatMap { images[$0] == nil ? $0 : nil }
    }

    /// The frame that a script gave last of what is shown.
    package var scriptedFrame: Payload? { record.snapshot.source.flatMap { scripted[$0] } }

    /// What was painted last of what is shown.
    package var paintedFrame: PaintedFrame? { record.snapshot.source.flatMap { painted[$0] } }

    /// Frames that scripts gave and that are to be decoded, in an order that stays.
    package var wantedFrames: [(source: SourceIdentity, picture: Payload)] {
        undecoded.map { ($0.key, $0.value) }
            .sorted { ($0.source.name, $0.source.instance) < ($1.source.name, $1.source.instance) }
    }

    /// Which source has to be open: that of the member that is shown, whether it is on the screen or not (B19).
    /// Also a pipe that waits for another writer; not an avatar, which is here.
    package var attached: CallSource? {
        record.snapshot.member.flatMap { call[member: $0]?.shownSource }.flatMap { call[source: $0] }
            .flatMap { $0.isOffered && $0.avatar == nil ? $0 : nil }
    }

    /// On the stage or in the tile.
    package var isSeen: Bool { record.isActive || place.stage == .visible }

    /// Whose engine draws what is shown; `nil` where its frames come from elsewhere.
    package var shownAvatar: Member? { record.snapshot.source.flatMap { call[source: $0.name]?.avatar } }

    /// Those that members of the call have as their cameras.
    package var calledAvatars: Set<Member> { Set(call.knownSources.compactMap(\.avatar)) }

    /// Members who have them, in the order in which they joined.
    package var avatarMembers: [CallAvatar] { call.avatarMembers }

    var placeReason: String {
        if !call.isThere { return "no call" }
        if record.content == .inactive { return "no member to show" }
        return place.reason(settings, aspect: preferred.aspect)
    }

    var selectionReason: String {
        selection.shown.map { CastSelection.reason(for: $0, in: call, includesLocal: settings.includesLocal) }
            ?? "the call is empty"
    }
}
