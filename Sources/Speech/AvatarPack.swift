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
