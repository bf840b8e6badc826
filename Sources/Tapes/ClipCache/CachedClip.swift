import Events
import Files
import Platform

/// A clip in the cache that somebody has open: other processes leave it alone until this value goes.
package final class CachedClip: Sendable {
    package let description: ClipDescription
    private let folder: OpenFolder
    private let opened: OpenClips

    package var path: String { folder.path }
    package var name: ClipName { ClipName(description.clip) }
    package var version: String { description.version }
    package var frameCount: Int { description.frames.count }

    /// - Throws: `ClipCacheError` when it is no folder, is being removed, or its description makes no sense.
    init(at path: String, _ opened: OpenClips) throws(ClipCacheError) {
        do { folder = try OpenFolder(path) } catch { throw error.whileReading }
        guard folder.lock(.shared) != .held else { throw .leaving(path: path) }
        let file = ClipDescription.fileName
        let bytes = try folder.read(file, atMost: ClipDescription.longestFile)
        do { description = try ClipDescription(bytes) } catch {
            throw .damaged(path: "\(path)/\(file)", reason: error.reason)
        }
        self.opened = opened
        guard opened.open() else { throw .tooManyOpen(path: path, limit: opened.most) }
    }

    deinit { opened.close() }

    /// The bytes of one picture as they were received.
    /// - Throws: `ClipCacheError.damaged` when they are not those any more, `.unreadable`.
    package func bytes(ofFrame index: Int) throws(ClipCacheError) -> [UInt8] {
        guard let name = description.fileName(index) else {
            throw .damaged(path: path, reason: "has \(frameCount) frames, none with index \(index)")
        }
        let expected = description.frames[index].payload
        let bytes = try folder.read(name, atMost: Limits.messageBytes)
        guard bytes.count == expected.byteCount else { throw sizeFault(name, expected.byteCount, bytes.count) }
        guard contentHash(of: bytes) == expected.hash else {
            throw .damaged(path: "\(path)/\(name)", reason: "has different bytes from those written")
        }
        return bytes
    }

    /// Records that the clip was used.
    func touch() { folder.touch(ClipDescription.fileName) }

    func verify() throws(ClipCacheError) {
        var expected: Set<String> = [ClipDescription.fileName]
        for (index, frame) in description.frames.enumerated() {
            let name = ClipDescription.fileName(index, frame.kind)
            guard let size = folder.size(of: name) else {
                throw .damaged(path: "\(path)/\(name)", reason: "missing or not a regular file")
            }
            guard size == frame.payload.byteCount else { throw sizeFault(name, frame.payload.byteCount, size) }
            expected.insert(name)
        }
        let names: [String]
        do { names = try folder.names() } catch { throw error.whileReading }
        // File managers leave hidden files everywhere.
        for name in names where !name.hasPrefix(".") && !expected.contains(name) {
            throw .damaged(path: "\(path)/\(name)", reason: "does not belong there")
        }
    }

    private func sizeFault(_ name: String, _ expected: Int, _ found: Int) -> ClipCacheError {
        .damaged(path: "\(path)/\(name)", reason: "has \(found) bytes, expected \(expected)")
    }
}

extension OpenFolder {
    /// - Throws: `ClipCacheError.damaged` for one that is longer, a link, a folder, a pipe; `.unreadable`.
    fileprivate func read(_ name: String, atMost limit: Int) throws(ClipCacheError) -> [UInt8] {
        let path = path + "/" + name
        let file: OpenFile
        do { file = try self.file(below: name) } catch { throw error.why.whileReading(path) }
        let count = FileStatus(descriptor: file.descriptor)?.byteCount ?? 0
        guard count <= limit else {
            throw .damaged(path: path, reason: "has \(count) bytes, expected at most \(limit)")
        }
        guard let bytes = Descriptor.read(file.descriptor, at: 0, count: count) else {
            throw DiskFailure(path: path, code: errno).whileReading
        }
        return bytes
    }
}
