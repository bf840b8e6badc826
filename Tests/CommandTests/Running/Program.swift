import Foundation
import Support

/// The built program, as these tests run it.
enum Program {
    struct Missing: Error, CustomStringConvertible {
        let places: [String]
        var description: String {
            "the program is not built: none of \(places.joined(separator: ", ")); run `swift build` first"
        }
    }

    /// Beside the test bundle, wherever that was built; or in the folder that `TESTED_PROGRAMS` names, as `make shipped`
    /// does for the release.
    /// - Throws: `Missing`.
    static func path(of name: String = "cameo") throws -> String {
        let places = folders().map { $0 + "/" + name }
        guard let found = places.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw Missing(places: places)
        }
        return found
    }

    private static func folders() -> [String] {
        if let named = ProcessInfo.processInfo.environment["TESTED_PROGRAMS"] { return [named] }
        var folders: [String] = []
        // The bundle is the running program, or what the running program was told to load.
        let bundles = ["/proc/self/exe"] + CommandLine.arguments.filter { $0.contains(".xctest") }
        for bundle in bundles {
            guard let path = realpath(bundle, nil) else { continue }
            defer { free(path) }
            var folder = URL(fileURLWithPath: String(cString: path))
            while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
            if !folders.contains(folder.path) { folders.append(folder.path) }
        }
        return folders
    }

    /// Nothing of whoever runs the tests but where programs are.
    static func environment(_ changes: [String: String?] = [:]) -> [String: String] {
        var environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "HOME": NSTemporaryDirectory(),
            // Whoever has a loudspeaker would hear it, and its clock would pace the pictures.
            "CAMEO_AUDIO": "false",
            // Tapes of other tests have the same bytes.
            "CAMEO_REMEMBER": "false",
            // Where a toolchain is installed a crash would otherwise ask for a key in the terminal.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        for (name, value) in changes { environment[name] = value }
        return environment
    }

    struct Run: Sendable {
        let end: ProcessEnd?
        let output: String
        let errors: String

        var status: Int32? { if case .exited(let status)? = end { status } else { nil } }
        var errorLines: [String] {
            errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
        }
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs the program to its end, without a terminal.
    static func run(_ arguments: String..., environment: [String: String?] = [:], in folder: Folder) async throws -> Run
    {
        try await run([try path()] + arguments, environment: environment, in: folder)
    }

    /// Runs any program (the path comes first) to its end.
    static func run(_ arguments: [String], environment: [String: String?] = [:], in folder: Folder) async throws -> Run
    {
        let name = "run-\(UUID().uuidString)"
        let places = (output: folder.file(name + ".out"), errors: folder.file(name + ".err"))
        defer { for path in [places.output, places.errors] { unlink(path) } }
        let child = try ChildProcess(
            arguments, environment: Self.environment(environment), folder: folder.path, input: .null,
            output: .output(places.output), errors: .output(places.errors))
        let end = await child.waitForEnd()
        return Run(
            end: end, output: try folder.text(of: name + ".out"), errors: try folder.text(of: name + ".err"))
    }

    /// Runs a line of shell in which `$0` is the program.
    static func shell(_ line: String, in folder: Folder) async throws -> Run {
        try await run(["/bin/bash", "-c", line, try path()], in: folder)
    }
}
