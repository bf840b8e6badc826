/// What a page is encoded in: its byte order mark says, else itself, else it is UTF-8 when it can be.
struct HTMLEncoding {
    let name: String
    /// In that encoding, and without NUL, at which libxml2 would stop.
    let bytes: [UInt8]
    var oddity: String?

    init(_ bytes: [UInt8]) {
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        let told = Self.told(bytes.prefix(2_048))
        let isUTF8 = told == nil || told == "utf-8" || told == "utf8"
        if isUTF16 || isUTF8 || bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            let decoded = TextDecoding(bytes)
            (name, self.bytes, oddity) = ("utf-8", decoded.text.utf8.filter { $0 != 0 }, decoded.oddities.first)
        } else {
            // Whoever says Latin-1 means Windows-1252, as all browsers take it.
            let isWestern = ["iso-8859-1", "latin1", "us-ascii", "ascii"].contains(told)
            (name, self.bytes) = (isWestern ? "windows-1252" : told ?? "utf-8", bytes.filter { $0 != 0 })
        }
    }

    /// The value behind the first `charset=`, or `encoding=` of an XML declaration.
    private static func told(_ start: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: start.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        let names = text.hasPrefix("<?xml") ? ["encoding", "charset"] : ["charset"]
        for name in names {
            guard let place = end(of: name, in: text.utf8) else { continue }
            var rest = text.utf8[place...].drop { $0 == 0x20 }
            guard rest.popFirst() == UInt8(ascii: "=") else { continue }
            rest = rest.drop { [0x20, 0x22, 0x27].contains($0) }
            let value = rest.prefix { $0 > 0x20 && ![0x22, 0x27, 0x3E, 0x3B, 0x2F, 0x3F].contains($0) }
            if (1...40).contains(value.count) { return String(decoding: value, as: UTF8.self) }
        }
        return nil
    }

    private static func end(of word: String, in text: String.UTF8View) -> String.Index? {
        var place = text.startIndex
        while place < text.endIndex {
            if text[place...].starts(with: word.utf8) { return text.index(place, offsetBy: word.utf8.count) }
            place = text.index(after: place)
        }
        return nil
    }
}
