import Foundation
import Platform
import Support
import Testing

@testable import Files

@Suite("A cache on a disk that does not do what it is to") struct DiskCacheFailureTests {
    private static let kinds = CacheTrial.Kind.allCases

    /// Another entry, an old version, and then the new one under refusals.
    private func afterReplacing(_ kind: CacheTrial.Kind, _ refusals: Refusals) throws -> (
        trial: CacheTrial, isKept: Bool
    ) {
        let trial = try CacheTrial(kind)
        trial.put("g/h/other")
        trial.put("g/h/one")
        return (trial, try trial.other(calls: refusals.calls).put("g/h/one", version: 2))
    }

    private func steps(_ kind: CacheTrial.Kind) throws -> Int {
        let refusals = Refusals()
        #expect(try afterReplacing(kind, refusals).isKept)
        return refusals.steps.count
    }

    @Test("a process that ends at any step leaves the old entry, the new one whole, or none", arguments: kinds)
    func killed(kind: CacheTrial.Kind) throws {
        var outcomes: Set<String> = []
        for cut in 0...(try steps(kind)) {
            for refusal in [DiskCalls.Refusal.error(EINTR), .halfWritten(EINTR)] {
                let (trial, isKept) = try afterReplacing(kind, Refusals(from: cut) { _ in refusal })
                let (old, new) = (trial.holds("g/h/one"), trial.holds("g/h/one", version: 2))
                #expect(!(old && new) && (new || !isKept) && trial.holds("g/h/other"))
                #expect(old || new || trial.bytes(of: "g/h/one") == nil)
                outcomes.insert(old ? "old" : new ? "new" : "none")
                // What the dead process left goes when somebody next makes room.
                #expect(try trial.other().put("g/h/one", version: 2))
                #expect(trial.holds("g/h/one", version: 2) && trial.holds("g/h/other"))
                #expect(trial.names() == ["one", "other"])
            }
        }
        // A file takes the place of another one at once.
        #expect(outcomes == (kind == .files ? ["old", "new"] : ["old", "new", "none"]))
    }

    @Test("a disk that is full at any step leaves nothing half done, and the other entries stay", arguments: kinds)
    func full(kind: CacheTrial.Kind) throws {
        for cut in 0..<(try steps(kind)) {
            for refusal in [DiskCalls.Refusal.error(ENOSPC), .halfWritten(ENOSPC)] {
                // Removing works on a full disk, and gives no room here.
                let refusals = Refusals(from: cut) { $0.kind == .remove ? nil : refusal }
                let (trial, isKept) = try afterReplacing(kind, refusals)
                #expect(trial.holds("g/h/one", version: 2) == isKept && trial.holds("g/h/other"))
                #expect(trial.names().filter { $0.hasPrefix(".") } == [])
            }
        }
    }

