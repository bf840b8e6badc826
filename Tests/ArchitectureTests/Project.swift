import Foundation

/// The files of this package, found from where this file was compiled.
struct Project {
    let root: URL

    init(thisFile: String = #filePath) {
        root = URL(fileURLWithPath: thisFile)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// Names of the folders in `Sources`, one a module.
    func modules() throws -> [String] { try folders(in: "Sources") }

    /// Names of the folders in `path` from the root.
    func folders(in path: String) throws -> [String] {
        let parent = root.appendingPathComponent(path)
        return try FileManager.default.contentsOfDirectory(atPath: parent.path)
            .filter { isFolder(parent.appendingPathComponent($0)) }
            .sorted()
    }

    /// Every file under `folder` (path from the root, "" for all), hidden and built ones left out but for `.ci`.
    func files(under folder: String, endingWith endings: [String]) -> [ProjectFile] {
        let start = folder.isEmpty ? root : root.appendingPathComponent(folder)
        let keys: [URLResourceKey] = [.isDirectoryKey]
        guard let walk = FileManager.default.enumerator(at: start, includingPropertiesForKeys: keys) else { return [] }
        var found: [ProjectFile] = []
        for case let url as URL in walk {
            let name = url.lastPathComponent
            if isFolder(url) {
                if name.hasPrefix(".") && name != ".ci" || name == "bench-out" { walk.skipDescendants() }
            } else if endings.contains(where: name.hasSuffix) {
                guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
                found.append(ProjectFile(path: pathFromRoot(url), text: text))
            }
        }
        return found.sorted { $0.path < $1.path }
    }

    /// Names of the files in `folder` (path from the root); none where it is missing.
    func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path))?.sorted() ?? []
    }

    func swiftFiles(of module: String) -> [ProjectFile] {
        files(under: "Sources/\(module)", endingWith: [".swift"])
    }

    /// Whether there is a file or folder at `path` from the root.
    func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path) }

    private func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
    }

    private func pathFromRoot(_ url: URL) -> String {
        String(url.standardizedFileURL.path.dropFirst(root.standardizedFileURL.path.count + 1))
    }
}

/// One file as text.
struct ProjectFile {
    /// Path from the package's root, as in `Sources/Events/Event.swift`.
    let path: String
    let text: String

    /// Lines from 1 on, comments and texts in quotes blanked out: what is left is what the compiler runs.
    var codeLines: [(number: Int, code: String)] {
        numbered(SwiftText.withoutCommentsAndStrings(text))
    }

    var lines: [(number: Int, code: String)] { numbered(text) }

    private func numbered(_ text: String) -> [(number: Int, code: String)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { ($0.offset + 1, String($0.element)) }
    }
}
