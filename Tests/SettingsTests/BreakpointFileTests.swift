import Debugger
import Support
import Testing

@testable import Events
@testable import Files
@testable import Settings

@Suite struct BreakpointFileTests {
    private static let some = [
        Breakpoint(.fault), Breakpoint(.drift(.milliseconds(45)), ignoring: 3, isEnabled: false),
        Breakpoint(.overlay("*/J1_\"X?\\0*")), Breakpoint(.event("play_*")),
        Breakpoint(.event("'é\"' = [")),
        Breakpoint(Breakpoint.Condition("when clip == 'a \"b\\' && drift > 60 || !(chunk == 3)") ?? .held, ignoring: 1),
    ]

    @Test("breakpoints are kept beside the tape and read again")
    func kept() throws {
        let folder = try Folder()
        let file = BreakpointFile(tape: folder.file("a.cameo"))
        #expect(file.paths.first == folder.file("a.cameo.debug.toml"))
        try file.write(Self.some)
        #expect(try file.read() == Self.some)
        try file.write([])
        #expect(try file.read() == [])
        #expect(folder.names == ["a.cameo.debug.toml"])
    }

    @Test("where nothing can be put beside the tape they go into the configuration folder, which is made")
    func configuration() throws {
        let folder = try Folder()
        let paths = [folder.file("absent/a.cameo.debug.toml"), folder.file("config/cameo/breakpoints.toml")]
        let file = BreakpointFile(paths: paths, own: paths[0])
        #expect(try file.read() == nil)
        try file.write(Self.some)
        #expect(try file.read() == Self.some)
        #expect(throws: CommandError.self) { try BreakpointFile(paths: [paths[0]], own: paths[0]).write(Self.some) }
    }

    @Test("the one for all tapes is where the configuration is: a relative folder counts for nothing")
    func folder() {
        func paths(_ environment: [String: String]) -> [String] {
            BreakpointFile(tape: "a.cameo", environment: environment).paths
        }
        #expect(paths(["HOME": "/h", "XDG_CONFIG_HOME": "/c"]) == ["a.cameo.debug.toml", "/c/cameo/breakpoints.toml"])
        #expect(
            paths(["HOME": "/h", "XDG_CONFIG_HOME": "c"])
                == ["a.cameo.debug.toml", "/h/.config/cameo/breakpoints.toml"])
        #expect(paths(["XDG_CONFIG_HOME": "c"]) == ["a.cameo.debug.toml"])
    }

    @Test("the file beside the tape goes before the one for all")
    func order() throws {
        let folder = try Folder()
        try BreakpointFile(paths: [folder.file("all.toml")], own: folder.file("a.toml")).write([])
        let both = BreakpointFile(paths: [folder.file("a.toml"), folder.file("all.toml")], own: folder.file("a.toml"))
        #expect(try both.read() == [])
        try BreakpointFile(paths: [folder.file("a.toml")], own: folder.file("a.toml")).write(Self.some)
        #expect(try both.read() == Self.some)
    }

    @Test(
        "a member that makes no sense is named, with its line and row",
        arguments: [
            ("ignore = -5", "ignore: expected a whole number from 0 to 1000000, found -5"),
            ("ignore = 1.5", "ignore: expected a whole number from 0 to 1000000, found 1.5"),
            ("enabled = \"yes\"", "enabled: expected true or false, found \"yes\""),
        ])
    func fault(member: String, reason: String) throws {
        let folder = try Folder()
        let path = folder.file("a.toml")
        let text = "[[breakpoint]]\non = \"fault\"\n\n[[breakpoint]]\non = \"drift 80\"\n\(member)\n"
        try OutputFile.write(Array(text.utf8), to: path)
        #expect(throws: CommandError.unusable("\(path):6: breakpoint 2: \(reason)")) {
            try BreakpointFile(paths: [path], own: path).read()
        }
        try OutputFile.write(Array("[[breakpoint]]\nignore = 1\n".utf8), to: path)
        #expect(
            throws: CommandError.unusable(
                "\(path):1: breakpoint 1: on: expected text, such as \"drift 80\", found none")
        ) { try BreakpointFile(paths: [path], own: path).read() }
    }

    @Test("a condition that is none is named with its line and the character, one without its word is read")
    func condition() throws {
        let folder = try Folder()
        let path = folder.file("a.toml")
        let file = BreakpointFile(paths: [path], own: path)
        let good = "[[breakpoint]]\non = \"drift > 60\"\n"
        try OutputFile.write(Array(good.utf8), to: path)
        #expect(try file.read()?.first?.condition.text == "when drift > 60")
        try OutputFile.write(Array((good + "[[breakpoint]]\non = \"when drift > 60 && chnk == 3\"\n").utf8), to: path)
        let reason = "breakpoint 2: on: character 20: \"chnk\" is no field; did you mean chunk?"
        #expect(throws: CommandError.unusable("\(path):4: \(reason)")) { try file.read() }
    }

    @Test(
        "a file that is none is named with its place, and left as it is",
        arguments: [
            "[[breakpoint]]\non = 3\n", "x = [", "[[breakpoint]]\non = \"nonsense\"\n", "breakpoint = 1\n",
            "[[[ garbage", "[", "[[", " [ [[x]]", "[\u{1}]", "version = 99\nmarks = 3\n",
        ])
    func strange(text: String) throws {
        let folder = try Folder()
        try OutputFile.write(Array(text.utf8), to: folder.file("a.toml"))
        let file = BreakpointFile(paths: [folder.file("a.toml")], own: folder.file("a.toml"))
        do {
            _ = try file.read()
            Issue.record("it was read")
        } catch {
            #expect(error.reason.hasPrefix(folder.file("a.toml")))
            #expect(!error.reason.contains("\n"))
        }
        #expect(try folder.bytes(of: "a.toml") == Array(text.utf8))
    }
}
