import Events
import JSON

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
