import Events
import JSON

/// A clip as a pack's description names it.
package struct PackClip: Hashable, Sendable {
    package let name: ClipName
    package let frames: Int
    /// Changes whenever a picture does.
    package let version: String
    /// Whether there is a mouth of every shape for each of its frames.
    let hasOverlays: Bool

    package init(name: ClipName, frames: Int, version: String = "1", hasOverlays: Bool) {
        (self.name, self.frames, self.version, self.hasOverlays) = (name, frames, version, hasOverlays)
    }

    /// The clips of a description in its order, at least one. Their names are names of folders.
    static func all(of description: JSONObject) throws(PackError) -> [PackClip] {
        guard let clips = description["clips"]?.object, !clips.members.isEmpty, clips.members.count <= Limits.clips
        else {
            throw .badField(place: "\"clips\"", reason: "expected an object with 1 to \(Limits.clips) clips")
        }
        var found: [PackClip] = []
        for member in clips.members { found.append(try PackClip(member)) }
        return found
    }

    private init(_ member: JSONObject.Member) throws(PackError) {
        let fields = member.value.object
        guard FileName.isPlain(member.key) else {
            throw .badField(place: "\"\(member.key)\"", reason: "not a valid clip folder name")
        }
        guard let frames = fields?["frames"]?.lenientInt, (1...Limits.clipFrames).contains(frames) else {
            throw .badField(place: member.key, reason: "\"frames\": expected 1 to \(Limits.clipFrames)")
        }
        let hasOverlays = fields?["overlays"] == .bool(true)
        let version = fields?["version"]?.lenientString ?? "1"
        self.init(name: ClipName(member.key), frames: frames, version: version, hasOverlays: hasOverlays)
    }
}

enum FileName {
    /// Whether a name leads nowhere but into its folder.
    static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
    }
}
