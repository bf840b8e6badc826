import CArchive

/// Archives for tests: made by hand, so that anything can be wrong with them, or packed by libarchive.
struct Zip {
    struct Entry {
        var name: String
        var bytes: [UInt8]
        var isLink = false
        var isEncrypted = false
    }

    var entries: [Entry] = []

    init(_ entries: [(String, String)]) {
        self.entries = entries.map { Entry(name: $0.0, bytes: Array($0.1.utf8)) }
    }

    /// Nothing is packed.
    var bytes: [UInt8] {
        var (files, list): ([UInt8], [UInt8]) = ([], [])
        for entry in entries {
            let place = files.count
            var common = number(entry.isEncrypted ? 0x801 : 0x800, 2) + number(0, 2) + number(0x21_0000, 4)
            common += number(Int(Self.checksum(entry.bytes)), 4)
            common += number(entry.bytes.count, 4) + number(entry.bytes.count, 4)
            common += number(entry.name.utf8.count, 2) + number(0, 2)
            files += Array("PK\u{3}\u{4}".utf8) + number(20, 2) + common
            files += Array(entry.name.utf8) + entry.bytes
            list += Array("PK\u{1}\u{2}".utf8) + number(0x0314, 2) + number(20, 2) + common + number(0, 6)
            list += number((entry.isLink ? 0o120777 : 0o100644) << 16, 4) + number(place, 4)
            list += Array(entry.name.utf8)
        }
        var end = Array("PK\u{5}\u{6}".utf8) + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
        end += number(list.count, 4) + number(files.count, 4) + number(0, 2)
        return files + list + end
    }

    /// Packed as well as can be.
    var packed: [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 22)
        var used = 0
        let archive = archive_write_new()
        archive_write_set_format_zip(archive)
        archive_write_set_options(archive, "compression-level=9")
        archive_write_open_memory(archive, &buffer, buffer.count, &used)
        for entry in entries {
            let header = archive_entry_new()
            archive_entry_set_pathname(header, entry.name)
            archive_entry_set_size(header, Int64(entry.bytes.count))
            archive_entry_set_mode(header, 0o100644)
            archive_write_header(archive, header)
            archive_write_data(archive, entry.bytes, entry.bytes.count)
            archive_entry_free(header)
        }
        archive_write_close(archive)
        archive_write_free(archive)
        return Array(buffer[..<used])
    }

    private func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let low = sum & 1
                sum >>= 1
                if low == 1 { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }
}

/// As UTF-16 without a mark.
func utf16(_ text: String, bigEndian: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit -> [UInt8] in
        let (low, high) = (UInt8(unit & 255), UInt8(unit >> 8))
        return bigEndian ? [high, low] : [low, high]
    }
}

/// Books for tests, from the parts that matter to one.
struct TestBook {
    var pages: [(name: String, body: String)] = [
        ("a.xhtml", "<h1>One</h1><p>First page.</p>"), ("b.xhtml", "<p>Second page.</p>"),
    ]
    var metadata = "<dc:title>A Book</dc:title><dc:creator>Somebody</dc:creator><dc:language>en-gb</dc:language>"
    var items = ""
    /// Attributes and more entries of the order of pages.
    var spine = ""
    var spineAttributes = ""
    var others: [(String, String)] = []
    var container = #"<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>"#

    var zip: Zip {
        let listed = pages.map { #"<item id="\#($0.name)" href="\#($0.name)" media-type="application/xhtml+xml"/>"# }
            .joined()
        let order = pages.map { #"<itemref idref="\#($0.name)"/>"# }.joined()
        let package = """
            <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" xmlns:opf="http://www.idpf.org/2007/opf"
            xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>\(metadata)</metadata>
            <manifest>\(listed)\(items)</manifest><spine \(spineAttributes)>\(order)\(spine)</spine></package>
            """
        let files = pages.map { page in ("OEBPS/" + page.name, Self.page(page.body)) }
        return Zip(
            [("mimetype", "application/epub+zip"), ("META-INF/container.xml", container), ("OEBPS/book.opf", package)]
                + files
                + others)
    }

    static func page(_ body: String) -> String {
        body.hasPrefix("<?") || body.hasPrefix("<html")
            ? body
            : """
            <?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x.dtd">
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title></head>
            <body>\(body)</body></html>
            """
    }
}
