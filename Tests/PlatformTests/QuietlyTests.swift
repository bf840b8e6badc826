import Foundation
import Support
import Testing

@testable import Platform

/// With a descriptor of their own: standard error is everybody's.
@Suite struct QuietlyTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Runs `body` with a descriptor that leads to a file of that name.
    private func withDescriptor(to name: String, _ body: (Int32) throws -> Void) throws {
        let descriptor = try file(name)
        defer { close(descriptor) }
        try body(descriptor)
    }

    private func file(_ name: String) throws -> Int32 {
        let file = open(folder.file(name), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        return file
    }

    private func write(_ text: String, to descriptor: Int32) {
        _ = Descriptor.writeAll(Array(text.utf8), to: descriptor)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    @Test("what is written meanwhile is lost, what is written behind it is there")
    func silence() throws {
        try withDescriptor(to: "a") { descriptor in
            write("before ", to: descriptor)
            silencing(descriptor) { write("lost ", to: descriptor) }
            write("behind", to: descriptor)
        }
        #expect(try text("a") == "before behind")
    }

    @Test("where it was led elsewhere meanwhile, as by a screen that is given back, it stays there")
    func ledElsewhere() throws {
        try withDescriptor(to: "kept by a screen") { descriptor in
            let terminal = try file("terminal")
            defer { close(terminal) }
            _ = silencing(descriptor) { dup2(terminal, descriptor) }
            write("cameo: no such file", to: descriptor)
        }
        #expect(try text("terminal") == "cameo: no such file")
    }
}
