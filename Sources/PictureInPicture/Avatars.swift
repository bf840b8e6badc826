import Events

/// What an engine says of its avatar, for the member of a call that has it as its camera.
package struct AvatarState: Hashable, Sendable {
    package var hasPicture: Bool
    package var isTalking: Bool

    package init(hasPicture: Bool, isTalking: Bool) { (self.hasPicture, self.isTalking) = (hasPicture, isTalking) }
}

/// A frame of speech that was due, and whether it was there then.
package struct DueFrame: Hashable, Sendable {
    package var isThere: Bool
    /// How long it is to be seen.
    package var period: TimeSpan

    package init(isThere: Bool, period: TimeSpan) { (self.isThere, self.period) = (isThere, period) }
}

/// Avatars of a session, whether a call has told of them or not: who of them talks, and how well each one's frames come.
struct Avatars: Hashable, Sendable {
    private struct Avatar: Hashable, Sendable {
        var state = AvatarState(hasPicture: false, isTalking: false)
        var frames = DueFrames()
    }

    private var all: [Member: Avatar] = [:]
    /// Those who talk, in the order in which they began.
    private var talking: [Member] = []
    /// Who began to talk last of those who talk; of silent ones who talked last.
    private(set) var dominant: Member?

    /// - Parameter frames: of its speech, that have been due since it was heard last.
    /// - Returns: whether anything that is seen is another.
    mutating func hear(_ state: AvatarState, _ frames: [DueFrame], of member: Member) -> Bool {
        let before = (all[member, default: Avatar()].state, quality(of: member))
        all[member, default: Avatar()].state = state
        for frame in frames { all[member]?.frames.add(frame) }
        if state.isTalking != before.0.isTalking {
            talking.removeAll { $0 == member }
            if state.isTalking { talking.append(member) }
            dominant = talking.last ?? dominant
        }
        return before != (state, quality(of: member))
    }

    subscript(member: Member) -> AvatarState? { all[member]?.state }
    func quality(of member: Member) -> ConnectionQuality { all[member]?.frames.quality ?? .unknown }
}

/// Frames of speech that were due lately: the share of them that was there then is an avatar's connection quality, since a stream
/// that comes with the sound has no rate of its own to be compared with (picture-in-picture 2.3).
struct DueFrames: Hashable, Sendable {
    /// Of talking; what is silent is not due.
    static let window = TimeSpan(seconds: 10)
    /// Nothing is said of less.
    static let least = TimeSpan(seconds: 2)

    private var frames: [DueFrame] = []
    private var span = TimeSpan.zero
    private var there = TimeSpan.zero

    mutating func add(_ frame: DueFrame) {
        guard frame.period > .zero else { return }
        frames.append(frame)
        count(frame, 1)
        while span > Self.window, frames.count > 1 { count(frames.removeFirst(), -1) }
    }

    private mutating func count(_ frame: DueFrame, _ sign: Int64) {
        span += frame.period * sign
        if frame.isThere { there += frame.period * sign }
    }

    var quality: ConnectionQuality {
        span < Self.least ? .unknown : ConnectionQuality(share: there.seconds / span.seconds) ?? .poor
    }
}

extension ConnectionQuality {
    /// - Parameter share: of what should have come. `nil` where nothing has (picture-in-picture 2.3).
    init?(share: Double) {
        if share >= 0.9 {
            self = .excellent
        } else if share >= 0.6 {
            self = .good
        } else if share > 0 {
            self = .poor
        } else {
            return nil
        }
    }
}
