import Foundation
import Platform
import Support
import Testing

@Suite struct FileStatusTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("files, folders and pipes are told apart, through links unless they are not followed")
    func kinds() throws {
        let file = try folder.write("four", to: "file")
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: file)
        #expect(FileStatus(file)?.kind == .file && FileStatus(file)?.byteCount == 4)
        #expect(FileStatus(folder.path)?.kind == .folder)
        #expect(FileStatus(folder.file("pipe"))?.kind == .pipe)
        #expect(FileStatus(folder.file("link"))?.kind == .file)
        #expect(FileStatus(folder.file("link"), followsLinks: false)?.kind == .link)
    }

    @Test("nothing is nothing, with the reason")
    func absent() {
        let (status, code) = (FileStatus(folder.file("absent")), errno)
        #expect(status == nil && code == ENOENT)
    }

    @Test("a file is the same whatever it is called, and however it is looked at")
    func same() throws {
        let file = try folder.write("", to: "file")
        let other = try #require(FileStatus(try folder.write("", to: "other")))
        try FileManager.default.linkItem(atPath: file, toPath: folder.file("again"))
        let status = try #require(FileStatus(file))
        let open = try #require(OpenFile(file))
        let holder = try #require(OpenFile(folder.path))
        for same in [
            FileStatus(folder.file("again")), FileStatus(descriptor: open.descriptor),
            FileStatus("file", in: holder.descriptor),
        ] {
            #expect(same?.isSameFile(as: status) == true)
        }
        #expect(!other.isSameFile(as: status))
        #expect(status.isOwn)
    }

    @Test("who may do something with it")
    func others() throws {
        let file = try folder.write("", to: "file")
        for (mode, isOpen) in [(0o600, false), (0o640, true), (0o604, true)] {
            try #require(chmod(file, mode_t(mode)) == 0)
            #expect(FileStatus(file)?.isOpenToOthers == isOpen)
        }
    }
}
