import Books
import Events
import Files
import Platform
import Texts

/// A text that a user names.
package struct OpenedText: Sendable {
    package let text: BookText
    /// Without its folder and endings: what it is called where it has no title.
    package let name: String
    package let language: String?

    /// Whether what has this name is a text that a voice can read, and not a book with sound of its own: a folder, a file of one,
    /// or an archive with one.
    package static func isText(_ path: String) -> Bool {
        guard path != "-" else { return true }
        guard let kind = FileStatus(path)?.kind, kind != .folder else { return false }
        return !path.lowercased().hasSuffix(".json") && !JobFolder.isArchive(path)
    }

    /// - Parameter path: `-` is standard input.
    /// - Throws: `CommandError.unusable` with the file, and why nothing can be read of it.
    package static func open(_ path: String) async throws(CommandError) -> OpenedText {
        // A pipe may take any time, and a large book a second.
        let result = await withCheckedContinuation { continuation in
            onOwnThread { continuation.resume(returning: Result { () throws(CommandError) in try read(path) }) }
        }
        return try result.get()
    }

    private static func read(_ path: String) throws(CommandError) -> OpenedText {
        let isStandardInput = path == "-"
        let name = isStandardInput ? "standard input" : path
        let bytes =
            isStandardInput ? try standardInput() : try ChunkedFileReader.all(of: path, atMost: TextLimits.sourceBytes)
        // What begins as an archive is no text, whatever it is called.
        let found = TextFormat(beginning: bytes)
        let format = found == .epub || isStandardInput ? found : TextFormat(fileName: path) ?? found
        do throws(TextError) {
            if format != .epub { try TextFormat.checkText(bytes) }
            let text = try BookText(bytes, as: format).speakable
            let (stem, language) = Self.parts(of: FileNames.last(of: path))
            return OpenedText(
                text: text, name: isStandardInput ? name : stem, language: text.language ?? language)
        } catch {
            throw .unusable("\(name.kept): \(error.reason)")
        }
    }

    private static func standardInput() throws(CommandError) -> [UInt8] {
        guard isatty(STDIN_FILENO) == 0 else {
            throw .unusable("standard input: expected a text from a pipe or a file, found a terminal")
        }
        // It stays open.
        let own = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard own >= 0 else { throw .unusable("standard input: \(errorWords())") }
        return try OpenFile(owning: own).bytes(atMost: TextLimits.sourceBytes, of: "standard input")
    }

    /// `lantern.es.txt` is the lantern in Spanish.
    static func parts(of name: String) -> (stem: String, language: String?) {
        var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isKnown = parts.count > 1 && TextFormat(fileName: name) != nil
        if isKnown { parts.removeLast() }
        guard isKnown, parts.count > 1, let last = parts.last, last.utf8.count <= 5,
            let language = LanguageTag.reading(last)
        else {
            return (parts.joined(separator: "."), nil)
        }
        return (parts.dropLast().joined(separator: "."), language)
    }
}
