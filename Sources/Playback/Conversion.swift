import Events
import Files
import Tapes

/// `cameo convert`.
package enum Conversion {
    /// Number of events. Marks beside the input go along. Files as `Tapes.convert` has them.
    package static func run(_ input: String, to output: String) throws -> Int {
        let temporaryFiles = TemporaryFiles(TapeFiles.partial(of: output))
        defer { temporaryFiles.keep() }
        return try convert(input, to: output, marks: try MarkFile(of: input).read(), program: "cameo \(Version.text)")
    }
}
