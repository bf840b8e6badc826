import Platform

/// What has a name, and what a name says.
package enum FileNames {
    /// Whether something has this name.
    package static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The first byte of a file; `nil` for an empty one and one that is no file.
    package static func firstByte(of path: String) -> UInt8? {
        // A pipe would be waited for.
        guard FileStatus(path)?.kind == .file, let file = OpenFile(path) else { return nil }
        return Descriptor.read(file.descriptor, limit: 1)?.first
    }

    /// What stands behind the last slash that has something behind it; the whole path where none has.
    package static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The folder that a path leads to something in; `.` for a name alone.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What is wrong with the file of this name, in one sentence: it begins with the name, if that is one.
    package static func fault(_ path: String, _ words: String) -> String {
        path.isEmpty ? nameless : "\(path): \(words)"
    }

    /// Why a file that the user names cannot be read, in words that stand behind its name.
    /// - Parameter code: as `errno`, of the call that has failed.
    package static func unreadable(_ path: String, _ code: Int32 = errno) -> String {
        switch code {
        case ENOENT, ENOTDIR: absence(of: path)
        case EISDIR: "expected a file, found a folder"
        default: "cannot be read: \(errorWords(code))"
        }
    }

    private static func absence(of path: String) -> String {
        FileStatus(path, followsLinks: false)?.kind == .link
            ? "a link to a missing file" : "no such file" + doubt(path)
    }

    /// Why no file of this name can be made or written.
    /// - Parameter code: as `errno`, of the call that has failed.
    package static func obstacle(_ path: String, _ code: Int32 = errno) -> String {
        guard code == ENOENT else { return errorWords(code) }
        let folder = Self.folder(of: path)
        return FileStatus(folder) == nil ? "no such folder: \(folder)" : "cannot create files in \(folder)"
    }

    /// The one sentence for an empty name, whichever command is given it.
    package static let nameless = "empty file name"

    /// What a name may have been before it became text.
    package static func doubt(_ path: String) -> String {
        path.unicodeScalars.contains("\u{FFFD}")
            ? "; file names must be UTF-8: rename it or use a link" : ""
    }
}

/// What a file is, by its first bytes: for messages about one that was to be something else.
package enum FileKind {
    /// Of the only videos that need no other program.
    package static let videoAsIs = "a Y4M video"
    /// What plays any other one.
    package static let playingVideos = "use `ffmpeg -re -v error -i FILE -f yuv4mpegpipe - | cameo call --video -`"

    private static let beginnings: [(bytes: [UInt8], words: String)] = [
        (Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) }), "a PNG picture"),
        ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
        (Array("GIF8".utf8), "a GIF picture"), (Array("PK\u{3}\u{4}".utf8), "a zip archive"),
        (Array("%PDF".utf8), "a PDF"),
        (Array("OggS".utf8), "an Ogg sound"), (Array("ID3".utf8), "an MP3 sound"), (Array("fLaC".utf8), "a FLAC sound"),
        (Array("YUV4MPEG2".utf8), videoAsIs), ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM video"),
        ([0x1F, 0x8B], "a gzip archive"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ]

    /// - Parameter words: as `words` returns them.
    package static func isVideo(_ words: String) -> Bool { words.hasSuffix(" video") }

    /// - Parameter bytes: at least the first 16 where the file has as many.
    /// - Returns: `nil` where they do not tell.
    package static func words(_ bytes: [UInt8]) -> String? {
        if let known = beginnings.first(where: { bytes.starts(with: $0.bytes) }) { return known.words }
        if bytes.starts(with: "RIFF".utf8), bytes.count >= 12 {
            return ["WAVE": "a WAV sound", "WEBP": "a WebP picture", "AVI ": "an AVI video"][
                String(decoding: bytes[8..<12], as: UTF8.self)]
        }
        if bytes.count >= 8, bytes[4..<8].elementsEqual("ftyp".utf8) {
            let brand = String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
            return ["M4A ", "M4B "].contains(brand) ? "an MP4 sound" : "an MP4 video"
        }
        if bytes.starts(with: "SQLite".utf8) { return nil }
        let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }
        guard isText, let first = bytes.first(where: { $0 > 0x20 }) else { return nil }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? "JSON" : "text"
    }
}
