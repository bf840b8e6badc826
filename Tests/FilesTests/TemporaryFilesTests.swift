import Foundation
import Platform
import Testing

@testable import Files

/// Those that a signal ends are in a process of their own. It finds the folder by the number of the one that began it.
@Suite(.serialized) struct TemporaryFilesTests {
    private static func folder(of process: pid_t) -> String { "/tmp/cameo-temporary-files-\(process)" }

    private static func fill(_ folder: String) throws -> [String] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let files = ["one", "two"].map { folder + "/" + $0 }
        for file in files { try OutputFile.write([1], to: file) }
        return files
    }

    /// By a signal, which may take a moment to be delivered.
    private static func end() -> Never {
        kill(getpid(), SIGTERM)
        while true { pause() }
    }

    @Test("a signal that ends the process removes them, and the folder that they are in")
    func signaled() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            signal(SIGTERM, SIG_DFL)
            let folder = TemporaryFilesTests.folder(of: getppid())
            let files = try TemporaryFilesTests.fill(folder)
            let temporary = TemporaryFiles(files + [folder])
            withExtendedLifetime(temporary) { TemporaryFilesTests.end() }
        }
        #expect(!FileNames.isThere(Self.folder(of: getpid())))
    }

    @Test("each of several that work at a time has its own, and what one keeps does not keep the others'")
    func several() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            signal(SIGTERM, SIG_DFL)
            let folder = TemporaryFilesTests.folder(of: getppid())
            let files = try TemporaryFilesTests.fill(folder)
            let temporary = [[folder + "/never"], files + [folder], []].map { TemporaryFiles($0) }
            temporary[0].remove()
            temporary[2].keep()
            withExtendedLifetime(temporary) { TemporaryFilesTests.end() }
        }
        #expect(!FileNames.isThere(Self.folder(of: getpid())))
    }

    @Test("many threads take and give back lists")
    func threads() async throws {
        let folder = Self.folder(of: getpid())
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 { TemporaryFiles(["\(folder)-\(task)-\(round)"]).remove() }
                }
            }
        }
        let files = try Self.fill(folder)
        TemporaryFiles(files + [folder]).remove()
        #expect(!FileNames.isThere(folder))
    }

    @Test("what is kept stays, whatever ends the process")
    func kept() async throws {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            signal(SIGTERM, SIG_DFL)
            let folder = TemporaryFilesTests.folder(of: getppid())
            TemporaryFiles(try TemporaryFilesTests.fill(folder) + [folder]).keep()
            TemporaryFilesTests.end()
        }
        let folder = Self.folder(of: getpid())
        #expect(FileNames.isThere(folder + "/one") && FileNames.isThere(folder + "/two"))
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test("removed in time nothing is left, and names of files that never came to be do no harm")
    func removed() throws {
        let folder = Self.folder(of: getpid())
        let files = try Self.fill(folder)
        TemporaryFiles(files + [folder + "/never", folder]).remove()
        #expect(!FileNames.isThere(folder))
    }
}
