/// The content name of an overlay picture: equal keys are the same picture (specification 2.5).
package struct PictureKey: Hashable, Comparable, Sendable {
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }
    package static func < (a: PictureKey, b: PictureKey) -> Bool { a.rawValue < b.rawValue }
}
