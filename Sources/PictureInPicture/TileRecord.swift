import Events

/// All that the tile shows and why, as it was published: the drawing is a function of it, of the newest picture and of the time
/// (picture-in-picture 1.5).
package struct TileRecord: Hashable, Sendable {
    /// What fills the tile.
    package enum Picture: String, CaseIterable, Hashable, Sendable { case frame, placeholder, panel, none }

    package var snapshot = TileSnapshot()
    /// The member's own picture has been loaded.
    package var isImageLoaded = false
    package var picture = Picture.none
    /// Behind the panel stands the last frame.
    package var hasFrameBehind = false
    /// Where the tile lies; `nil` while there is none.
    package var place: CellRect?
    /// What became another, in words for the log.
    package var reason = ""

    package init() {}

    package var isActive: Bool { place != nil }
    package var content: TileContent { snapshot.content }
    package var initials: String? { Initials.of(snapshot.name) }

    /// Whether it shows the same, for whatever reason and of whichever call.
    func isSame(as other: TileRecord) -> Bool {
        var other = other
        (other.reason, other.snapshot.call) = (reason, snapshot.call)
        return self == other
    }
}

extension TileRecord {
    /// What is another than before, each with why, the most important first.
    static func changes(from old: TileRecord, to new: TileRecord, _ tile: Tile) -> String {
        var parts: [String] = []
        let (before, now) = (old.snapshot, new.snapshot)
        if now.content != before.content { parts.append("\(now.content.words): \(now.reason(tile.call))") }
        if now.member != before.member { parts.append(member(now, tile)) }
        if now.source != before.source, now.content == before.content {
            parts.append("source: \(now.source.map(words) ?? "none")")
        }
        if new.picture != old.picture, now.content == before.content, let words = picture(new) { parts.append(words) }
        if new.isImageLoaded != old.isImageLoaded, now.image != nil {
            parts.append(new.isImageLoaded ? "image: loaded" : "image: changed")
        }
        if new.isActive != old.isActive {
            parts.append("\(new.isActive ? "shown" : "hidden"): \(tile.placeReason)")
        } else if new.place != old.place {
            parts.append("moved")
        }
        parts += overlays(from: before, to: now)
        return parts.joined(separator: "; ")
    }

    private static func member(_ snapshot: TileSnapshot, _ tile: Tile) -> String {
        guard let member = snapshot.member else { return "member: none" }
        return "member: \(snapshot.name ?? member), \(tile.selectionReason)"
    }

    private static func picture(_ record: TileRecord) -> String? {
        switch record.picture {
        case .frame: "frame: first one received"
        case .placeholder: "placeholder: no frame received yet"
        case .panel, .none: nil
        }
    }

    private static func words(_ source: SourceIdentity) -> String {
        source.instance == 0 ? source.name : "\(source.name), instance \(source.instance)"
    }

    private static func overlays(from old: TileSnapshot, to new: TileSnapshot) -> [String] {
        guard new.member == old.member else { return [] }
        let (before, now) = (old.overlays, new.overlays)
        var parts: [String] = []
        if new.name != old.name { parts.append("name: \(new.name ?? "none")") }
        if now.hasAudio != before.hasAudio { parts.append("microphone \(now.hasAudio ? "on" : "off")") }
        if now.isPaused != before.isPaused { parts.append(now.isPaused ? "paused by the server" : "no longer paused") }
        if now.isPinned != before.isPinned { parts.append(now.isPinned ? "pinned" : "no longer pinned") }
        if now.hasRaisedHand != before.hasRaisedHand {
            parts.append(now.hasRaisedHand ? "hand raised" : "hand lowered")
        }
        if now.isSpeaking != before.isSpeaking { parts.append(now.isSpeaking ? "speaking" : "silent") }
        if now.quality != before.quality { parts.append("quality \(now.quality.rawValue)") }
        if now.isMirrored != before.isMirrored { parts.append(now.isMirrored ? "mirrored" : "not mirrored") }
        return parts
    }
}
