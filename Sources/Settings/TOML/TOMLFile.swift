import Events
import Files
import TOMLKit

/// A file of lines of `name = value` that was read, and where in it each of them is.
package struct TOMLFile {
    package let path: String
    package let table: TOMLTable
    private let lines: TOMLLines

    /// - Parameters:
    ///   - limit: bytes.
    ///   - waitsForPipes: whoever reads it may be kept waiting; the screen may not.
    ///   - valueFault: says of something that is no value in TOML, in place of `section.name`, what was expected there, and what was
    ///     found; `nil` for a number, a text, true or false.
    /// - Throws: `CommandError.unusable` with file, line and what was expected.
    package init(
        _ path: String, atMost limit: Int, waitsForPipes: Bool,
        valueFault: (_ place: String, _ found: String) -> String? = { _, _ in nil }
    ) throws(CommandError) {
        if !waitsForPipes { try OutputFile.refuseOthers(path) }
        let bytes = try ChunkedFileReader.all(of: path, atMost: limit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let whole = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
            let line = whole.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            throw .unusable("\(path):\(line): expected UTF-8, found bytes of another encoding")
        }
        try self.init(text: text, path: path, valueFault: valueFault)
    }

    package init(
        text: String, path: String, valueFault: (_ place: String, _ found: String) -> String? = { _, _ in nil }
    ) throws(CommandError) {
        self.path = path
        table = try TOMLText.table(text, of: path, valueFault)
        lines = TOMLLines(text)
    }

    /// Counts from 1; the heading's line, or the first one, where it is written in an unusual way.
    func line(of name: String) -> Int { lines.line(of: name) ?? 1 }

    /// `file:line`, or only the file where the line is not known.
    package func place(of name: String) -> String { lines.line(of: name).map { "\(path):\($0)" } ?? path }
}
