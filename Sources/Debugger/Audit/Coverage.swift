/// What was looked at besides the events: what was not is said wherever a verdict is.
package struct Coverage: Hashable, Sendable {
    /// Seams, and overlays outside of their base frames: told from the pixels.
    package var seams: Bool
    /// The sound itself, decoded; its events and moments are judged always.
    package var sound: Bool
    /// Standstills of an avatar that idles: those of this machine's own clock are no faults until they are on a tape.
    package var idling: Bool

    package init(seams: Bool, sound: Bool, idling: Bool = true) {
        (self.seams, self.sound, self.idling) = (seams, sound, idling)
    }

    /// `seams not tested, sound not judged`, or as much of it as is so; empty where all was looked at.
    package var missing: String {
        [seams ? nil : "seams not tested", unjudged].compactMap { $0 }.joined(separator: ", ")
    }

    /// Without the seams: `sound and idling not judged`; `nil` where the rest was looked at.
    package var unjudged: String? {
        let parts = [sound ? nil : "sound", idling ? nil : "idling"].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " and ") + " not judged"
    }
}
