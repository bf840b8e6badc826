/// What was checked besides the events. Everything that was not checked is reported with each verdict.
package struct Coverage: Hashable, Sendable {
    /// Seams, and overlays outside their base frames, from the pixels.
    package var seams: Bool
    /// The decoded sound. The sound's events and times are always judged.
    package var sound: Bool
    /// Freezes of an idling avatar. Those of this machine's own clock are no faults until they are on a tape.
    package var idling: Bool
    /// The rest of the last answer. During a session it may still arrive, and a lost connection may or may not have
    /// cut it off.
    package var lastAnswer: Bool

    package init(seams: Bool, sound: Bool, idling: Bool = true, lastAnswer: Bool = true) {
        (self.seams, self.sound, self.idling, self.lastAnswer) = (seams, sound, idling, lastAnswer)
    }

    /// `seams not tested, sound not judged`, or the part that applies; empty if everything was checked.
    package var missing: String {
        [seams ? nil : "seams not tested", unjudged].compactMap { $0 }.joined(separator: ", ")
    }

    /// Without the seams: `sound, idling and the last answer not judged`; `nil` if these were checked.
    package var unjudged: String? {
        let parts = [sound ? nil : "sound", idling ? nil : "idling", lastAnswer ? nil : "the last answer"].compactMap {
            $0
        }
        guard let last = parts.last else { return nil }
        let others = parts.dropLast().joined(separator: ", ")
        return (others.isEmpty ? "" : others + " and ") + last + " not judged"
    }
}
