import Events

/// Screens that have keys of their own.
package enum ScreenName: String, Hashable, Sendable, CaseIterable {
    case player
    case debugger

    /// In few words.
    package var meaning: String {
        switch self {
        case .player: "the player's screen"
        case .debugger: "the step-debug screen"
        }
    }
}

/// The key map of each screen: one for all of them, where nobody wants another one.
package struct ScreenKeys: Hashable, Sendable {
    private var maps: [ScreenName: KeyMap]
    /// Of all screens that have none of their own.
    package private(set) var common: KeyMap

    package init(_ common: KeyMap = .standard, _ maps: [ScreenName: KeyMap] = [:]) {
        (self.common, self.maps) = (common, maps)
    }

    package subscript(screen: ScreenName) -> KeyMap { maps[screen] ?? common }

    /// The maps with some commands' keys replaced: first on all screens, then on those that are named.
    /// - Throws: as `KeyMap.changed`.
    package func changed(by changes: [KeyChange], in path: String) throws(CommandError) -> ScreenKeys {
        var changed = ScreenKeys(try common.changed(by: changes.filter { $0.screen == nil }, in: path))
        for screen in ScreenName.allCases {
            let own = changes.filter { $0.screen == screen }
            if !own.isEmpty { changed.maps[screen] = try changed.common.changed(by: own, in: path) }
        }
        return changed
    }
}
