import Events

/// Which base frame is shown under which frame of a message: the bridge into talking, then forward and back in turns.
package struct TalkingWalk: Hashable, Sendable {
    /// A base frame.
    package struct Step: Hashable, Sendable {
        package let clip: ClipName
        package let index: Int

        package init(clip: ClipName, index: Int) { (self.clip, self.index) = (clip, index) }
    }

    private let bridge: PackClip?
    private let forward: PackClip
    private let back: PackClip?
    /// The clip that leads home from the end of `forward`.
    package let returnClip: ClipName?

    /// A pack without the bridge, or the way back, does with a jump in their places.
    /// - Throws: `PackError.noTalkingClip`
    package init(_ clips: [PackClip]) throws(PackError) {
        let mouthed = clips.filter(\.hasOverlays)
        guard
            let forward = mouthed.first(where: {
                guard let start = $0.name.startPose, let end = $0.name.endPose else { return false }
                return start.state == "talking" && start.point == .start && end == start.at(.end)
            }), let start = forward.name.startPose, let end = forward.name.endPose
        else { throw .noTalkingClip }
        self.forward = forward
        back = mouthed.first { $0.name.startPose == end && $0.name.endPose == start }
        bridge = mouthed.first { $0.name.startPose?.state == "idle" && $0.name.endPose == start }
        returnClip = clips.first { $0.name.startPose == end && $0.name.endPose?.state == "idle" }?.name
    }

    private var bridgeLength: Int { bridge?.frames ?? 0 }
    private var turnLength: Int { forward.frames + (back?.frames ?? 0) }

    /// - Parameter place: counts the frames since the bridge began.
    package func step(_ place: Int) -> Step {
        let place = max(0, place)
        if let bridge, place < bridge.frames { return Step(clip: bridge.name, index: place) }
        let inTurn = (place - bridgeLength) % turnLength
        guard let back, inTurn >= forward.frames else { return Step(clip: forward.name, index: inTurn) }
        return Step(clip: back.name, index: inTurn - forward.frames)
    }

    /// Frames that are needed from `place` on until the last one shown is one of `forward`, from where there is a way home.
    func framesToForward(from place: Int) -> Int {
        let last = place - 1
        if last < bridgeLength { return bridgeLength - max(0, place) + 1 }
        let inTurn = (last - bridgeLength) % turnLength
        return inTurn < forward.frames ? 0 : turnLength - inTurn
    }
}
