import Events
import Files
import Tapes

/// `cameo convert`.
package enum Conversion {
    /// Number of events. Files by their endings, as `Tapes.convert` has them.
    package static func run(_ input: String, to output: String) throws -> Int {
        let temporaryFiles = TemporaryFiles(TapeFiles.partial(of: output))
        defer { temporaryFiles.keep() }
        return try convert(input, to: output, program: "cameo \(Version.text)")
    }
}
