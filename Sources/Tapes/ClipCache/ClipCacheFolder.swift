import Events
import Files
import Platform

/// What stands where a clip does: what is in it, or why it is nothing.
package typealias ClipCacheEntry = (files: DiskCache.Entry, content: Result<ClipDescription, ClipCacheError>)

/// All clips of all backends and agents in one folder.
package struct ClipCacheFolder: Sendable {
    package let files: DiskCache
    let opened: OpenClips

    package init(_ path: String) { self.init(path, limit: .max) }

    init(_ path: String, limit: Int, calls: DiskCalls = DiskCalls(), opened: OpenClips = .all) {
        files = DiskCache(path, depth: 2, mark: ClipDescription.fileName, limit: limit, calls: calls)
        self.opened = opened
    }

    /// Clips, and what stands where clips do, those used last first.
    package func entries() -> [ClipCacheEntry] {
        files.entries().map { entry in
            let content = Result { () throws(ClipCacheError) in
                let clip = try CachedClip(at: entry.path, opened)
                try clip.verify()
                return clip.description
            }
            return (entry, content)
        }
    }

    /// Whether it can be looked into. A folder that is not there holds no clips.
    /// - Throws: `ClipCacheError.damaged` where something else has its place, `.unreadable`.
    package func check() throws(ClipCacheError) {
        do throws(DiskFailure) {
            _ = try OpenFolder(files.realPath).entries()
        } catch {
            if error.code != ENOENT { throw error.whileReading }
        }
    }

    /// Removes clips that nobody has open, and temporary files.
    /// - Parameter backend: its address; all when `nil`.
    package func clear(backend: String? = nil) -> DiskCache.Cleared {
        let wanted = backend.map { ClipFolderName.of($0) + "/" }
        return files.clear { place in wanted.map(place.hasPrefix) ?? true }
    }
}

/// Names of folders for backends, agents and clips, whose own names are strangers' text.
///
/// Small letters, digits, `_`, `-` and inner `.` stay; every other byte becomes `%xx`, so that two names never share a
/// folder, also where the file system does not tell capital letters or forms of accents apart. A long name ends in `~`
/// and its hash. No result is empty, begins with `.` or holds `/`.
enum ClipFolderName {
    private static let longest = 100
    private static let kept = 60

    static func of(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return "%" }
        // Far longer ones are not spelled out first.
        guard bytes.count <= longest else { return shortened(bytes) }
        let name = encoded(bytes[...])
        return name.utf8.count <= longest ? name : shortened(bytes)
    }

    private static func shortened(_ bytes: [UInt8]) -> String {
        encoded(bytes.prefix(kept)).prefix(kept) + "~" + contentHash(of: bytes).hex.prefix(32)
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        var name = ""
        for (place, byte) in zip(bytes.indices, bytes) {
            if isPlain(byte) || (byte == UInt8(ascii: ".") && place > bytes.startIndex) {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                name += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return name
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
