/// A named place on a tape. Two marks of one moment have different names.
package struct Mark: Hashable, Sendable, Comparable {
    package var time: Instant
    package var name: String
    package var note: String

    /// Scalars that a tape keeps.
    package static let longestName = 999
    package static let longestNote = 9_999

    package static func isName(_ text: String) -> Bool { text.unicodeScalars.count <= longestName }
    package static func isNote(_ text: String) -> Bool { text.unicodeScalars.count <= longestNote }

    package init(time: Instant, name: String, note: String = "") {
        self.time = time
        self.name = name
        self.note = note
    }

    package static func < (a: Mark, b: Mark) -> Bool { (a.time, a.name) < (b.time, b.name) }
}
