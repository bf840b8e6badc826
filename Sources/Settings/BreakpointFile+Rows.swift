import Events
import TOMLKit

extension BreakpointFile {
    static let mostIgnored = 1_000_000

    /// Looks at each `[[breakpoint]]` before it is read as a whole, which would not say what is wrong with which.
    /// - Throws: `CommandError.unusable` with file, line, row and member.
    static func checkRows(_ table: TOMLTable, _ text: String, _ path: String) throws(CommandError) {
        for (number, row) in (table["breakpoint"]?.array ?? TOMLArray()).enumerated() {
            guard let fault = fault(row) else { continue }
            let line = line(of: fault.member, row: number, text).map { ":\($0)" } ?? ""
            throw .unusable("\(path)\(line): breakpoint \(number + 1): \(fault.member): expected \(fault.expected)")
        }
    }

    private static func fault(_ row: any TOMLValueConvertible) -> (member: String, expected: String)? {
        guard let row = row.table else { return ("on", "a table with on = \"...\"") }
        if row["on"]?.string == nil { return ("on", "text, such as \"drift 80\"\(found(row["on"]))") }
        if let ignore = row["ignore"], ignore.int.map({ (0...mostIgnored).contains($0) }) != true {
            return ("ignore", "a whole number from 0 to \(mostIgnored)\(found(ignore))")
        }
        if let enabled = row["enabled"], enabled.bool == nil {
            return ("enabled", "true or false\(found(enabled))")
        }
        return nil
    }

    private static func found(_ value: (any TOMLValueConvertible)?) -> String {
        guard let value else { return ", found none" }
        if let number = value.int { return ", found \(number)" }
        return value.string.map { ", found \"\($0.prefix(40))\"" } ?? ", found something else"
    }

    /// Where the member of a row is, or its heading; counts from 1. `nil` for rows that are written in other ways than
    /// with headings: the library does not say where a value was.
    private static func line(of member: String, row: Int, _ text: String) -> Int? {
        var heading: Int?
        var rows = 0
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.filter { !$0.isWhitespace }
            if words.hasPrefix("[") {
                if heading != nil { return heading }
                guard words.hasPrefix("[[breakpoint]]") else { continue }
                if rows == row { heading = number + 1 }
                rows += 1
            } else if heading != nil, words.hasPrefix("\(member)=") {
                return number + 1
            }
        }
        return heading
    }
}
