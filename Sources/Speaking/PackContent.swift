import Events
import Files
import Platform
import SocketIO
import Speech
import Wire

/// The clips of an avatar pack (docs/reference/avatar-packs.md), which has nothing to say.
package struct PackContent: BackendContentSource {
    package let content: BackendContent
    private static let longestDescription = 4 << 20

    /// Whether a path is a pack rather than a tape.
    package static func isPack(_ path: String) -> Bool { FileStatus(path)?.kind == .folder }

    /// What `read` makes of the description in a pack's folder.
    /// - Throws: `CommandError.unusable` that names the file and what was expected.
    static func description<Content>(
        of folder: String, _ read: (PackDescription) throws(PackError) -> Content
    ) throws(CommandError) -> Content {
        let path = folder + "/avatar.json"
        if FileStatus(path) == nil, FileStatus(folder)?.kind == .folder {
            let book = FileStatus(folder + "/metadata/job.json") == nil ? "" : "; to read this book, use `cameo read`"
            throw .unusable("\(folder): not an avatar pack (no avatar.json)\(book)")
        }
        if FileStatus(folder)?.kind == .file {
            throw .unusable(
                "\(folder): expected a folder with avatar.json, found a \(kind(ofFile: folder)); "
                    + "see docs/reference/avatar-packs.md")
        }
        let bytes = try ChunkedFileReader.all(of: path, atMost: longestDescription)
        do throws(PackError) {
            return try read(PackDescription(bytes))
        } catch {
            throw .unusable("\(path): \(error.reason)")
        }
    }

    /// By its name: whoever gives a picture meant a face.
    private static func kind(ofFile path: String) -> String {
        let endings = [".png", ".jpg", ".jpeg", ".webp", ".gif"]
        return endings.contains { path.lowercased().hasSuffix($0) } ? "picture" : "file"
    }

    /// A frame's number as its file's name has it.
    package static func digits(_ index: Int) -> String { index.padded(toDigits: 4) }

    /// - Throws: `CommandError.unusable` that names the file and what was expected.
    package init(_ folder: String) throws(CommandError) {
        try self.init(folder, try Self.description(of: folder) { $0 })
    }

    /// - Throws: `CommandError.unusable` for a picture that is not there.
    init(_ folder: String, _ description: PackDescription) throws(CommandError) {
        let found = try description.clips.map { clip throws(CommandError) in try Self.clip(clip, folder) }
        let idle = found.filter { $0.name.rawValue.hasPrefix("idle") }
        let others = found.filter { !$0.name.rawValue.hasPrefix("idle") }
        content = BackendContent(title: description.title, clips: idle + others, messages: [])
    }

    private static func clip(_ clip: PackClip, _ folder: String) throws(CommandError) -> BackendContent.Clip {
        let frames = try (0..<clip.frames).map { index throws(CommandError) in
            try frame(index, clip.name.rawValue, folder)
        }
        return BackendContent.Clip(name: clip.name, total: clip.frames, version: clip.version, frames: frames)
    }

    private static func frame(
        _ index: Int, _ clip: String, _ folder: String
    ) throws(CommandError) -> BackendContent.BaseFrame {
        let path = "\(folder)/clips/\(clip)/\(digits(index)).webp"
        guard let found = FileStatus(path), found.kind == .file else {
            throw .unusable("\(path): expected a picture, found no file")
        }
        let bytes = found.byteCount
        return BackendContent.BaseFrame(
            index: index, place: .file(path, clip: ClipName(clip), index: index), byteCount: bytes / 3 * 4 + 200)
    }

    package func message(at place: BackendContent.Place) throws -> WireMessage {
        switch place {
        case .made(let message): return message
        case .entry: throw CommandError.failed("a pack has no entries")
        case .file(let path, let clip, let index):
            let picture = try ChunkedFileReader.all(of: path, atMost: Limits.messageBytes / 2)
            return BackendContent.Clip.frame(clip, index: index, picture: picture)
        }
    }
}
