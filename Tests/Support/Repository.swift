import Foundation

/// The project's own files, found from where this file was compiled.
package enum Repository {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// - Parameter path: from the folder that holds Package.swift.
    package static func file(_ path: String) -> String { root + "/" + path }
}
