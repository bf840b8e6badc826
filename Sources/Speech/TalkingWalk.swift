import Events

/// Which base frame is shown under which frame of a message: the bridge into talking, then forward and back in turns.
package struct TalkingWalk: Hashable, Sendable {
    package typealias Step = ClipWalk.Step

    package let frames: ClipWalk
    /// Of the clip from whose frames there is a way home.
    private let forwardLength: Int
    /// The clip that leads home from the end of it.
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
        let back = mouthed.first { $0.name.startPose == end && $0.name.endPose == start }
        let bridge = mouthed.first { $0.name.startPose?.state == "idle" && $0.name.endPose == start }
        let part = { (clip: PackClip) in ClipWalk.Part(clip.name, frames: clip.frames) }
        guard let frames = ClipWalk(bridge: bridge.map(part), turn: [part(forward)] + (back.map { [part($0)] } ?? []))
        else { throw .noTalkingClip }
        (self.frames, forwardLength) = (frames, forward.frames)
        returnClip = clips.first { $0.name.startPose == end && $0.name.endPose?.state == "idle" }?.name
    }

    /// - Parameter place: counts the frames since the bridge began.
    package func step(_ place: Int) -> Step { frames.step(place) }

    /// Frames that are needed from `place` on until the last one shown is one of the clip from where there is a way home.
    func framesToForward(from place: Int) -> Int {
        guard let inTurn = frames.placeInTurn(place - 1) else { return frames.bridgeLength - max(0, place) + 1 }
        return inTurn < forwardLength ? 0 : frames.framesInTurn - inTurn
    }
}
