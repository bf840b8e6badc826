import TOMLKit

/// TOML from strangers: what the library would end the program for is refused before it sees it.
enum TOMLText {
    /// - Throws: `AppError.unusable` with file, line and what was expected.
    static func table(_ text: String, of path: String) throws(AppError) -> TOMLTable {
        try check(text, path)
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let place = error.source.begin
            throw .unusable("\(path):\(place.line):\(place.column): \(error.description)")
        } catch {
            throw .unusable("\(path): \(error)")
        }
    }

    /// A table's heading begins with a name: toml++ asserts that instead of saying so. Lines inside of arrays of several
    /// lines that begin with three brackets are refused with it; nothing of ours has such.
    private static func check(_ text: String, _ path: String) throws(AppError) {
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
            var rest = line.drop(while: blanks)
            guard rest.first == "[" else { continue }
            rest = rest.dropFirst()
            if rest.first == "[" { rest = rest.dropFirst() }
            rest = rest.drop(while: blanks)
            let isName = rest.unicodeScalars.first.map { scalar in
                scalar == "\"" || scalar == "'" || scalar == "_" || scalar == "-"
                    || (scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)))
            }
            guard isName == true else {
                throw .unusable("\(path):\(number): expected a table's name behind [, found \"\(rest.prefix(20))\"")
            }
        }
    }
}
