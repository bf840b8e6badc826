import Events
import JSON

/// What bytes are that cannot be decoded, in words that lead to whoever sent them.
enum SoundKind {
    /// How files of known kinds begin.
    private static let beginnings: [(place: Int, bytes: [UInt8], name: String)] = [
        (4, Array("ftyp".utf8), "M4A or MP4 (AAC)"), (0, [0x1A, 0x45, 0xDF, 0xA3], "WebM or Matroska"),
        (0, Array("fLaC".utf8), "FLAC"), (0, Array("OggS".utf8), "Ogg"), (8, Array("WAVE".utf8), "WAV"),
        (8, Array("WEBP".utf8), "WebP picture"), (8, Array("AVI ".utf8), "AVI"), (0, Array("ID3".utf8), "MP3"),
        (0, Array("#!AMR".utf8), "AMR"), (0, Array("caff".utf8), "Core Audio (CAF)"),
        (0, Array("FLV".utf8), "Flash video"),
        (0, Array("ADIF".utf8), "AAC (ADIF)"), (0, [0x30, 0x26, 0xB2, 0x75], "Windows Media (ASF)"),
        (0, [0x1F, 0x8B], "gzip"), (0, [0x28, 0xB5, 0x2F, 0xFD], "Zstandard"), (0, [0x50, 0x4B, 3, 4], "ZIP"),
        (0, Array("%PDF-".utf8), "PDF"), (0, [0x89, 0x50, 0x4E, 0x47], "PNG picture"),
        (0, [0xFF, 0xD8, 0xFF], "JPEG picture"), (0, Array("GIF8".utf8), "GIF picture"),
        (0, Array("MThd".utf8), "MIDI"),
    ]

    /// The kind of file that bytes begin as; `nil` for none that is known.
    static func name(_ bytes: [UInt8]) -> String? {
        if isADTS(bytes) { return "AAC (ADTS)" }
        return beginnings.first { bytes.dropFirst($0.place).starts(with: $0.bytes) }?.name
    }

    /// - Parameter library: what the sound library says of them.
    static func words(_ bytes: [UInt8], _ library: String) -> String {
        if let name = name(bytes) {
            if name == "Ogg", SoundStart(bytes) != .file { return "a piece of an Ogg file, without its beginning" }
            return ["WAV", "Ogg", "FLAC", "MP3"].contains(name) ? "\(name) (\(library))" : "\(name) data"
        }
        if let text = text(bytes) { return textWords(text) }
        if bytes.allSatisfy({ $0 == 0 }) { return "\(bytes.count) zeros" }
        return PCMDetection.words(bytes) ?? "unknown data that begins with \(hex(bytes.prefix(8)))"
    }

    /// Two frames of AAC behind one another, as ADTS has them.
    private static func isADTS(_ bytes: [UInt8]) -> Bool {
        func length(_ place: Int) -> Int? {
            guard place + 7 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] & 0xF6 == 0xF0 else { return nil }
            return Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5] >> 5)
        }
        guard let first = length(0), first > 7 else { return false }
        return first >= bytes.count || length(first) != nil
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }

    // MARK: Text

    /// The text that bytes are; `nil` where they are none.
    static func text(_ bytes: [UInt8]) -> String? {
        let isPrintable = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
        return isPrintable ? String(validating: bytes, as: UTF8.self) : nil
    }

    private static func textWords(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }.prefix(16).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
            return "an HTML page" + (title(text).map { " with the title \"\(shown($0))\"" } ?? "")
        }
        if start.hasPrefix("{") || start.hasPrefix("["), (try? JSON.parse(Array(text.utf8))) != nil {
            return "JSON: \(shown(text))"
        }
        if start.hasPrefix("data:") { return "a data URL, encoded as base64 once more: \(shown(text))" }
        if let bytes = Base64.decode(text.utf8), bytes.count >= 12, name(bytes) != nil || MP3Header(bytes, at: 0) != nil
        {
            return "base64 text: it was encoded twice"
        }
        return "text: \"\(shown(text))\""
    }

    private static func title(_ page: String) -> String? {
        let bytes = Array(page.utf8.prefix(8_192))
        let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        func place(of word: String, from start: Int) -> Int? {
            let word = Array(word.utf8)
            guard start + word.count <= lower.count else { return nil }
            return (start...lower.count - word.count).first { lower[$0...].starts(with: word) }
        }
        guard let start = place(of: "<title>", from: 0), let end = place(of: "</title", from: start + 7),
            end > start + 7
        else { return nil }
        return String(decoding: bytes[start + 7..<end], as: UTF8.self)
    }

    private static let mostShown = 160

    /// Its beginning, in one line.
    private static func shown(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").unicodeScalars
        let plain = line.prefix(mostShown).map { $0.isPrintable ? Character($0) : " " }
        return String(plain) + (line.count > mostShown ? "…" : "")
    }
}

