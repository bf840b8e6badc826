import TOMLKit

extension TOMLValueConvertible {
    /// What an error says was found in the place of what was expected.
    package var asFound: String {
        if let flag = bool { return flag ? "true" : "false" }
        if let number = int { return String(number) }
        if let number = double { return String(number) }
        return string.map { "\"\($0.prefix(60))\"" } ?? "something else"
    }
}
