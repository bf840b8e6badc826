import Foundation

/// A folder of its own for one test, removed with the value.
package final class Folder: Sendable {
    package let path: String

    package init() throws {
        let base = NSTemporaryDirectory().split(separator: "/").joined(separator: "/")
        path = "/\(base)/cameo-test-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { path + "/" + name }
    package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }
    package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    @discardableResult
    package func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    package func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }
    package func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }
    package func lines(of name: String) throws -> [String] {
        try text(of: name).split(separator: "\n").map(String.init)
    }

    /// Paths of tapes, complete or not, anywhere in a folder.
    package static func tapes(below folder: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.contains(".cameo") }
    }
}
