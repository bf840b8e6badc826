import Events
import TOMLKit

/// TOML from strangers, of the kind that our own files are: lines of `name = value` with a number, a text in quotes or
/// true/false, under headings in brackets.
///
/// The library ends the program for some of what it cannot read: headings without a name, dates that break off, brackets
/// and spaces of other scripts in the place of a value, very deep tables. It never sees anything but that kind. Debian has no TOML library in C to take its place, only ones in C++, of which
/// TOMLKit wraps one (toml++).
enum TOMLText {
    /// - Parameter valueFault: as `TOMLFile` has it.
    /// - Throws: `CommandError.unusable` with file, line and what was expected.
    static func table(
        _ text: String, of path: String, _ valueFault: (_ place: String, _ found: String) -> String? = { _, _ in nil }
    ) throws(CommandError) -> TOMLTable {
        var number = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            switch fault(Array(number == 1 ? line.withoutByteOrderMark : line)) {
            case nil: break
            case .lack(let words)?: throw .unusable("\(path):\(number): expected \(words)")
            case .other?: throw .unusable("\(path):\(number): \(TOMLFault.words(text, line: number, valueFault))")
            }
        }
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let number = error.source.begin.line
            throw .unusable("\(path):\(number): \(TOMLFault.words(text, line: number, valueFault))")
        } catch {
            throw .unusable("\(path): \(error)")
        }
    }

    private static let dotsTaken = 16
    static let value = "a number, a text in quotes, true or false"

    private enum Fault {
        /// What the line should have.
        case lack(String)
        /// Something that is no value, or in front of one.
        case other
    }

    /// - Returns: `nil` for a line that the library can be told.
    private static func fault(_ line: [UInt8]) -> Fault? {
        // To the library a text ends there.
        guard !line.contains(0) else { return .lack("no zero byte") }
        var rest = line.drop(while: isBlank)
        if rest.first == UInt8(ascii: "[") {
            rest = rest.dropFirst(rest.starts(with: "[[".utf8) ? 2 : 1).drop(while: isBlank)
            guard rest.first.map({ isNamePart($0) || isQuote($0) }) == true else {
                return .lack("a table name after [")
            }
        }
        var (before, dots) = (UInt8(ascii: " "), 0)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"): return nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let behind = end(ofText: rest, byte) else {
                    return .lack("the closing quote on the same line")
                }
                rest = rest[behind...]
            case UInt8(ascii: "."): dots += 1
            // A list of breakpoints without any.
            case UInt8(ascii: "[") where rest.first == UInt8(ascii: "]"): break
            // Of a date.
            case UInt8(ascii: "-") where isDigit(before): return .other
            case _ where isNamePart(byte) || isBlank(byte) || "+=]\r".utf8.contains(byte): break
            default: return .other
            }
            guard dots <= dotsTaken else { return .lack("at most \(dotsTaken) dots in a line") }
            before = byte
        }
        return nil
    }

    /// The place behind the quote that ends a text.
    private static func end(ofText rest: ArraySlice<UInt8>, _ quote: UInt8) -> Int? {
        var isEscaped = false
        for (place, byte) in zip(rest.indices, rest) {
            if isEscaped {
                isEscaped = false
            } else if byte == quote {
                return place + 1
            } else {
                isEscaped = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
            }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
