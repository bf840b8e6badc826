import Events

/// One of those who take part in a call, with what has been told of it (picture-in-picture 10).
package struct CallMember: Hashable, Sendable {
    package let id: String
    package internal(set) var isLocal = false
    /// `nil` for none, and for one without characters.
    package internal(set) var name: String?
    package internal(set) var image: CallImage?
    package internal(set) var publishesAudio = true
    package internal(set) var publishesVideo = false
    package internal(set) var sharesScreen = false
    package internal(set) var source: String?
    package internal(set) var shareSource: String?
    package internal(set) var paused: Set<CallMedium> = []
    package internal(set) var pin: CallPin?
    package internal(set) var isDominant = false
    package internal(set) var isSpeaking = false
    package internal(set) var hasRaisedHand = false
    package internal(set) var ingress: CallIngress?
    package internal(set) var quality = ConnectionQuality.unknown
    package internal(set) var mirror: Bool?
    package internal(set) var hasFrontCamera = false

    init(id: String) { self.id = id }

    mutating func apply(_ change: CallMemberChange) {
        switch change {
        case .isLocal(let value): isLocal = value
        case .name(let value): name = value.flatMap { $0.isEmpty ? nil : $0 }
        case .image(let value): image = value
        case .publishesAudio(let value): publishesAudio = value
        case .publishesVideo(let value): publishesVideo = value
        case .sharesScreen(let value): sharesScreen = value
        case .source(let value): source = value
        case .shareSource(let value): shareSource = value
        case .paused(let value): paused = value
        case .pin(let value): pin = value
        case .isDominant(let value): isDominant = value
        case .isSpeaking(let value): isSpeaking = value
        case .hasRaisedHand(let value): hasRaisedHand = value
        case .ingress(let value): ingress = value
        case .quality(let value): quality = ConnectionQuality(value)
        case .mirror(let value): mirror = value
        case .hasFrontCamera(let value): hasFrontCamera = value
        }
    }

    /// What is shown of it: the screen goes before the camera (picture-in-picture 2.7).
    package var shownMedium: CallMedium { sharesScreen ? .share : .video }
    var shownSource: String? { sharesScreen ? shareSource : source }
    /// The server holds back the very kind of video that is shown.
    package var isPaused: Bool { paused.contains(shownMedium) }
    /// A screen is never mirrored; a camera that looks at its own user is, unless it is said otherwise.
    package var isMirrored: Bool { sharesScreen ? false : mirror ?? (isLocal && hasFrontCamera) }
}

/// How good the connection of a member is (picture-in-picture 2.3).
package enum ConnectionQuality: Int, CaseIterable, Hashable, Sendable {
    case unknown, poor, good, excellent

    /// Any other number counts as unknown (N16).
    package init(_ level: Int) { self = Self(rawValue: level) ?? .unknown }
}

/// A stream of frames, as it has been told.
package struct CallSource: Hashable, Sendable {
    package internal(set) var identity: SourceIdentity
    package internal(set) var isEnabled = true
    /// `nil` until it is told, or seen; always within bounds.
    package internal(set) var size: PixelSize?
    /// How many times as wide as high its pixels are.
    package internal(set) var pixelAspect = 1.0
    package internal(set) var hasVideo = true
    package internal(set) var isEnded = false
    /// Whoever reads it has nothing of it: it cannot be opened, or a pipe's writer has gone.
    package internal(set) var isGone = false
    package internal(set) var rate: Double?
    /// As well as its frames come.
    package internal(set) var delivery = ConnectionQuality.unknown
    package internal(set) var path: String?
    /// Whose engine draws its frames; `nil` where they come from elsewhere.
    package internal(set) var avatar: Member?

    init(name: String) { identity = SourceIdentity(name: name) }

    /// There are frames to be had from it.
    package var resolves: Bool { isOffered && !isGone }
    /// There is one, whether anything can be had of it or not.
    package var isOffered: Bool { hasVideo && !isEnded }

    /// What came of opening it.
    mutating func apply(_ outcome: SourceOutcome) {
        switch outcome {
        case .opened(let size, let aspect):
            guard PreferredSize.accepts(size) else { return }
            (self.size, pixelAspect) = (size, aspect > 0 && aspect.isFinite ? aspect : 1)
            // A pipe whose writer had gone has another one.
            isGone = false
        case .failed, .ended: (isGone, delivery) = (true, .unknown)
        case .delivered(let level): delivery = ConnectionQuality(level)
        }
    }

    /// Another instance is another source, of which nothing is known yet.
    mutating func apply(_ change: CallSourceChange) {
        switch change {
        case .instance(let value):
            guard value != identity.instance else { return }
            self = CallSource(name: identity.name)
            identity.instance = value
        case .isEnabled(let value): isEnabled = value
        case .size(let value): if PreferredSize.accepts(value) { size = value }
        case .hasVideo(let value): hasVideo = value
        case .isEnded(let value): isEnded = value
        case .rate(let value): rate = value > 0 && value.isFinite ? value : nil
        case .path(let value): path = value
        case .avatar(let value): avatar = value
        }
    }
}

/// A member of a call who has an avatar as its camera.
package struct CallAvatar: Hashable, Sendable {
    /// The member's in the call, as the backend has it.
    package let id: String
    /// Whose engine draws it.
    package let avatar: Member
    /// The id where it has no name.
    package let name: String
    package let isPinned: Bool

    package init(id: String, avatar: Member, name: String, isPinned: Bool = false) {
        (self.id, self.avatar, self.name, self.isPinned) = (id, avatar, name, isPinned)
    }
}

extension Call {
    /// In the order in which they joined.
    package var avatarMembers: [CallAvatar] {
        members.compactMap { member in
            member.source.flatMap { self[source: $0]?.avatar }.map { avatar in
                CallAvatar(
                    id: member.id, avatar: avatar, name: member.name ?? member.id, isPinned: member.pin != nil)
            }
        }
    }
}

/// How many frames of a stream come, against how many should: its connection quality where nobody tells one
/// (picture-in-picture 2.3).
package struct Delivery: Hashable, Sendable {
    static let window = TimeSpan(seconds: 2)
    /// It is looked at so often while anything can become another.
    package static let step = TimeSpan.milliseconds(500)

    private struct Arrival: Hashable {
        var time: Instant
        var frames: Int
    }

    private var arrivals: [Arrival] = []
    /// Since when frames have come without a window's break.
    private var began: Instant?
    package private(set) var quality = ConnectionQuality.unknown

    package init() {}

    package mutating func receive(_ frames: Int, at now: Instant) {
        guard frames > 0 else { return }
        began = began ?? now
        arrivals.append(Arrival(time: now, frames: frames))
    }

    /// - Parameter rate: frames a second, as announced; without one nobody can say.
    package mutating func update(rate: Double?, at now: Instant) {
        arrivals.removeAll { now - $0.time >= Self.window }
        if arrivals.isEmpty { began = nil }
        guard let rate, rate > 0, let began, now - began >= Self.window else {
            quality = .unknown
            return
        }
        let expected = rate * Self.window.seconds
        quality = ConnectionQuality(share: Double(arrivals.reduce(0) { $0 + $1.frames }) / expected) ?? .unknown
    }

    /// Whether something becomes another although nothing comes.
    package var isRunning: Bool { began != nil }
}
