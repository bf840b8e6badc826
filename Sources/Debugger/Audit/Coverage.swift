/// What was looked at besides the events: what was not is said wherever a verdict is.
package struct Coverage: Hashable, Sendable {
    /// Seams, and overlays outside of their base frames: told from the pixels.
    package var seams: Bool
    /// The sound itself, decoded; its events and moments are judged always.
    package var sound: Bool

    package init(seams: Bool, sound: Bool) { (self.seams, self.sound) = (seams, sound) }

    /// `seams not tested, sound not judged`, or as much of it as is so; empty where all was looked at.
    package var missing: String {
        [seams ? nil : "seams not tested", sound ? nil : "sound not judged"].compactMap { $0 }.joined(separator: ", ")
    }
}
