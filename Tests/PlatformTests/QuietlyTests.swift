import Foundation
import Support
import Testing

@testable import Platform

@Suite(.serialized) struct QuietlyTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Runs `body` with standard error leading to a file of that name.
    private func withErrors(in name: String, _ body: () -> Void) throws {
        let kept = dup(STDERR_FILENO)
        defer {
            dup2(kept, STDERR_FILENO)
            close(kept)
        }
        try lead(to: name)
        body()
    }

    private func lead(to name: String) throws {
        let file = open(folder.file(name), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        try #require(file >= 0)
        dup2(file, STDERR_FILENO)
        close(file)
    }

    private func write(_ text: String) { _ = Descriptor.writeAll(Array(text.utf8), to: STDERR_FILENO) }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    @Test("what is written meanwhile is lost, what is written behind it is there")
    func silence() throws {
        try withErrors(in: "a") {
            write("before ")
            quietly { write("lost ") }
            write("behind")
        }
        #expect(try text("a").contains("before behind"))
    }

    @Test("where standard error was led elsewhere meanwhile, as by a screen that is given back, it stays there")
    func ledElsewhere() throws {
        try withErrors(in: "kept by a screen") {
            quietly { try? lead(to: "terminal") }
            write("cameo: no such file")
        }
        #expect(try text("terminal").contains("cameo: no such file"))
    }
}
