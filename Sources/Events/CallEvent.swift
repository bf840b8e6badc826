/// What is told of a call (picture-in-picture 10). What an update does not name keeps its value.
package enum CallEvent: Hashable, Sendable {
    case state(CallState, call: String)
    case member(String, [CallMemberChange])
    case memberLeft(String)
    case source(String, [CallSourceChange])
    /// A frame of a source, for scripts.
    case frame(source: String, picture: Payload)
    /// A frame of a pipe or a file as it was painted, which is all that is kept of it.
    case painted(SourceIdentity, picture: Payload, CellSize)

    /// The call, the member or the source that it is about.
    package var subject: String {
        switch self {
        case .state(let state, let call): "\(call) \(state.rawValue)"
        case .member(let name, _), .memberLeft(let name), .source(let name, _), .frame(let name, _): name
        case .painted(let source, _, _): source.name
        }
    }
}

package enum CallState: String, CaseIterable, Hashable, Sendable {
    case joining = "JOINING"
    case joined = "JOINED"
    case reconnecting = "RECONNECTING"
    case reconnectingFailed = "RECONNECTING_FAILED"
    case offline = "OFFLINE"
    case migrating = "MIGRATING"
    case left = "LEFT"

    /// There is a call, and nothing comes of it (picture-in-picture D7).
    package var isReconnecting: Bool {
        switch self {
        case .reconnecting, .reconnectingFailed, .offline, .migrating: true
        case .joining, .joined, .left: false
        }
    }

    /// As people say it; `rawValue` is what streams and tapes have.
    package var words: String {
        switch self {
        case .joining: "joining"
        case .joined: "in call"
        case .reconnecting: "reconnecting"
        case .reconnectingFailed: "disconnected"
        case .offline: "offline"
        case .migrating: "changing servers"
        case .left: "call ended"
        }
    }
}

/// What is new of a member of a call.
package enum CallMemberChange: Hashable, Sendable {
    case isLocal(Bool)
    case name(String?)
    case image(CallImage?)
    case publishesAudio(Bool)
    case publishesVideo(Bool)
    case sharesScreen(Bool)
    /// The name of its camera's source, and of its screen's.
    case source(String?)
    case shareSource(String?)
    /// What the server holds back to save bandwidth.
    case paused(Set<CallMedium>)
    case pin(CallPin?)
    case isDominant(Bool)
    case isSpeaking(Bool)
    case hasRaisedHand(Bool)
    case ingress(CallIngress?)
    /// As it came; what is none of the four levels counts as unknown.
    case quality(Int)
    /// Overrides what follows from the camera.
    case mirror(Bool?)
    case hasFrontCamera(Bool)
}

/// Where the picture of a member is to be had.
package enum CallImage: Hashable, Sendable {
    /// A path below the folder that is given for them.
    case file(String)
    /// A URL, which counts only where it is the backend's.
    case address(String)
    /// It came with the event.
    case picture(Payload)

    /// For people.
    package var words: String {
        switch self {
        case .file(let name), .address(let name): name
        case .picture(let payload): "a picture of \(payload.byteCount) bytes"
        }
    }
}

/// What is shown of a member when its video is.
package enum CallMedium: String, CaseIterable, Hashable, Sendable { case video, share }

package struct CallPin: Hashable, Sendable {
    /// Everybody sees it pinned, not only this user.
    package var isRemote: Bool
    /// By the call's clock.
    package var time: TimeSpan

    package init(isRemote: Bool, time: TimeSpan) { (self.isRemote, self.time) = (isRemote, time) }
}

/// By what a stream gets into a call that comes from no participant's program; those that are preferred first.
package enum CallIngress: Int, CaseIterable, Hashable, Sendable { case rtmp, srt, whip, rtsp, other }

/// What is new of a source of frames.
package enum CallSourceChange: Hashable, Sendable {
    /// Another one is another source under the same name.
    case instance(Int)
    case isEnabled(Bool)
    case size(PixelSize)
    /// It has a part with pictures.
    case hasVideo(Bool)
    case isEnded(Bool)
    /// Frames a second, as announced.
    case rate(Double)
    /// A file below the folder that is given for them.
    case path(String?)
    /// Its frames are what the engine of this one draws.
    case avatar(Member?)

    package var isAvatar: Bool { if case .avatar(_?) = self { true } else { false } }
}
