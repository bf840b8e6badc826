import Dispatch
import Foundation
import Support
import Synchronization
import Testing

@testable import Tapes

@Suite("Folders of tapes that go with the process")
struct TemporaryFolderTests {
    private let place = try? Folder()

    private func fill(_ path: String, _ names: String...) throws {
        for name in names { try Data([1]).write(to: URL(fileURLWithPath: path + "/" + name)) }
    }

    @Test("one that was left by a process that is gone is removed by the next, one that is in use is not")
    func leftOver() throws {
        let place = try #require(place)
        let used = try TemporaryFolder(in: [place.path])
        try fill(used.path, "session.cameo", "session.cameo-wal")
        // What holds the lock goes, as it does with a process.
        let gone = try TemporaryFolder(in: [place.path]).path
        try fill(gone, "session.cameo", "session.cameo-wal", "session.cameo-shm", "session.cameo.77.partial")
        let next = try TemporaryFolder(in: [place.path])
        #expect(Set(place.names.map(place.file).map(Self.real)) == [Self.real(used.path), Self.real(next.path)])
        #expect(FileManager.default.fileExists(atPath: used.path + "/session.cameo-wal"))
    }

    @Test("a place that is a link is the folder behind it, for what is left there as well")
    func link() throws {
        let place = try #require(place)
        let link = place.path + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        let gone = try TemporaryFolder(in: [link]).path
        let next = try TemporaryFolder(in: [link])
        #expect(gone != next.path && place.names.map(place.file).map(Self.real) == [Self.real(next.path)])
    }

    private static func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    @Test("what is somebody else's stays: other names, other files, links")
    func others() throws {
        let place = try #require(place)
        let kept = ["cameo-tape-long-name", "cameo-tape-noted1", "cameo-export"]
        for name in kept {
            try FileManager.default.createDirectory(atPath: place.file(name), withIntermediateDirectories: true)
            try fill(place.file(name), "session.cameo")
        }
        try fill(place.file("cameo-tape-noted1"), "notes.txt")
        let link = place.file("cameo-tape-linked")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place.file("cameo-export"))
        let held = try TemporaryFolder(in: [place.path])
        for name in kept { #expect(FileManager.default.fileExists(atPath: place.file(name) + "/session.cameo")) }
        #expect(place.names.count == kept.count + 2)
        withExtendedLifetime(held) {}
    }

    @Test("where there is no room the next place is taken, and the last is named")
    func places() throws {
        let place = try #require(place)
        let missing = place.file("missing")
        #expect(try TemporaryFolder(in: [missing, place.path]).path.contains("cameo-test-"))
        #expect(throws: TapeError.unwritable(path: missing, reason: "no such file")) {
            try TemporaryFolder(in: [missing])
        }
    }

    @Test("those that make one at the same time do not take each other's for left over")
    func together() throws {
        let place = try Folder()
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 6_000) { _ in
            do {
                rmdir(try TemporaryFolder(in: [place.path]).path)
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
    }
}
