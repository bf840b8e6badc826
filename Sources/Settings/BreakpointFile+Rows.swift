import Debugger
import Events
import TOMLKit

extension BreakpointFile {
    /// Looks at each `[[breakpoint]]` before it is read as a whole, which would not say what is wrong with which.
    /// - Throws: `CommandError.unusable` with file, line, row and member.
    static func checkRows(_ file: TOMLFile) throws(CommandError) {
        for (number, row) in (file.table["breakpoint"]?.array ?? TOMLArray()).enumerated() {
            guard let fault = fault(row) else { continue }
            let place = file.place(of: "breakpoint[\(number)].\(fault.member)")
            throw .unusable("\(place): breakpoint \(number + 1): \(fault.member): expected \(fault.expected)")
        }
    }

    private static func fault(_ row: any TOMLValueConvertible) -> (member: String, expected: String)? {
        guard let row = row.table else { return ("on", "a table with on = \"...\"") }
        if row["on"]?.string == nil { return ("on", "text, such as \"drift 80\"\(found(row["on"]))") }
        if let ignore = row["ignore"], ignore.int.map({ (0...Breakpoint.mostIgnored).contains($0) }) != true {
            return ("ignore", "a whole number from 0 to \(Breakpoint.mostIgnored)\(found(ignore))")
        }
        if let enabled = row["enabled"], enabled.bool == nil {
            return ("enabled", "true or false\(found(enabled))")
        }
        return nil
    }

    private static func found(_ value: (any TOMLValueConvertible)?) -> String {
        ", found \(value?.asFound ?? "none")"
    }
}
