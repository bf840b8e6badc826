import Events

/// What the tile is about (picture-in-picture 1.2).
package enum TileContent: String, CaseIterable, Hashable, Sendable {
    case inactive, reconnecting, screenSharing, avatar, video

    /// For people; `rawValue` is for programs.
    var words: String {
        switch self {
        case .inactive: "nothing"
        case .reconnecting: "reconnecting"
        case .screenSharing: "shared screen"
        case .avatar: "placeholder"
        case .video: "video"
        }
    }

    /// The first that holds, in this order (picture-in-picture 1.3, D1). Whether a frame has come is no part of it (D5).
    package init(
        hasCall: Bool, isReconnecting: Bool, hasMember: Bool, isScreenSharing: Bool, isVideoEnabled: Bool,
        hasSource: Bool
    ) {
        self =
            if !hasCall { .inactive } else if isReconnecting { .reconnecting } else if !hasMember {
                .inactive
            } else if isScreenSharing { .screenSharing } else if isVideoEnabled && hasSource { .video } else { .avatar }
    }
}

/// All that decides what the tile shows, as one value: what was told in one turn is seen together, and what does not differ is not
/// published again (picture-in-picture 1.5, D2).
package struct TileSnapshot: Hashable, Sendable {
    package var content = TileContent.inactive
    /// The id of the call; `nil` where there is none.
    package var call: String?
    /// The id of the member that is shown.
    package var member: String?
    package var source: SourceIdentity?
    package var name: String?
    /// None beside a screen.
    package var image: CallImage?
    package var overlays = Overlays()

    /// What is drawn over the picture; has no part in the content.
    package struct Overlays: Hashable, Sendable {
        package var hasAudio = true
        package var isPaused = false
        package var isPinned = false
        package var hasRaisedHand = false
        package var isSpeaking = false
        package var quality = ConnectionQuality.unknown
        package var isMirrored = false
    }

    package init() {}

    /// - Parameter shown: the id of the member that was selected.
    package init(_ call: Call, shown: String?) {
        self.call = call.id
        let member = shown.flatMap { call[member: $0] }
        let source = member.flatMap { call.shownSource(of: $0) }
        content = TileContent(
            hasCall: call.isThere, isReconnecting: call.isReconnecting, hasMember: member != nil,
            isScreenSharing: member?.sharesScreen == true,
            isVideoEnabled: member.map { call.isVideoEnabled(of: $0) } == true, hasSource: source != nil)
        guard let member, call.isThere else { return }
        self.member = member.id
        (self.source, name) = (source?.identity, member.name)
        image = member.sharesScreen ? nil : member.image
        overlays = Overlays(
            hasAudio: member.publishesAudio, isPaused: member.isPaused, isPinned: member.pin != nil,
            hasRaisedHand: member.hasRaisedHand, isSpeaking: member.isSpeaking,
            quality: member.quality == .unknown ? source?.delivery ?? .unknown : member.quality,
            isMirrored: member.isMirrored)
    }

    /// Of an avatar that is a call of one (picture-in-picture 10): its link is the call's.
    package init(ofAvatar name: String?, isReconnecting: Bool, hasPicture: Bool, isTalking: Bool) {
        content = TileContent(
            hasCall: true, isReconnecting: isReconnecting, hasMember: true, isScreenSharing: false,
            isVideoEnabled: hasPicture, hasSource: hasPicture)
        (call, member, self.name) = ("avatar", name ?? "avatar", name)
        source = hasPicture ? SourceIdentity(name: "avatar") : nil
        overlays.isSpeaking = isTalking
    }

    /// What the bar says: a member without a name by its id (picture-in-picture 2.2).
    package var shownName: String? { name ?? member }

    /// Why the content is what it is, for the log.
    package func reason(_ call: Call) -> String {
        let member = member.flatMap { call[member: $0] }
        switch content {
        case .inactive: return call.isThere ? "no member to show" : "no call"
        case .reconnecting: return "the call is \(call.state.words)"
        case .screenSharing: return source == nil ? "screen shared, but no source" : "screen shared"
        case .video: return "video is on"
        case .avatar:
            return member?.publishesVideo == true ? "video is on, but no source" : "video is off"
        }
    }
}

