import Events
import JSON

/// JSON as those who make books write it: with a mark at its beginning, and with numbers that JSON cannot hold.
package enum BookJSON {
    /// - Parameter depth: as `JSON.parse`.
    package static func parse(_ bytes: [UInt8], depth: Int = JSON.depthLimit) throws(BookError) -> JSON {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        var nonFinite: NonFiniteNumbers?
        do throws(JSONError) { return try JSON.parse(mending: text, depth: depth, &nonFinite) } catch {
            throw .unreadable(error)
        }
    }
}
