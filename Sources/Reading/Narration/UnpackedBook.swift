import Events
import Files
import Platform
import Texts

/// An EPUB that is a folder: somebody has unpacked it, or a program keeps it so.
enum UnpackedBook {
    static func isOne(_ path: String) -> Bool {
        FileStatus(path)?.kind == .folder && FileStatus(path + "/META-INF/container.xml")?.kind == .file
    }

    /// Reads what is in the folder; links are not followed.
    static func read(_ path: String, in language: SaidLanguage) throws(TextError) -> BookText {
        var names: [String] = []
        let opened: OpenFolder
        do throws(DiskFailure) {
            opened = try OpenFolder(following: path)
            try list(opened, "", 0, &names)
        } catch {
            throw .broken(place: "the book", expected: "a folder that can be read", found: error.words)
        }
        return try BookText(unpacked: names, in: language) {
            try? opened.bytes(below: $0, atMost: TextLimits.entryBytes)
        }
    }

    private static let deepest = 32

    /// As paths below the folder, in the order of their names.
    private static func list(
        _ folder: OpenFolder, _ place: String, _ depth: Int, _ names: inout [String]
    ) throws(DiskFailure) {
        for entry in try folder.entries().sorted(by: { OpenFolder.text($0) < OpenFolder.text($1) }) {
            let name = OpenFolder.text(entry)
            guard names.count < OpenFolder.mostEntries else { return }
            switch FileStatus(name, in: folder.descriptor)?.kind {
            case .file: names.append(place + name)
            case .folder where depth < deepest:
                try list(try folder.folder(named: entry), place + name + "/", depth + 1, &names)
            default: break
            }
        }
    }
}
