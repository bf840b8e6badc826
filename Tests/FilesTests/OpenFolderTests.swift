import Foundation
import Platform
import Support
import Testing

@testable import Files

@Suite struct OpenFolderTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("what is in it, with the bytes of files alone")
    func content() throws {
        try folder.write("four", to: "file")
        try folder.write("", to: ".hidden")
        try FileManager.default.createDirectory(atPath: folder.file("inner"), withIntermediateDirectories: false)
        let open = try OpenFolder(folder.path)
        #expect(try open.names().sorted() == [".hidden", "file", "inner"])
        #expect(open.size(of: "file") == 4 && open.size(of: "inner") == nil && open.size(of: "absent") == nil)
        #expect(open.byteCount() == 4 && open.isOwn)
    }

    @Test("a name that is not UTF-8 is none of ours, and is there as bytes")
    func strangeName() throws {
        let name: [CChar] = [0x61, -1, 0]
        let open = try OpenFolder(folder.path)
        let file = openat(open.descriptor, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        close(file)
        #expect(try open.entries() == [name])
        #expect(try open.names() == ["a\u{FFFD}"])
        unlinkat(open.descriptor, name, 0)
    }

    @Test("links and files are no folders")
    func noFolder() throws {
        try folder.write("", to: "file")
        try FileManager.default.createDirectory(atPath: folder.file("inner"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("inner"))
        let open = try OpenFolder(folder.path)
        for name in ["file", "link", "absent"] {
            let error = #expect(throws: DiskFailure.self) { try OpenFolder(folder.file(name)) }
            #expect(error?.path == folder.file(name))
            #expect(throws: DiskFailure.self) { try open.folder(named: Array(name.utf8CString)) }
        }
        #expect(try open.folder(named: Array("inner".utf8CString)).path == folder.file("inner"))
        #expect(OpenFolder.realPath(of: folder.file("link")) == folder.file("inner"))
    }

    @Test("its lock is shared by readers, and kept from others until it is let go")
    func locking() throws {
        let (one, two) = (try OpenFolder(folder.path), try OpenFolder(folder.path))
        #expect(one.lock(.shared) == .taken && two.lock(.shared) == .taken && one.lock(.exclusive) == .held)
        do {
            let third = try OpenFolder(folder.path)
            #expect(third.lock(.exclusive) == .held && third.lock(.shared) == .taken)
        }
        do {
            let alone = try Folder()
            var owner: OpenFolder? = try OpenFolder(alone.path)
            #expect(owner?.lock(.exclusive) == .taken)
            let other = try OpenFolder(alone.path)
            #expect(other.lock(.shared) == .held && other.lock(.shared, within: .zero) == .held)
            owner = nil
            #expect(other.lock(.shared) == .taken)
        }
    }

    @Test("it stays readable whatever becomes of its name, and knows when that is another's")
    func renamed() throws {
        let place = folder.file("place")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try folder.write("four", to: "place/file")
        let open = try OpenFolder(place)
        #expect(open.isNamed(place))
        try #require(rename(place, folder.file("elsewhere")) == 0)
        #expect(!open.isNamed(place) && open.isNamed(folder.file("elsewhere")))
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        #expect(!open.isNamed(place) && open.size(of: "file") == 4)
    }

    @Test("a file that is touched is new")
    func touched() throws {
        let file = try folder.write("", to: "file")
        var times = [timeval(tv_sec: 1_000, tv_usec: 0), timeval(tv_sec: 1_000, tv_usec: 0)]
        try #require(utimes(file, &times) == 0)
        let open = try OpenFolder(folder.path)
        #expect(open.lastChange(of: "file") == 1_000)
        open.touch("file")
        #expect(try #require(open.lastChange(of: "file")) > 1_000_000_000)
        #expect(try #require(open.lastChange) > 1_000_000_000)
        #expect(open.lastChange(of: "absent") == nil)
    }
}
