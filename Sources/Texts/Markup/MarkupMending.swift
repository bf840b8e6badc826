import CXML
import Events

/// XML that breaks its rules, as its maker meant it: signs that should have been written as entities, what stands in front of it, control
/// characters, a declaration of another encoding.
enum MarkupMending {
    /// - Parameter guessing: reads bytes that are no UTF-8 as another encoding.
    /// - Returns: UTF-8, or bytes of a declared encoding; `nil` where nothing can be mended.
    static func mended(_ bytes: [UInt8], guessing: Bool) -> [UInt8]? {
        let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        var text = bytes
        var isUTF8 = true
        if isUTF16 {
            text = Array(TextDecoding(bytes).text.utf8)
        } else if String(validating: bytes, as: UTF8.self) == nil {
            guard guessing else { return nil }
            isUTF8 = hasOtherEncoding(bytes)
            if isUTF8 { text = Array(TextDecoding(bytes).text.utf8) }
        }
        guard let start = start(of: text) else { return nil }
        var mending = Mending(text[start...], isUTF8: isUTF8)
        return mending.run()
    }

    /// Without what stands in front of a page's first declaration: blank lines, a stray mark, the head of a message.
    static func withoutHead(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = start(of: bytes), start > 0 else { return bytes }
        let small = String(decoding: bytes[start...].prefix(9), as: UTF8.self).lowercased()
        return ["<?xml", "<!doctype", "<html"].contains(where: small.hasPrefix) ? Array(bytes[start...]) : bytes
    }

    private static let head = 4_096

    /// The first sign that begins markup.
    private static func start(of bytes: [UInt8]) -> Int? {
        var place = 0
        while let sign = bytes[place...].prefix(head).firstIndex(of: UInt8(ascii: "<")) {
            guard sign + 1 < bytes.count else { return nil }
            if Mending.beginsMarkup(bytes[sign + 1]) { return sign }
            place = sign + 1
        }
        return nil
    }

    /// Whether it declares none, or UTF-8, which it is not.
    private static func hasOtherEncoding(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(200).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        guard let end = head.firstIndex(of: ">"), let sign = head[..<end].firstRange(of: "encoding") else {
            return true
        }
        return head[sign.upperBound..<end].contains("utf")
    }
}

/// One pass over a text.
private struct Mending {
    private let bytes: ArraySlice<UInt8>
    private let isUTF8: Bool
    private var place: Int
    private var kept: [UInt8] = []

    init(_ bytes: ArraySlice<UInt8>, isUTF8: Bool) {
        (self.bytes, self.isUTF8, place) = (bytes, isUTF8, bytes.startIndex)
        kept.reserveCapacity(bytes.count + bytes.count / 16)
    }

    mutating func run() -> [UInt8] {
        while place < bytes.endIndex {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "<"): takeMarkup()
            case UInt8(ascii: "&"): takeReference()
            case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20: place += 1
            default:
                kept.append(byte)
                place += 1
            }
        }
        return kept
    }

    static func beginsMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "/"), UInt8(ascii: "_"), 0x41...0x5A, 0x61...0x7A,
            0x80...:
            true
        default: false
        }
    }

    private mutating func takeMarkup() {
        let rest = bytes[place...]
        if rest.starts(with: "<!--".utf8) {
            keep(to: "-->")
        } else if rest.starts(with: "<![CDATA[".utf8) {
            keep(to: "]]>")
        } else if rest.starts(with: "<?xml".utf8), let next = rest.dropFirst(5).first, next <= 0x20 {
            // It says nothing that is not known, and may stand at the very beginning alone.
            let end = self.end(of: "?>")
            if !isUTF8, kept.isEmpty { kept += bytes[place..<end] }
            place = end
        } else if let next = rest.dropFirst().first, Self.beginsMarkup(next) {
            kept.append(UInt8(ascii: "<"))
            place += 1
        } else {
            kept += "&lt;".utf8
            place += 1
        }
    }

    private mutating func keep(to mark: StaticString) {
        let end = end(of: mark)
        kept += bytes[place..<end]
        place = end
    }

    /// Behind the next one; the end of all where there is none, which is looked for once.
    private func end(of mark: StaticString) -> Int {
        let wanted = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
        var from = place
        while let found = bytes[from...].firstIndex(of: wanted[0]) {
            if bytes[found...].starts(with: wanted) { return found + wanted.count }
            from = found + 1
        }
        return bytes.endIndex
    }

    /// `&amp;`, `&eacute;`, `&#8212;` stay as they are; another `&` is one.
    private mutating func takeReference() {
        let body = bytes[(place + 1)...].prefix(33)
        if let end = body.firstIndex(of: UInt8(ascii: ";")), Self.isKnown(body[..<end]) {
            kept += bytes[place...end]
            place = end + 1
        } else {
            kept += "&amp;".utf8
            place += 1
        }
    }

    private static func isKnown(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.first == UInt8(ascii: "#") else {
            guard let first = name.first, first >= 0x41, name.allSatisfy({ (0x30...0x7A).contains($0) }) else {
                return false
            }
            let name = String(decoding: name, as: UTF8.self)
            return name == "apos" || cameo_markup_entity(name) != 0
        }
        var digits = String(decoding: name.dropFirst(), as: UTF8.self)
        let isHex = digits.hasPrefix("x")
        if isHex { digits.removeFirst() }
        guard !digits.hasPrefix("+"), let value = UInt32(digits, radix: isHex ? 16 : 10),
            value >= 0x20 || value == 9 || value == 10 || value == 13
        else { return false }
        return Unicode.Scalar(value) != nil && value & 0xFFFE != 0xFFFE
    }
}
