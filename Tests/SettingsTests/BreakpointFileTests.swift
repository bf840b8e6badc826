import Debugger
import Foundation
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

    /// Of a tape in a folder, with a home in the same one.
    private static func file(_ folder: Folder, of tape: String = "a.cameo", _ fingerprint: String? = "f1")
        -> BreakpointFile
    {
        BreakpointFile(
            tape: folder.file(tape), environment: ["HOME": folder.file("home")], fingerprint: { fingerprint })
    }

    @Test("breakpoints are kept beside the tape and read again")
    func kept() throws {
        let folder = try Folder()
        let file = Self.file(folder)
        #expect(try file.write(Self.some) == nil)
        #expect(try file.read() == Self.some)
        try file.write([])
        #expect(try file.read() == [])
        #expect(folder.names == ["a.cameo.debug.toml"])
    }

    @Test("a recording that has taken the name of another one has none of its breakpoints, and leaves them as they are")
    func anotherRecording() throws {
        let folder = try Folder()
        func file(_ recording: String?, _ fingerprint: String) -> BreakpointFile {
            BreakpointFile(
                tape: folder.file("a.cameo"), environment: ["HOME": folder.file("home")],
                fingerprint: { fingerprint }, recording: { recording })
        }
        try file("r1", "f1").write(Self.some)
        // The same one when it has grown, and one that does not say what it is.
        #expect(try file("r1", "f2").read() == Self.some && file(nil, "f3").read() == Self.some)
        #expect(try file("r2", "f4").read() == nil)
        #expect(try file("r2", "f4").write([Breakpoint(.fault)])?.hasSuffix("/f4.toml") == true)
        #expect(try file("r2", "f4").read() == [Breakpoint(.fault)] && file("r1", "f1").read() == Self.some)
    }

    @Test("where nothing can be put beside the tape they go under its fingerprint, and are of that tape alone")
    func fingerprint() throws {
        let folder = try Folder()
        let file = Self.file(folder, of: "absent/a.cameo")
        #expect(try file.read() == nil)
        let place = try #require(try file.write(Self.some))
        #expect(place == folder.file("home/.local/share/cameo/breakpoints/f1.toml"))
        #expect(try file.read() == Self.some)
        // The same tape elsewhere, and another one beside it.
        #expect(try Self.file(folder, of: "moved.cameo").read() == Self.some)
        #expect(try Self.file(folder, of: "absent/a.cameo", "f2").read() == nil)
        #expect(throws: CommandError.self) { try Self.file(folder, of: "absent/a.cameo", nil).write(Self.some) }
    }

    @Test("a file beside a tape counts more than one under its fingerprint, where it can be written")
    func beside() throws {
        let folder = try Folder()
        let file = Self.file(folder, of: "late/a.cameo")
        let kept = try #require(try file.write(Self.some))
        try FileManager.default.createDirectory(atPath: folder.file("late"), withIntermediateDirectories: false)
        #expect(try file.read() == Self.some)
        let text = "[[breakpoint]]\non = \"fault\"\n"
        try OutputFile.write(Array(text.utf8), to: folder.file("late/a.cameo.debug.toml"))
        #expect(try file.read() == [Breakpoint(.fault)])
        let before = try Data(contentsOf: URL(fileURLWithPath: kept))
        #expect(try file.write([]) == nil)
        #expect(try file.read() == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == before)
    }

    @Test("a tape that comes with the program has its breakpoints under its fingerprint")
    func bundled() throws {
        let folder = try Folder()
        let file = BreakpointFile(
            tape: folder.file("a.cameo"), isBundled: true, environment: ["HOME": folder.file("home")],
            fingerprint: { "f1" })
        #expect(try file.write(Self.some)?.hasSuffix("/f1.toml") == true)
        #expect(try file.read() == Self.some)
        #expect(folder.names == ["home"])
    }

    @Test(
        "those for all tapes are where the configuration is, and are never written: a relative folder counts for nothing"
    )
    func folder() throws {
        func usual(_ environment: [String: String]) -> String? {
            BreakpointFile(tape: "a.cameo", environment: environment, fingerprint: { nil }).usual
        }
        #expect(usual(["HOME": "/h", "XDG_CONFIG_HOME": "/c"]) == "/c/cameo/breakpoints.toml")
        #expect(usual(["HOME": "/h", "XDG_CONFIG_HOME": "c"]) == "/h/.config/cameo/breakpoints.toml")
        #expect(usual(["XDG_CONFIG_HOME": "c"]) == nil)
        let folder = try Folder()
        let text = "[[breakpoint]]\non = \"fault\"\n"
        try FileManager.default.createDirectory(
            atPath: folder.file("home/.config/cameo"), withIntermediateDirectories: true)
        try folder.write(text, to: "home/.config/cameo/breakpoints.toml")
        let file = Self.file(folder)
        #expect(try file.read() == [Breakpoint(.fault)])
        try file.write(Self.some)
        #expect(try file.read() == Self.some)
        #expect(try folder.bytes(of: "home/.config/cameo/breakpoints.toml") == Array(text.utf8))
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
        let path = folder.file("a.cameo.debug.toml")
        let text = "[[breakpoint]]\non = \"fault\"\n\n[[breakpoint]]\non = \"drift 80\"\n\(member)\n"
        try OutputFile.write(Array(text.utf8), to: path)
        #expect(throws: CommandError.unusable("\(path):6: breakpoint 2: \(reason)")) {
            try Self.file(folder).read()
        }
        try OutputFile.write(Array("[[breakpoint]]\nignore = 1\n".utf8), to: path)
        #expect(
            throws: CommandError.unusable(
                "\(path):1: breakpoint 1: on: expected text, such as \"drift 80\", found none")
        ) { try Self.file(folder).read() }
    }

    @Test("a condition that is none is named with its line and the character, one without its word is read")
    func condition() throws {
        let folder = try Folder()
        let path = folder.file("a.cameo.debug.toml")
        let file = Self.file(folder)
        let good = "[[breakpoint]]\non = \"drift > 60\"\n"
        try OutputFile.write(Array(good.utf8), to: path)
        #expect(try file.read()?.first?.condition.text == "when drift > 60")
        try OutputFile.write(Array((good + "[[breakpoint]]\non = \"when drift > 60 && chnk == 3\"\n").utf8), to: path)
        let reason = "breakpoint 2: on: character 20: \"chnk\" is not a field; did you mean chunk?"
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
        try OutputFile.write(Array(text.utf8), to: folder.file("a.cameo.debug.toml"))
        let file = Self.file(folder)
        do {
            _ = try file.read()
            Issue.record("it was read")
        } catch {
            #expect(error.reason.hasPrefix(folder.file("a.cameo.debug.toml")))
            #expect(!error.reason.contains("\n"))
        }
        #expect(try folder.bytes(of: "a.cameo.debug.toml") == Array(text.utf8))
    }
}
