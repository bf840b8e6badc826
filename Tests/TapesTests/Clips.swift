import Events
import Files
import Foundation
import Support
import Testing

@testable import Tapes

/// A cache of small clips in a folder of its own.
struct Clips: Sendable {
    let folder: Folder
    var calls = DiskCalls()
    var opened = OpenClips.all
    var backend = "http://host:5003"
    var agent = "1"
    var sizeLimit = Limits.clipCacheBytes

    init() throws { folder = try Folder() }

    var root: String { folder.path + "/cache" }
    var all: ClipCacheFolder { ClipCacheFolder(root, limit: sizeLimit, calls: calls, opened: opened) }
    var cache: ClipCache { ClipCache(all, backend: backend, agent: agent) }
    var agentFolder: String { "\(root)/\(ClipFolderName.of(backend))/\(ClipFolderName.of(agent))" }

    func with(_ change: (inout Clips) -> Void) -> Clips {
        var copy = self
        change(&copy)
        return copy
    }

    /// Bytes of one frame: no two are the same.
    static func frame(_ index: Int, of clip: String = "idle", version: String = "1", count: Int = 1_000) -> [UInt8] {
        let head = Array("RIFF0000WEBP \(clip) \(version) \(index) ".utf8)
        return head + [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: max(0, count - head.count))
    }

    @discardableResult
    func store(_ clip: String = "idle", version: String = "1", frames: Int = 3, frameBytes: Int = 1_000) throws
        -> CachedClip
    {
        let writer = try cache.writer(for: ClipName(clip), version: version, frames: frames)
        for index in 0..<frames {
            try writer.write(Self.frame(index, of: clip, version: version, count: frameBytes), frame: index)
        }
        return try writer.finish()
    }

    /// Whether the clip is there, and all its bytes are those that were stored.
    func holds(_ clip: String = "idle", version: String = "1", frames: Int = 3, frameBytes: Int = 1_000) -> Bool {
        guard let found = try? cache.clip(named: ClipName(clip), version: version, frames: frames) else {
            return false
        }
        return (0..<frames).allSatisfy { index in
            (try? found.bytes(ofFrame: index)) == Self.frame(index, of: clip, version: version, count: frameBytes)
        }
    }

    func path(_ clip: String = "idle", _ file: String? = nil) -> String {
        cache.path(of: ClipName(clip)) + (file.map { "/" + $0 } ?? "")
    }

    /// Everything in the agent's folder.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: agentFolder)) ?? []).sorted()
    }
    var temporaryFiles: [String] { names.filter { $0.hasPrefix(".") } }

    /// Says when a clip was used last, in s since 1970.
    func setUse(_ seconds: Int, of clip: String) {
        let time = timeval(tv_sec: seconds, tv_usec: 0)
        #expect(utimes(path(clip, "clip.json"), [time, time]) == 0)
    }
}
