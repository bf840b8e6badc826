import Foundation
import Platform
import Support

@testable import Files

/// A cache in a folder of its own whose entries are all files, or all folders of two files.
struct CacheTrial: Sendable {
    enum Kind: CaseIterable, Sendable { case files, folders }

    let kind: Kind
    let folder: Folder
    let cache: DiskCache

    init(_ kind: Kind, limit: Int = 1_000, in folder: Folder? = nil, calls: DiskCalls = DiskCalls()) throws {
        let folder = try folder ?? Folder()
        (self.kind, self.folder) = (kind, folder)
        cache = DiskCache(
            folder.file("cache"), depth: 2, mark: kind == .folders ? "b" : nil, limit: limit, calls: calls)
    }

    /// Another process that uses the same folder.
    func other(limit: Int? = nil, calls: DiskCalls = DiskCalls()) throws -> CacheTrial {
        try CacheTrial(kind, limit: limit ?? cache.limit, in: folder, calls: calls)
    }

    /// No two are the same.
    static func bytes(_ place: String, _ version: Int, _ count: Int) -> [UInt8] {
        let head = Array("\(place) \(version) ".utf8)
        return Array((head + [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: count)).prefix(count))
    }

    @discardableResult
    func put(_ place: String, version: Int = 1, count: Int = 100) -> Bool {
        let bytes = Self.bytes(place, version, count)
        guard kind == .folders else { return cache.storeBytes(bytes, at: place) }
        guard count <= cache.limit, let made = try? cache.makeFolder(for: place) else { return false }
        do {
            try cache.calls.write(Array(bytes.prefix(count / 2)), to: made.path + "/a")
            try cache.calls.write(Array(bytes.dropFirst(count / 2)), to: made.path + "/b")
            guard cache.makeRoom(for: place) <= cache.limit else { throw DiskFailure(path: place, code: EFBIG) }
            _ = made.lock(.shared)
            try cache.put(made.path, at: place)
            return true
        } catch {
            try? cache.calls.delete(made.path)
            return false
        }
    }

    /// - Returns: `nil` where it is absent.
    func bytes(of place: String) -> [UInt8]? {
        guard kind == .folders else { return cache.bytes(of: place, atMost: 1 << 20) }
        guard (try? cache.group(of: place)) != nil, let open = try? OpenFolder(cache.path(of: place)),
            open.lock(.shared) != .held, let first = try? open.bytes(below: "a", atMost: 1 << 20),
            let second = try? open.bytes(below: "b", atMost: 1 << 20)
        else { return nil }
        open.touch("b")
        return first + second
    }

    func holds(_ place: String, version: Int = 1, count: Int = 100) -> Bool {
        bytes(of: place) == Self.bytes(place, version, count)
    }

    /// Says when it was used last, in s since 1970.
    func setUse(_ seconds: Int, of place: String) {
        let time = timeval(tv_sec: .init(seconds), tv_usec: 0)
        utimes(cache.path(of: place) + (kind == .folders ? "/b" : ""), [time, time])
    }

    /// What is in the folder of some entries.
    func names(in group: String = "g/h") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: cache.path(of: group))) ?? []).sorted()
    }

    func rights(of place: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: cache.path(of: place))[.posixPermissions] as? Int
    }
}