    @Test("a cache that cannot be written to is read", arguments: kinds)
    func readOnly(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind)
        trial.put("g/h/a")
        let frozen = try trial.other(calls: Refusals(from: 0) { _ in .error(EROFS) }.calls)
        #expect(!frozen.put("g/h/b") && !frozen.put("g/h/a", version: 2) && frozen.holds("g/h/a"))
        #expect(frozen.cache.clear().failed == 1 && frozen.holds("g/h/a"))
    }

    @Test(
        "so is a folder without the right to write", .enabled(if: geteuid() != 0, "rights do not bind this user"),
        arguments: kinds)
    func noRight(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind)
        trial.put("g/h/a")
        chmod(trial.cache.path(of: "g/h"), 0o500)
        defer { chmod(trial.cache.path(of: "g/h"), 0o700) }
        #expect(trial.holds("g/h/a") && !trial.put("g/h/b") && trial.holds("g/h/a"))
    }

    @Test("a file in the place of the cache, or of a folder in it, is left alone", arguments: kinds)
    func fileInPlace(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind)
        try trial.folder.write("x", to: "cache")
        #expect(!trial.put("g/h/a") && trial.bytes(of: "g/h/a") == nil && trial.cache.entries().isEmpty)
        #expect(try trial.cache.clear() == DiskCache.Cleared() && trial.folder.text(of: "cache") == "x")
        let other = try CacheTrial(kind)
        other.put("g/h/a")
        try other.folder.write("x", to: "cache/k")
        #expect(try !other.put("k/h/a") && other.holds("g/h/a") && other.folder.text(of: "cache/k") == "x")
    }

    /// What can stand in an entry's place: - returns whether it is damaged by it.
    private static let harms: [(name: String, harm: @Sendable (_ path: String, _ outside: String) throws -> Void)] = [
        ("gone", { path, _ in try FileManager.default.removeItem(atPath: path) }),
        (
            "a link to what is none of its",
            { path, outside in
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside)
            }
        ),
        (
            "a link to itself as it was",
            { path, outside in
                try FileManager.default.moveItem(atPath: path, toPath: outside + "/moved")
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside + "/moved")
            }
        ),
        (
            "a pipe",
            { path, _ in
                try FileManager.default.removeItem(atPath: path)
                mkfifo(path, 0o600)
            }
        ),
        (
            "a folder",
            { path, _ in
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.createDirectory(atPath: path + "/x/y", withIntermediateDirectories: true)
            }
        ),
    ]

    @Test(
        "what is not what was written is absent, and makes room for it; nothing behind a link is touched",
        arguments: kinds
    )
    func damage(kind: CacheTrial.Kind) throws {
        for (name, harm) in Self.harms {
            let trial = try CacheTrial(kind)
            let outside = trial.folder.file("outside")
            try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: false)
            try trial.folder.write("x", to: "outside/file")
            trial.put("g/h/good")
            trial.put("g/h/bad")
            try harm(trial.cache.path(of: "g/h/bad"), outside)
            #expect(trial.bytes(of: "g/h/bad") == nil && trial.holds("g/h/good"), "\(name)")
            if kind == .files { #expect(trial.names() == ["good"], "\(name)") }
            #expect(trial.put("g/h/bad", version: 2) && trial.holds("g/h/bad", version: 2), "\(name)")
            #expect(try trial.names() == ["bad", "good"] && trial.folder.text(of: "outside/file") == "x", "\(name)")
            if name.hasSuffix("as it was") { #expect(FileManager.default.fileExists(atPath: outside + "/moved")) }
        }
    }

    @Test("a file that is longer than any of its kind is removed")
    func long() throws {
        let trial = try CacheTrial(.files)
        trial.put("g/h/a", count: 500)
        #expect(trial.cache.bytes(of: "g/h/a", atMost: 500)?.count == 500)
        #expect(trial.cache.bytes(of: "g/h/a", atMost: 499) == nil && !trial.cache.has("g/h/a"))
    }

    @Test("the whole cache may be a link, a folder in it may not", arguments: kinds)
    func links(kind: CacheTrial.Kind) throws {
        let trial = try CacheTrial(kind)
        for name in ["elsewhere", "outside"] {
            try FileManager.default.createDirectory(atPath: trial.folder.file(name), withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(
            atPath: trial.cache.path, withDestinationPath: trial.folder.file("elsewhere"))
        #expect(trial.put("g/h/a") && trial.holds("g/h/a") && trial.cache.entries().map(\.place) == ["g/h/a"])
        #expect(trial.folder.exists("elsewhere/g/h/a"))
        try FileManager.default.createDirectory(
            atPath: trial.folder.file("outside/h"), withIntermediateDirectories: false)
        try trial.folder.write("x", to: "outside/h/file")
        try FileManager.default.createSymbolicLink(
            atPath: trial.cache.path(of: "k"), withDestinationPath: trial.folder.file("outside"))
        #expect(!trial.put("k/h/a") && trial.bytes(of: "k/h/file") == nil && !trial.cache.has("k/h/file"))
        trial.cache.remove("k/h/file")
        #expect(trial.cache.clear().entries == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: trial.folder.file("outside/h")) == ["file"])
    }
}
