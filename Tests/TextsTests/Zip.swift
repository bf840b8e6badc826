import CArchive
import Support

extension Zip {
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
