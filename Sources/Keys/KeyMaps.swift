/// Screens that have keys of their own.
package enum ScreenName: String, Hashable, Sendable, CaseIterable {
    case player
    case debugger
}

/// The key map of each screen: one for all of them, where nobody wants another one.
package struct KeyMaps: Hashable, Sendable {
    private var maps: [ScreenName: KeyMap]
    /// Of all screens that have none of their own.
    package private(set) var common: KeyMap

    package init(_ common: KeyMap = .standard, _ maps: [ScreenName: KeyMap] = [:]) {
        (self.common, self.maps) = (common, maps)
    }

    package subscript(screen: ScreenName) -> KeyMap { maps[screen] ?? common }
}
