import Events
import JSON

/// What a pack's description says, as far as speech needs it.
package struct AvatarPack: Hashable, Sendable {
    package let title: String
    /// Top left corner of every overlay, in pixels of the base frame.
    package let zone: PixelPoint
    package let clips: [PackClip]
    package let shapes: MouthShapes
    package let walk: TalkingWalk
    /// More than any pack needs.
    private static let mostShapes = 1_000

    /// - Parameter description: the bytes of `avatar.json`.
    package init(_ description: some Collection<UInt8>) throws(PackError) {
        try self.init(PackDescription(description))
    }

    package init(_ description: PackDescription) throws(PackError) {
        (title, clips) = (description.title, description.clips)
        walk = try TalkingWalk(clips)
        zone = try Self.zone(description.members)
        shapes = try MouthShapes(try Self.shapes(description.members))
    }

    /// Whether there is a mouth of every shape for each frame of a clip.
    package func hasOverlays(_ clip: PackClip) -> Bool { clip.hasOverlays }

    private static func zone(_ object: JSONObject) throws(PackError) -> PixelPoint {
        let numbers = object["zone"]?.array?.compactMap(\.lenientInt) ?? []
        guard numbers.count == 4, numbers.allSatisfy({ (0...Limits.pictureSide).contains($0) }) else {
            throw .badField(
                place: "\"zone\"",
                reason: "expected x, y, width and height, each from 0 to \(Limits.pictureSide)")
        }
        return PixelPoint(x: numbers[0], y: numbers[1])
    }

    private static func shapes(_ object: JSONObject) throws(PackError) -> [MouthShape] {
        guard let values = object["shapes"]?.array, !values.isEmpty, values.count <= mostShapes else {
            throw .badField(place: "\"shapes\"", reason: "expected a list of 1 to \(mostShapes) mouth shapes")
        }
        var found: [MouthShape] = []
        for (place, value) in values.enumerated() {
            found.append(try MouthShape(value, at: "shapes[\(place)]"))
        }
        return found
    }
}

/// A pack's `avatar.json` (docs/reference/avatar-packs.md), of which its clips and its title have been read: what it is
/// shown by, whether or not it speaks.
package struct PackDescription: Sendable {
    package let title: String
    package let clips: [PackClip]
    /// All that is said in it.
    let members: JSONObject
    private static let longestTitle = 100

    /// - Throws: `PackError.notJSON`, or `.badField` for its clips.
    package init(_ bytes: some Collection<UInt8>) throws(PackError) {
        let value: JSON
        do { value = try JSON.parse(bytes) } catch { throw .notJSON(reason: error.reason) }
        guard let object = value.object else { throw .notJSON(reason: "expected a JSON object") }
        members = object
        clips = try PackClip.all(of: object)
        title = String((object["title"]?.string ?? object["name"]?.string ?? "avatar").prefix(Self.longestTitle))
    }
}

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

/// Why a pack's description cannot be used. It does not know its file; whoever read that names it.
package enum PackError: ReasonedError, Hashable {
    case notJSON(reason: String)
    /// A place such as `shapes[3].openness`, and what was expected and found there.
    case badField(place: String, reason: String)
    /// Nothing stands for this viseme, or for any that could take its place.
    case missingViseme(String)
    /// There is nothing to talk with.
    case noTalkingClip
    /// The shape of a viseme does not do what nobody believes the mouth without.
    case unusableShape(sheet: String, viseme: String, reason: String)

    /// One line for people.
    package var reason: String {
        switch self {
        case .notJSON(let reason): reason
        case .badField(let place, let reason): "\(place): \(reason)"
        case .missingViseme(let viseme): "\"shapes\": expected a shape for the viseme \"\(viseme)\", found none"
        case .noTalkingClip:
            "\"clips\": expected a clip with overlays from talking_…_s to talking_…_e, found none"
        case .unusableShape(let sheet, let viseme, let reason):
            "\"shapes\": \(sheet), which stands for \"\(viseme)\": \(reason)"
        }
    }
}
