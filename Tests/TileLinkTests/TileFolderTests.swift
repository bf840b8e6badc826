import Files
import Foundation
import Platform
import Support
import Testing

@testable import TileLink

@Suite struct TileFolderTests {
    @Test("the folder is in the one of the session where that is the user's alone, else beside temporary files")
    func places() throws {
        let runtime = try Folder()
        let elsewhere = try Folder()
        let environment = ["XDG_RUNTIME_DIR": runtime.path + "/", "TMPDIR": elsewhere.path + "/"]
        chmod(runtime.path, 0o700)
        #expect(TileFolder.path(environment) == runtime.path + "/cameo")
        chmod(runtime.path, 0o750)
        #expect(TileFolder.path(environment) == elsewhere.path + "/cameo-\(geteuid())")
        #expect(TileFolder.path(["XDG_RUNTIME_DIR": "here"]) == "/tmp/cameo-\(geteuid())")
        #expect(TileFolder.path(["TMPDIR": "there"]) == "/tmp/cameo-\(geteuid())")
        #expect(TileFolder.path(["TMPDIR": "/not/there"]) == "/tmp/cameo-\(geteuid())")
        // A socket's name would not fit.
        let long = elsewhere.path + "/" + String(repeating: "x", count: 90)
        mkdir(long, 0o700)
        #expect(TileFolder.path(["TMPDIR": long]) == "/tmp/cameo-\(geteuid())")
    }

    @Test("the folder and the socket are the user's alone")
    func modes() throws {
        let folder = try Folder()
        let server = try TileServer(name: "Ada", folder: folder.file("tiles"), patience: 1_000) { _ in }
        for path in [folder.file("tiles"), server.path] {
            let status = try #require(FileStatus(path, followsLinks: false))
            #expect(status.isOwn && !status.isOpenToOthers)
        }
        #expect(server.path == folder.file("tiles") + "/tile-\(getpid())")
        server.close()
    }

    @Test("a folder that others can reach is refused, and so are links, files and what cannot be made")
    func refused() throws {
        let folder = try Folder()
        let open = folder.file("open")
        #expect(mkdir(open, 0o700) == 0 && chmod(open, 0o710) == 0)
        #expect(
            throws: TileError.folder(
                path: open, reason: "others can access it; if you created it, use chmod 700")
        ) { try TileFolder.open(open) }
        let good = folder.file("good")
        #expect(mkdir(good, 0o700) == 0 && symlink(good, folder.file("link")) == 0)
        try folder.write("x", to: "file")
        for name in ["link", "file"] {
            let path = folder.file(name)
            #expect(throws: TileError.folder(path: path, reason: "it is not a folder; remove it")) {
                try TileFolder.open(path)
            }
        }
        let nowhere = folder.file("not/there")
        #expect(throws: TileError.folder(path: nowhere, reason: "no such file")) {
            try TileFolder.open(nowhere)
        }
        _ = try TileFolder.open(good)
    }

    @Test("a folder of another user is refused", .enabled(if: geteuid() == 0))
    func otherUser() throws {
        let folder = try Folder()
        let path = folder.file("theirs")
        #expect(mkdir(path, 0o700) == 0 && chown(path, 65_534, 65_534) == 0)
        #expect(throws: TileError.folder(path: path, reason: "it belongs to another user")) {
            try TileFolder.open(path)
        }
    }

    @Test("a path that is too long for a socket is an error with its reason")
    func tooLong() throws {
        let folder = try Folder()
        let path = folder.file(String(repeating: "t", count: 120))
        let socket = path + "/tile-\(getpid())"
        #expect(throws: TileError.system(path: socket, words: "File name too long")) {
            try TileServer(name: "Ada", folder: path, patience: 1_000) { _ in }
        }
    }

    @Test("sockets that nobody listens on are removed, and nothing else is")
    func dead() throws {
        let folder = try Folder()
        let path = folder.file("tiles")
        #expect(mkdir(path, 0o700) == 0)
        let names = ["tile-1", "tile-22", "tile-3x", "other"]
        for name in names {
            close(try #require(LocalSocket.listen(at: path + "/" + name, waiting: 1)))
        }
        let living = try #require(LocalSocket.listen(at: path + "/tile-4", waiting: 1))
        defer { close(living) }
        try folder.write("a file", to: "tiles/tile-5")
        let server = try TileServer(name: "Ada", folder: path, patience: 1_000) { _ in }
        let found = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(found == ["other", "tile-3x", "tile-4", "tile-5", "tile-\(getpid())"].sorted())
        server.close()
    }
}
