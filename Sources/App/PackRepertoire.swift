import Events
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The clips of an avatar pack (docs/avatars.md), which has nothing to say.
package struct PackRepertoire: RepertoireSource {
    package let repertoire: Repertoire
    private static let longestDescription = 4 << 20

    /// Whether a path is a pack rather than a tape.
    package static func isPack(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
    }

    /// - Throws: `AppError.unusable` that names the file and what was expected.
    package init(_ folder: String) throws {
        let path = folder + "/avatar.json"
        let object: JSONObject
        do {
            guard let found = try JSON.parse(try FilePieces.all(of: path, atMost: Self.longestDescription)).object
            else {
                throw AppError.unusable("\(path): expected a JSON object")
            }
            object = found
        } catch let error as WireError {
            throw AppError.unusable("\(path): \(error.reason)")
        }
        guard let clips = object["clips"]?.object, !clips.members.isEmpty, clips.members.count <= Limits.clips else {
            throw AppError.unusable("\(path): \"clips\": expected an object with 1 to \(Limits.clips) clips")
        }
        let found = try clips.members.map { try Self.clip($0, folder, path) }
        let idle = found.filter { $0.name.rawValue.hasPrefix("idle") }
        let others = found.filter { !$0.name.rawValue.hasPrefix("idle") }
        let title = object["title"]?.string ?? object["name"]?.string ?? "avatar"
        repertoire = Repertoire(title: String(title.prefix(100)), clips: idle + others, messages: [])
    }

    private static func clip(
        _ member: JSONObject.Member, _ folder: String, _ path: String
    ) throws(AppError) -> Repertoire.Clip {
        let name = member.key
        guard !name.isEmpty, name != ".", name != "..", !name.contains("/"), !name.utf8.contains(0) else {
            throw .unusable("\(path): \"\(name)\" cannot be the name of a clip's folder")
        }
        guard let count = member.value.object?["frames"]?.lenientInt, (1...Limits.clipFrames).contains(count) else {
            throw .unusable("\(path): \(name): \"frames\": expected 1 to \(Limits.clipFrames)")
        }
        let frames = try (0..<count).map { index throws(AppError) in try frame(index, name, folder) }
        let version = member.value.object?["version"]?.lenientString ?? "1"
        return Repertoire.Clip(name: ClipName(name), total: count, version: version, frames: frames)
    }

    private static func frame(
        _ index: Int, _ clip: String, _ folder: String
    ) throws(AppError) -> Repertoire.BaseFrame {
        let digits = String(index)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let path = "\(folder)/clips/\(clip)/\(padded).webp"
        var found = stat()
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
            throw .unusable("\(path): expected a picture, found no file")
        }
        let bytes = Int(clamping: found.st_size)
        return Repertoire.BaseFrame(
            index: index, place: .file(path, clip: ClipName(clip), index: index), byteCount: bytes / 3 * 4 + 200)
    }

    package func message(at place: Repertoire.Place) throws -> WireMessage {
        switch place {
        case .made(let message): return message
        case .entry: throw AppError.failed("a pack has no entries")
        case .file(let path, let clip, let index):
            let picture = try FilePieces.all(of: path, atMost: Limits.messageBytes / 2)
            return Repertoire.Clip.frame(clip, index: index, picture: picture)
        }
    }
}
