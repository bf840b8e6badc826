import Foundation
import Support

/// A program that runs beside the tests, until it has ended.
enum ForeignProgram {
    struct End: Sendable {
        let status: Int32
        let lines: [String]
    }

    /// Runs one of `Tests/Peers`.
    static func python(_ name: String, _ arguments: [String]) async throws -> End {
        try await offPool {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", Repository.file("Tests/Peers/" + name)] + arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return End(status: process.terminationStatus, lines: text.split(separator: "\n").map(String.init))
        }
    }
}
