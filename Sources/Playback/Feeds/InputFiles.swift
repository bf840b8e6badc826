import Events
import Files
import Platform
import Tapes

/// The recordings that a user names. `-` is what comes on standard input, a tape or its text form: it is kept in a temporary
/// file, since a tape is read from many places of it.
///
/// Owner: the command, which closes it.
package struct InputFiles {
    /// Where they are read.
    package let paths: [String]
    private let input: StandardInputFile?

    /// As messages call it.
    package static let inputName = "standard input"

    /// Waits for the end of standard input where that is named.
    /// - Throws: `CommandError` where it cannot be read or kept.
    package init(_ names: [String]) throws(CommandError) {
        guard names.filter({ $0 == "-" }).count <= 1 else {
            throw .unusable("- can be given only once")
        }
        let input = names.contains("-") ? try StandardInputFile() : nil
        paths = names.map { $0 == "-" ? input?.path ?? $0 : $0 }
        self.input = input
    }

    /// What is said of the file, with the name that the user knows.
    package func named(_ text: String) -> String {
        guard let input else { return text }
        return text.replacing(input.path, with: Self.inputName)
    }

    package func named(_ error: any Error) -> any Error {
        guard input != nil, !(error is ReaderGone), !(error is CancellationError) else { return error }
        return switch CommandError(error) {
        case .unusable(let reason): CommandError.unusable(named(reason))
        case .failed(let reason): CommandError.failed(named(reason))
        case .unwritten(let reason): CommandError.unwritten(named(reason))
        case .notStarted(let reason, let status): CommandError.notStarted(named(reason), status: status)
        }
    }

    package func close() { input?.files.remove() }
}

/// What has come on standard input, as a file.
private struct StandardInputFile {
    let path: String
    let files: TemporaryFiles
    private let folder: TemporaryFolder

    private static let piece = 1 << 18

    init() throws(CommandError) {
        guard isatty(STDIN_FILENO) == 0 else {
            throw .unusable("\(InputFiles.inputName): expected a tape from a pipe or a file, found a terminal")
        }
        let first = try Self.read()
        do { folder = try TemporaryFolder.make(large: true) } catch { throw .failed(error.reason) }
        path = folder.tape + (Self.isText(first) ? ".ndjson" : ".cameo")
        files = TemporaryFiles([path, folder.path])
        do { try Self.copy(first, to: path) } catch {
            files.remove()
            throw error
        }
    }

    private static func copy(_ first: [UInt8], to path: String) throws(CommandError) {
        guard let file = OpenFile(path, O_WRONLY | O_CREAT | O_EXCL) else {
            throw .failed("\(FileNames.folder(of: path)): \(errorWords())")
        }
        var bytes = first
        while !bytes.isEmpty {
            guard Descriptor.writeAll(bytes, to: file.descriptor) else {
                throw .failed(
                    "\(InputFiles.inputName): cannot be saved in \(FileNames.folder(of: path)): \(errorWords()); "
                        + "set TMPDIR to another folder")
            }
            bytes = try read()
        }
    }

    private static func read() throws(CommandError) -> [UInt8] {
        guard let bytes = Descriptor.read(STDIN_FILENO, limit: piece) else {
            throw .unusable("\(InputFiles.inputName): cannot be read: \(errorWords())")
        }
        return bytes
    }

    /// A line of text begins with a brace; anything else is judged as a tape.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return start.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }
}
