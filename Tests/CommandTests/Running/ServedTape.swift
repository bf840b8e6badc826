import Foundation
import Support
import Testing

/// `cameo serve` in a process of its own, on a port that the system picks.
final class ServedTape {
    let process: ChildProcess
    let address: String
    private let folder: Folder
    private let name: String

    /// - Parameter arguments: behind `serve --listen 127.0.0.1:0`; a `--listen` among them takes its place.
    init(_ arguments: [String], in folder: Folder) async throws {
        self.folder = folder
        name = "serve-\(UUID().uuidString)"
        let listen = arguments.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
        let (output, errors) = (folder.file(name + ".out"), folder.file(name + ".err"))
        let process = try ChildProcess(
            [try Program.path(), "serve"] + listen + arguments, environment: Program.environment(), folder: folder.path,
            input: .null, output: .output(output), errors: .output(errors))
        self.process = process
        let out = name + ".out"
        let isThere = await eventually {
            process.end() != nil || (try? folder.text(of: out))?.contains("\n") == true
        }
        let first = try folder.lines(of: out).first ?? ""
        guard isThere, first.hasPrefix("listening on ") else {
            throw ChildProcess.Failed(description: "no address: \(first) \(try folder.text(of: name + ".err"))")
        }
        address = String(first.dropFirst("listening on ".count))
    }

    var output: String { (try? folder.text(of: name + ".out")) ?? "" }
    var errors: String { (try? folder.text(of: name + ".err")) ?? "" }

    /// Ends it as a user does, and waits.
    func end(_ signal: Int32 = SIGTERM) async -> ProcessEnd? {
        process.send(signal)
        return await process.waitForEnd()
    }
}

/// Programs that we did not write, in `Tests/Peers`.
enum PeerProgram {
    /// Runs one to its end.
    /// - Returns: the object that it printed.
    static func run(_ program: String, _ arguments: [String], in folder: Folder) async throws -> [String: Any] {
        let python = Repository.file(".build/peers/bin/python")
        try #require(FileManager.default.isExecutableFile(atPath: python), "scripts/peers makes \(python)")
        let name = "peer-\(UUID().uuidString)"
        let child = try ChildProcess(
            [python, Repository.file("Tests/Peers/\(program)")] + arguments, environment: Program.environment(),
            folder: folder.path, input: .null, output: .output(folder.file(name + ".out")),
            errors: .output(folder.file(name + ".err")))
        var end: ProcessEnd?
        // As long as the peer's own timeout.
        for _ in 0..<4 where end == nil { end = await child.waitForEnd() }
        let text = try folder.text(of: name + ".out")
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let errors = try folder.text(of: name + ".err")
        return try #require(object, "\(program): \(String(describing: end)) \(text.prefix(300)) \(errors.suffix(600))")
    }
}
