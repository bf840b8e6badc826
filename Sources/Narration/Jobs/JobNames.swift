import Books
import Events
import Sound

/// What the files of a job are called (reader, section 10).
package struct JobNames: Hashable, Sendable {
    static let record = "metadata/job.json"
    static let contentIndex = "metadata/content_index.json"
    static let description = "metadata/book.json"

    /// Of the book in the names of its chunks.
    let base: String
    private let format: SoundFormat

    init(_ book: Book, format: SoundFormat) {
        let words = [book.author, book.title, book.language?.uppercased(), book.translationLanguage?.uppercased()]
        let name = words.compactMap(\.self).map(Self.part).filter { !$0.isEmpty }.joined(separator: "_")
        (base, self.format) = (name.isEmpty ? "book" : name, format)
    }

    private static let partScalars = 20

    /// Letters and digits that need no quoting anywhere; all else is one underscore.
    private static func part(_ text: String) -> String {
        var part = ""
        for scalar in text.unicodeScalars {
            let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
            if isKept { part.unicodeScalars.append(scalar) } else if !part.isEmpty, part.last != "_" { part += "_" }
            if part.unicodeScalars.count == partScalars { break }
        }
        return part.last == "_" ? String(part.dropLast()) : part
    }

    /// In the order of the book, from 0 on.
    static func chunk(_ place: Int) -> String { "metadata/chunk_\(Int64(place).padded(toDigits: 4)).json" }

    func id(of entry: ChunkEntry) -> String { "\(entry.id)_\(base)" }

    func sound(of kind: BookSound.Kind, in entry: ChunkEntry) -> String {
        SoundPath.path(of: kind, in: id(of: entry), format.rawValue)
    }

    /// By the picture's first bytes; `nil` for what is none of those that readers know.
    static func cover(_ bytes: [UInt8]) -> String? {
        let kinds: [(start: [UInt8], ending: String)] = [
            ([0x89, 0x50, 0x4E, 0x47], "png"), ([0xFF, 0xD8, 0xFF], "jpg"), (Array("GIF8".utf8), "gif"),
            (Array("RIFF".utf8), "webp"),
        ]
        return kinds.first { bytes.starts(with: $0.start) }.map { "metadata/cover.\($0.ending)" }
    }
}