/// What the last row of the tile has room for (picture-in-picture 2.2).
package struct InfoBar: Hashable, Sendable {
    package enum Sign: Hashable, Sendable { case pinned, raisedHand, paused, microphoneOn, microphoneOff }

    /// In front of the name, and behind it, in their order; each takes two columns with the gap behind it.
    package let before: [Sign]
    package let after: [Sign]
    /// Columns for the name, none where there is nothing to say or no room to say it.
    package let nameColumns: Int
    /// The quality's bars take the last columns.
    package let hasBars: Bool

    /// Three bars, and a gap in front of them.
    static let barColumns = 4
    static let signColumns = 2
    /// Less is no name.
    static let leastName = 3

    /// The microphone and the bars never give way; the pin goes first, then the sign of a paused video, then the raised hand.
    /// - Parameter columns: of the tile.
    package init(_ overlays: TileSnapshot.Overlays, columns: Int) {
        hasBars = overlays.quality != .unknown
        let rest = columns - 1 - Self.signColumns - (hasBars ? Self.barColumns : 1)
        var (isPinned, isPaused, hasHand) = (overlays.isPinned, overlays.isPaused, overlays.hasRaisedHand)
        let room = { (signs: Int) -> Int in rest - signs * Self.signColumns }
        let count = { (isPinned ? 1 : 0) + (isPaused ? 1 : 0) + (hasHand ? 1 : 0) }
        if room(count()) < Self.leastName { isPinned = false }
        if room(count()) < Self.leastName { isPaused = false }
        if room(count()) < Self.leastName { hasHand = false }
        nameColumns = max(0, room(count()))
        before = (isPinned ? [.pinned] : []) + (hasHand ? [.raisedHand] : [])
        after = (isPaused ? [.paused] : []) + [overlays.hasAudio ? .microphoneOn : .microphoneOff]
    }
}

/// The circle of the placeholder (picture-in-picture 2.5).
package enum PlaceholderCircle {
    /// In half-block pixels: 40 % of the smaller side, at least 8, never more than there is.
    package static func diameter(columns: Int, rows: Int) -> Int {
        let side = max(0, min(columns, 2 * rows))
        return min(max(Int((0.4 * Double(side)).rounded(.toNearestOrAwayFromZero)), 8), side)
    }
}

/// The letters that stand for a member without a picture (picture-in-picture 2.5).
package enum Initials {
    /// - Returns: one or two characters in capitals, which may be more than that were (`ß`); `nil` where the name has none.
    package static func of(_ name: String?) -> String? {
        let pieces = cleaned(name ?? "").split(separator: " ")
        guard let first = pieces.first else { return nil }
        let letters = pieces.count > 1 ? String(first.prefix(1) + pieces[1].prefix(1)) : String(first.prefix(2))
        return letters.uppercased()
    }

    /// Tabs and ends of lines are blanks; whatever else steers a terminal is taken out.
    private static func cleaned(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars.prefix(longest) {
            switch scalar {
            case "\t", "\n", "\r": scalars.append(" ")
            case _ where scalar.properties.generalCategory == .control: break
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// Unicode scalars that are looked at: names from outside may be of any length.
    private static let longest = 1_000
}

/// The three dots under "Reconnecting": they come and go together, each with an easing of its own (picture-in-picture 2.6).
package enum ReconnectingDots {
    /// Before the first cycle only.
    static let delay = 0.2
    /// Seconds from nothing to white, and the same back.
    static let rise = 1.0

    /// - Parameter shown: how long the view has been there.
    /// - Returns: the opacity of each dot, 0 to 1.
    package static func opacities(after shown: TimeSpan) -> [Double] {
        let seconds = shown.seconds - delay
        guard seconds > 0 else { return [0, 0, 0] }
        let cycle = seconds.truncatingRemainder(dividingBy: 2 * rise) / rise
        let progress = cycle <= 1 ? cycle : 2 - cycle
        return [CubicEasing.out, .inOut, .in].map { $0.value(at: progress) }
    }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), whose two other points have these x and the y 0 and 1.
struct CubicEasing {
    let x1: Double
    let x2: Double

    static let out = CubicEasing(x1: 0, x2: 0.58)
    static let inOut = CubicEasing(x1: 0.42, x2: 0.58)
    static let `in` = CubicEasing(x1: 0.42, x2: 1)

    /// The curve's y where its x is the progress, 0 to 1. Its x never falls, so that halving finds it.
    func value(at progress: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if Self.bezier(x1, x2, middle) < progress { low = middle } else { high = middle }
        }
        return Self.bezier(0, 1, (low + high) / 2)
    }

    private static func bezier(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
}
