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