/// How bytes of a sound begin.
package enum SoundStart: Sendable {
    /// As a file does: one that cannot be read is broken, and what stands in it are no samples.
    case file
    /// With a frame of MP3, with which a file may begin, or a piece of one.
    case frame
    case other

    init(_ bytes: [UInt8]) {
        let isPage = bytes.starts(with: "OggS".utf8)
        if ["RIFF", "RIFX", "RF64", "fLaC", "ID3"].contains(where: { bytes.starts(with: $0.utf8) })
            || bytes.dropFirst(4).starts(with: "ftyp".utf8) || isPage && bytes.count > 5 && bytes[5] & 2 != 0
        {
            self = .file
        } else if let header = MP3Header(bytes, at: 0),
            MP3Header(bytes, at: header.byteCount)?.hasFormat(of: header) == true
        {
            self = header.tag(bytes, at: 0) == nil ? .frame : .file
        } else {
            self = .other
        }
    }
}

/// How much bytes are like 16-bit samples of speech.
enum PCMDetection {
    enum Order { case littleEndian, bigEndian }

    private static let mostLookedAt = 65_536
    private static let fewestSamples = 128

    /// The mean step from a sample to the next one of its channel, as a share of the mean loudness.
    ///
    /// Measured: speech of four voices at 22,050 samples a second 0.48 to 0.66, at 7,350 up to 0.93; the same read from the wrong byte on
    /// 1.30 and more, MP3, AAC, Opus, Vorbis and FLAC 1.19 and more, random bytes 1.32. A hiss alone reaches 1.5.
    /// - Returns: `nil` for too few samples, and for silence.
    static func roughness(_ bytes: ArraySlice<UInt8>, _ order: Order = .littleEndian) -> Double? {
        let count = min(bytes.count, mostLookedAt) / 2
        guard count >= fewestSamples else { return nil }
        let values = (0..<count).map { index -> Int in
            let place = bytes.startIndex + 2 * index
            let (low, high) = order == .littleEndian ? (place, place + 1) : (place + 1, place)
            return Int(Int16(bitPattern: UInt16(bytes[low]) | UInt16(bytes[high]) << 8))
        }
        let loudness = values.reduce(0) { $0 + abs($1) }
        guard loudness > 0 else { return nil }
        // Of two channels the next sample but one is the neighbor.
        let steps = [1, 2].map { lag in zip(values, values.dropFirst(lag)).reduce(0) { $0 + abs($1.1 - $1.0) } }
        return Double(steps.min() ?? 0) / Double(loudness)
    }

    /// Speech is below, everything else above.
    private static let limit = 1.0
    /// By how much the wrong byte order or place has to be rougher: that of hisses alone are within 0.88.
    private static let share = 0.8

    /// Whether samples begin here rather than where `other` does.
    static func isSmoother(_ bytes: ArraySlice<UInt8>, than other: ArraySlice<UInt8>) -> Bool {
        guard let one = roughness(bytes), let second = roughness(other) else { return false }
        return one < limit && one < second * share
    }

    /// What bytes without any header are, if they are samples; `nil` otherwise.
    static func words(_ bytes: [UInt8]) -> String? {
        let found = [
            (roughness(bytes[...]), "16-bit PCM without a header"),
            (roughness(bytes.dropFirst()), "16-bit PCM without a header, from the middle of a sample on"),
            (roughness(bytes[...], .bigEndian), "16-bit big-endian PCM without a header"),
        ].compactMap { roughness, words in roughness.map { ($0, words) } }
        // The middle of little-endian samples reads as big-endian ones from their second byte on: the first of equals is likelier.
        guard let best = found.min(by: { $0.0 < $1.0 }), best.0 < limit else { return nil }
        return best.1
    }
}
