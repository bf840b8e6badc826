import Events
import Platform
import Support
import Testing

@testable import Files

@Suite struct AssetsTests {
    @Test("the folder that the user named comes first, then that of an installation, then those of a build")
    func order() {
        #expect(
            Assets.folders(named: "/named", program: "/p/.build/debug") == [
                "/named", "/p/.build/debug/../share/cameo", "/p/.build/debug/assets", "/p/.build/assets", "/p/assets",
            ])
        #expect(Assets.folders(named: nil, program: "/usr/bin").first == "/usr/bin/../share/cameo")
        #expect(Assets.folders(named: "", program: "/usr/bin").first == "/usr/bin/../share/cameo")
        #expect(Assets.folders(named: nil, program: nil) == ["assets"])
    }

    @Test("a deep program folder is looked above a few times only")
    func bounded() {
        let deep = "/" + (0..<50).map { "f\($0)" }.joined(separator: "/")
        #expect(Assets.folders(named: nil, program: deep).count == 6)
    }

    @Test("a scenario that comes along is found by its name; a file of that name counts more, a folder does not")
    func scenarios() throws {
        #expect(Assets.scenarios().count >= 10 && Assets.scenarios() == Assets.scenarios().sorted())
        let found = try Assets.scenario("slow-network")
        #expect(found.hasSuffix("/scenarios/slow-network.toml"))
        #expect(try Assets.scenario(found) == found)
        let folder = try Folder()
        #expect(throws: CommandError.self) { _ = try Assets.scenario(folder.path) }
        let loop = folder.file("loop")
        symlink(loop, loop)
        let looped = #expect(throws: CommandError.self) { try Assets.scenario(loop) }
        #expect(looped?.reason == "\(loop): cannot be read: Too many levels of symbolic links")
        let error = #expect(throws: CommandError.self) { try Assets.scenario("slow-netwrk") }
        #expect(
            error?.reason
                == "slow-netwrk: neither a file nor a bundled scenario; did you mean slow-network?")
    }

    @Test("the first folder that has the file is taken; when none has, all are named")
    func search() throws {
        let (first, second) = (try Folder(), try Folder())
        _ = try ExclusiveFile.write([1], named: second.file("demo"), ending: "cameo")
        let folders = [first.path, second.path]
        #expect(try Assets.file("demo.cameo", in: folders) == second.file("demo.cameo"))
        _ = try ExclusiveFile.write([2], named: first.file("demo"), ending: "cameo")
        #expect(try Assets.file("demo.cameo", in: folders) == first.file("demo.cameo"))
        let error = #expect(throws: CommandError.self) { try Assets.file("other.cameo", in: folders) }
        #expect(error?.exitStatus == 2)
        #expect(error?.reason.hasPrefix("other.cameo: not found in \(first.path), \(second.path); ") == true)
    }
}
