import Events
import Files
import Platform

/// What a command has translated, in memory and in a file that the next run reads: a line for each sentence, its hash and its
/// translation. Where nothing can be written it is in memory only.
///
/// Owner: the translator that asks it.
package final class TranslationCache {
    private let command: String
    private let folder: DiskCache?
    /// Of its file.
    private let name: String
    private let limits: Limits
    private var known: [String: String]?
    /// Bytes in memory.
    private var byteCount = 0
    private var file: OpenFile?

    package struct Limits: Hashable, Sendable {
        /// Of a command, whose file begins anew when there are more.
        package var fileBytes = 8 << 20
        /// Of all commands: the oldest go.
        package var folderBytes = 64 << 20

        package init() {}
    }

    /// - Parameter folder: of all that this program keeps for itself; `nil` for none.
    package init(of command: String, in folder: String?, limits: Limits = Limits()) {
        (self.command, self.limits) = (command, limits)
        self.folder = folder.map { DiskCache("\($0)/translations", depth: 0, limit: limits.folderBytes) }
        name = DiskCache.name(of: command) + ".txt"
    }

    /// - Returns: empty where the command had nothing to say.
    func translation(of sentence: String) -> String? { read()[key(of: sentence)] }

    /// - Parameter text: one line.
    func keep(_ text: String, of sentence: String) {
        let key = key(of: sentence)
        _ = read()
        let line = "\(key) \(text)\n"
        if byteCount + line.utf8.count > limits.fileBytes { beginAnew() }
        byteCount += line.utf8.count
        known?[key] = text
        append(line)
    }

    private func key(of sentence: String) -> String { contentHash(of: Array("\(command)\0\(sentence)".utf8)).hex }

    // MARK: On disk

    private func read() -> [String: String] {
        if let known { return known }
        var found: [String: String] = [:]
        let bytes = folder?.bytes(of: name, atMost: 2 * limits.fileBytes) ?? []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // Half a line is what a run left that was killed.
            guard line.count > 64, line[line.startIndex + 64] == UInt8(ascii: " ") else { continue }
            let key = String(decoding: line.prefix(64), as: UTF8.self)
            guard ContentHash(hex: key) != nil else { continue }
            found[key] = String(decoding: line.dropFirst(65), as: UTF8.self)
        }
        (known, byteCount) = (found, bytes.count)
        return found
    }

    private func append(_ line: String) {
        // In front of what is added half a line may stand, of which a line break makes one that is passed over.
        let lines = file == nil ? "\n\(line)" : line
        file = file ?? folder?.openToAppend(name)
        // A full disk is no reason not to translate.
        if let file { _ = Descriptor.writeAll(Array(lines.utf8), to: file.descriptor) }
    }

    private func beginAnew() {
        (known, byteCount, file) = ([:], 0, nil)
        folder?.remove(name)
    }
}
