import CUnicode

/// How the letters of a text are written as bytes, other than UTF-8.
package struct TextEncoding: Hashable, Sendable {
    /// As people know it.
    package let name: String
    /// As ICU knows it.
    let converter: String

    /// By any of its usual names, such as `windows-1251`, `cp1251`, `latin1` or `Shift_JIS`, in capitals or not.
    package init?(_ name: String) {
        let label = Self.label(name)
        guard let found = Self.known.first(where: { $0.labels.contains(label) }) else { return nil }
        self = found.encoding
    }

    private init(name: String, converter: String) { (self.name, self.converter) = (name, converter) }

    static let utf8 = TextEncoding(name: "UTF-8", converter: "UTF-8")
    static let western = TextEncoding(name: "Windows-1252", converter: "windows-1252")

    /// A text of this encoding in UTF-8, with a byte order mark, so that nothing in it says otherwise; one with a mark of its own as it is.
    package func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF]]
        guard !marks.contains(where: bytes.starts) else { return bytes }
        return [0xEF, 0xBB, 0xBF] + (self == Self.utf8 ? bytes : Array(decoded(bytes).utf8))
    }

    /// What is nothing in it is U+FFFD.
    func decoded(_ bytes: some Collection<UInt8>) -> String { String(decoding: units(bytes), as: UTF16.self) }

    /// Units of UTF-16; none when the library does not know the encoding.
    func units(_ bytes: some Collection<UInt8>) -> [UInt16] {
        let bytes = Array(bytes)
        let units = [UInt16](unsafeUninitializedCapacity: bytes.count) { room, count in
            guard let start = room.baseAddress else { return }
            // A text is never longer than its limit, which fits.
            let made = cameo_decode(converter, bytes, Int32(clamping: bytes.count), start)
            count = max(0, Int(made))
        }
        // In some encodings ICU says so by SUB.
        return units.contains(0x1A) && !bytes.contains(0x1A) ? units.map { $0 == 0x1A ? 0xFFFD : $0 } : units
    }

    /// Only letters and digits, small.
    private static func label(_ name: String) -> String {
        String(
            decoding: name.lowercased().utf8.filter { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) },
            as: UTF8.self)
    }

    /// Of all that can be read.
    static var names: [String] { known.map(\.encoding.name) }

    private struct Known {
        let encoding: TextEncoding
        let labels: Set<String>

        /// The names of an encoding that is a part of another one lead to that one, as in browsers.
        init(_ name: String, _ converter: String, _ labels: String) {
            encoding = TextEncoding(name: name, converter: converter)
            self.labels = Set(labels.split(separator: " ").map(String.init) + [TextEncoding.label(name)])
        }
    }

    private static let known = [
        Known("UTF-8", "UTF-8", "utf8 unicode11utf8"), Known("UTF-16LE", "UTF-16LE", "utf16 ucs2 unicode"),
        Known("UTF-16BE", "UTF-16BE", ""),
        Known("Windows-1250", "windows-1250", "cp1250 xcp1250"),
        Known("Windows-1251", "windows-1251", "cp1251 xcp1251"),
        Known("Windows-1252", "windows-1252", "cp1252 xcp1252 latin1 iso88591 l1 ascii usascii ansi"),
        Known("Windows-1253", "windows-1253", "cp1253"),
        Known("Windows-1254", "windows-1254", "cp1254 latin5 iso88599 l5"),
        Known("Windows-1255", "windows-1255", "cp1255"), Known("Windows-1256", "windows-1256", "cp1256"),
        Known("Windows-1257", "windows-1257", "cp1257"), Known("Windows-1258", "windows-1258", "cp1258"),
        Known("Windows-874", "windows-874-2000", "cp874 tis620 iso885911"),
        Known("ISO-8859-2", "ISO-8859-2", "latin2 l2"), Known("ISO-8859-3", "ISO-8859-3", "latin3 l3"),
        Known("ISO-8859-4", "ISO-8859-4", "latin4 l4"), Known("ISO-8859-5", "ISO-8859-5", "cyrillic"),
        Known("ISO-8859-6", "ISO-8859-6", "arabic"), Known("ISO-8859-7", "ISO-8859-7", "greek"),
        Known("ISO-8859-8", "ISO-8859-8", "hebrew iso88598i"), Known("ISO-8859-10", "ISO-8859-10", "latin6 l6"),
        Known("ISO-8859-13", "ISO-8859-13", "latin7"), Known("ISO-8859-14", "ISO-8859-14", "latin8"),
        Known("ISO-8859-15", "ISO-8859-15", "latin9 l9"), Known("KOI8-R", "KOI8-R", "koi8 koi"),
        Known("KOI8-U", "KOI8-U", "koi8ru"), Known("IBM866", "ibm-866", "cp866 866 dos866"),
        Known("IBM437", "ibm-437", "cp437 437"), Known("IBM850", "ibm-850", "cp850 850"),
        Known("IBM852", "ibm-852", "cp852 852"), Known("Macintosh", "macintosh", "mac macroman xmacroman"),
        Known("Mac Cyrillic", "x-mac-cyrillic", "xmaccyrillic maccyrillic"),
        Known("GB18030", "gb18030", "gbk gb2312 cp936 xgbk euccn windows936"),
        Known("Big5", "windows-950-2000", "cp950 big5hkscs cnbig5 xxbig5 windows950"),
        Known("Shift_JIS", "ibm-943_P15A-2003", "sjis xsjis cp932 windows31j mskanji windows932"),
        Known("EUC-JP", "EUC-JP", "ujis xeucjp"), Known("ISO-2022-JP", "ISO-2022-JP", "jis"),
        Known("EUC-KR", "windows-949-2000", "cp949 uhc ksc56011987 ksc5601 korean windows949 xwindows949"),
    ]
}
