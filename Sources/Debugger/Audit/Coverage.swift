/// What was looked at besides the events: what was not is said wherever a verdict is.
package struct Coverage: Hashable, Sendable {
    /// Seams, and overlays outside of their base frames: told from the pixels.
    package var seams: Bool
    /// The sound itself, decoded; its events and moments are judged always.
    package var sound: Bool
    /// Standstills of an avatar that idles: those of this machine's own clock are no faults until they are on a tape.
    package var idling: Bool
    /// What is to come of the last answer: while a session goes on nobody knows whether it comes, and whether a lost link has broken it
    /// off.
    package var lastAnswer: Bool

    package init(seams: Bool, sound: Bool, idling: Bool = true, lastAnswer: Bool = true) {
        (self.seams, self.sound, self.idling, self.lastAnswer) = (seams, sound, idling, lastAnswer)
    }

    /// `seams not tested, sound not judged`, or as much of it as is so; empty where all was looked at.
    package var missing: String {
        [seams ? nil : "seams not tested", unjudged].compactMap { $0 }.joined(separator: ", ")
    }

    /// Without the seams: `sound, idling and the last answer not judged`; `nil` where the rest was looked at.
    package var unjudged: String? {
        let parts = [sound ? nil : "sound", idling ? nil : "idling", lastAnswer ? nil : "the last answer"].compactMap {
            $0
        }
        guard let last = parts.last else { return nil }
        let others = parts.dropLast().joined(separator: ", ")
        return (others.isEmpty ? "" : others + " and ") + last + " not judged"
    }
}
