import Events

extension PlaybackEngine {
    /// The loaded clip that leads from the current pose to the pose in which the chunk begins; `nil` if none is
    /// needed or loaded.
    func bridge(to chunk: Chunk) -> ClipName? {
        guard let wanted = (chunk.frames.first?.frame.clip ?? chunk.firstClip)?.startPose, let end = clip.endPose else {
            return nil
        }
        guard wanted.state != end.state || wanted.variant != end.variant else { return nil }
        let exact = ClipName(from: end, to: wanted)
        let fromEnd = ClipName(from: end.at(.end), to: wanted)
        return [exact, fromEnd].first(where: clips.isLoaded)
    }
}
