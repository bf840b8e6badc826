import Events
import Files
import Speech
import Wire

/// An avatar pack that can speak: its clips, and its mouths.
package struct SpokenAvatar: OverlaySource {
    package let clips: PackContent
    package let pack: AvatarPack
    private let folder: String
    private static let largestPicture = 4 << 20

    /// - Throws: `CommandError.unusable` that names the file and what was expected.
    package init(_ folder: String) throws(CommandError) {
        self.folder = folder
        let (pack, description) = try PackContent.description(of: folder) { description throws(PackError) in
            (try AvatarPack(description), description)
        }
        self.pack = pack
        clips = try PackContent(folder, description)
    }

    /// All messages by which a backend gives a clip, as places for `clips.message(at:)`; none for one that the pack does not
    /// have.
    func places(of clip: ClipName) -> [BackendContent.Place] {
        guard let place = clips.content.place(of: clip) else { return [] }
        let clip = clips.content.clips[place]
        return [.made(clip.announcement)] + clip.frames.map(\.place) + [.made(clip.completion)]
    }

    package func picture(_ clip: ClipName, index: Int, sheet: String) throws -> [UInt8] {
        guard !sheet.contains("/"), !clip.rawValue.contains("/") else {
            throw CommandError.unusable("\(folder): \"\(sheet)\" is not a valid picture name")
        }
        let path = "\(folder)/overlays/\(clip.rawValue)/\(PackContent.digits(index))/\(sheet)"
        return try ChunkedFileReader.all(of: path, atMost: Self.largestPicture)
    }
}
