import Events
import Settings
import SocketIO
import Tapes
import Typesetting

/// `cameo cache`: what was downloaded, in lines.
package struct DownloadedClips {
    private let folder: ClipCacheFolder
    private let limit: Int
    /// In the spelling of the cache.
    private let backend: String?

    /// - Throws: `CommandError.unusable` when there is no place for a cache or it cannot be read, or the address is none.
    package init(_ configuration: Configuration, backend: String?) throws(CommandError) {
        guard let place = configuration.cachePlace else {
            throw .unusable("no home folder found and cache.folder is not set")
        }
        folder = ClipCacheFolder(place)
        limit = configuration.cacheLimit
        do { try folder.check() } catch { throw .unusable(error.reason) }
        guard let text = backend else {
            self.backend = nil
            return
        }
        do {
            self.backend = try BackendAddress(text).httpBase
        } catch {
            throw .unusable("\(text): \(error.reason)")
        }
    }

    /// A line a clip, those used last first, and one for all.
    package func list(toCells width: Int?) -> [String] {
        let entries = folder.entries().filter(isWanted)
        let whose = backend.map { "of \(TerminalText.visible($0)) " } ?? ""
        guard !entries.isEmpty else { return ["no clips \(whose)in \(folder.files.path)"] }
        var rows = [["clip", "frames", "size", "version", "last use", "agent", "backend"]]
        for entry in entries { rows.append(row(entry).map { TerminalText.visible($0) }) }
        let bytes = entries.reduce(0) { $0 + $1.files.byteCount }
        let total =
            "\(plural(entries.count, "clip")), \(ByteText.size(bytes)) of at most \(ByteText.size(limit)), in \(folder.files.path)"
        return TextTable(rows, atMost: 40).lines(toCells: width) + ["", total]
    }

    private func isWanted(_ entry: ClipCacheEntry) -> Bool {
        guard let backend else { return true }
        // Of a damaged one nobody knows where it is from.
        guard case .success(let clip) = entry.content else { return false }
        return clip.backend == backend
    }

    private func row(_ entry: ClipCacheEntry) -> [String] {
        let use = CalendarTime.text(seconds: entry.files.lastUse)
        switch entry.content {
        case .success(let clip):
            return [
                clip.clip, "\(clip.frames.count)", ByteText.size(entry.files.byteCount), clip.version, use, clip.agent,
                clip.backend,
            ]
        case .failure(let error):
            return ["(unusable)", "-", ByteText.size(entry.files.byteCount), "-", use, "-", error.reason]
        }
    }

    /// - Returns: what was done, and what could not be.
    package func clear() -> (line: String, failure: CommandError?) {
        let cleared = folder.clear(backend: backend)
        let left = cleared.inUse > 0 ? "; \(cleared.inUse) in use and not removed" : ""
        let failure = cleared.failure.map {
            CommandError.failed("\(plural(cleared.failed, "clip")) could not be removed: \($0)")
        }
        return ("\(plural(cleared.entries, "clip")) removed, \(ByteText.size(cleared.byteCount))\(left)", failure)
    }
}
