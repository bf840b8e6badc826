import Events
import Foundation
import Platform
import Support
import Testing

@testable import Files

@Suite struct RefusedPathTests {
    private let folder: Folder
    private let open: OpenFolder

    init() throws {
        folder = try Folder()
        for name in ["below", "below/deep", "beside"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
        }
        try folder.write("one", to: "below/deep/file")
        try folder.write("two", to: "below/..file")
        try folder.write("secret", to: "beside/file")
        for (name, target) in [
            ("below/out", "../beside"), ("below/out-file", "../beside/file"), ("below/in", "deep"),
            ("below/absolute", folder.file("beside/file")), ("below/deep/loop", "loop"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
        }
        try #require(mkfifo(folder.file("below/pipe"), 0o600) == 0)
        open = try OpenFolder(folder.file("below"))
    }

    private func text(_ path: String) throws(RefusedPath) -> String {
        let file = try open.file(below: path)
        return String(decoding: Descriptor.read(file.descriptor, limit: 100) ?? [], as: UTF8.self)
    }

    @Test("files below the folder are opened, however their paths are written")
    func found() throws {
        for path in ["deep/file", "./deep//file", "deep/./file", "deep/file/."] { #expect(try text(path) == "one") }
        // A name that only begins so.
        #expect(try text("..file") == "two")
    }

    @Test("a pipe is opened where one is wanted, without waiting for its writer")
    func pipe() throws {
        let file = try open.file(below: "pipe", .fileOrPipe)
        #expect(FileStatus(descriptor: file.descriptor)?.kind == .pipe)
        #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test(
        "what leads elsewhere, and what is no file, is refused with what was found",
        arguments: [
            ("", RefusedPath.Why.empty, "an empty path"),
            ("../beside/file", .up, "a path that leads up"),
            ("deep/../../beside/file", .up, "a path that leads up"),
            ("deep/../deep/file", .up, "a path that leads up"),
            ("..", .up, "a path that leads up"),
            ("/etc/passwd", .absolute, "an absolute path"),
            ("//deep/file", .absolute, "an absolute path"),
            ("out/file", .link("out"), "the symbolic link out"),
            ("out-file", .link("out-file"), "the symbolic link out-file"),
            ("in/file", .link("in"), "the symbolic link in"),
            ("absolute", .link("absolute"), "the symbolic link absolute"),
            ("deep/loop", .link("loop"), "the symbolic link loop"),
            ("deep/loop/file", .link("loop"), "the symbolic link loop"),
            ("deep", .folder, "a folder"),
            (".", .folder, "a folder"),
            ("pipe", .pipe, "a pipe"),
            ("nothing", .system(ENOENT), "no such file"),
            ("nothing/file", .system(ENOENT), "no such file"),
            ("..file/file", .system(ENOTDIR), "not a folder"),
            ("a\0b", .noName, "no path"),
            (String(repeating: "a/", count: 3_000), .noName, "no path"),
        ])
    func refused(path: String, why: RefusedPath.Why, words: String) throws {
        let error = #expect(throws: RefusedPath(path: path, folder: open.path, why: why)) { try text(path) }
        let reason = try #require(error?.reason)
        #expect(reason == "\(path.kept): expected a file below \(folder.file("below")), found \(words)")
        #expect(error?.isOfInput == true)
    }

    @Test("devices and sockets are refused, and not opened")
    func devices() throws {
        let devices = try OpenFolder("/dev")
        for wanted in [OpenFolder.Wanted.file, .fileOrPipe] {
            #expect(throws: RefusedPath(path: "zero", folder: "/dev", why: .device)) {
                try devices.file(below: "zero", wanted)
            }
        }
    }

    @Test("a folder that is swapped for a link meanwhile leads nowhere")
    func swapped() throws {
        try FileManager.default.moveItem(atPath: folder.file("below/deep"), toPath: folder.file("below/kept"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("below/deep"), withDestinationPath: folder.file("beside"))
        #expect(throws: RefusedPath.self) { try text("deep/file") }
        // The folder itself may be moved; it stays the one that was opened.
        try FileManager.default.moveItem(atPath: folder.file("below"), toPath: folder.file("moved"))
        #expect(try text("kept/file") == "one")
    }
}
