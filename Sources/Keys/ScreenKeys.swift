import Events

/// Screens that have keys of their own.
package enum ScreenName: String, Hashable, Sendable, CaseIterable {
    case player
    case debugger
    case reader
    case host
    /// The player's, with nothing but the face.
    case face

    /// In few words.
    package var meaning: String {
        switch self {
        case .player: "the player's screen"
        case .debugger: "the step-debug screen"
        case .reader: "the reading screen"
        case .host: "the screen of a hosted program"
        case .face: "the screen with only the face"
        }
    }
}

/// The key map of each screen: one for all of them, where nobody wants another one.
package struct ScreenKeys: Hashable, Sendable {
    /// Of screens that have one of their own.
    private var maps: [ScreenName: KeyMap]
    /// Of all screens that have none of their own.
    package private(set) var common: KeyMap

    package init(
        _ common: KeyMap = .standard, _ maps: [ScreenName: KeyMap] = [.reader: .reading, .host: .hosting, .face: .face]
    ) {
        (self.common, self.maps) = (common, maps)
    }

    package subscript(screen: ScreenName) -> KeyMap { maps[screen] ?? common }

    /// What is otherwise on a screen than on all.
    package func ownRows(of screen: ScreenName) -> [KeyMap.Row] {
        let usual = Set(common.rows)
        return maps[screen]?.rows.filter { !usual.contains($0) } ?? []
    }

    /// The maps with some commands' keys replaced, on all screens or on those that are named.
    /// - Throws: as `KeyMap.changed`.
    package func changed(by changes: [KeyChange], in path: String) throws(CommandError) -> ScreenKeys {
        let shared = changes.filter { $0.screen == nil }
        var changed = self
        changed.common = try common.changed(by: shared, in: path)
        for screen in ScreenName.allCases {
            let own = changes.filter { $0.screen == screen }
            let map = self[screen]
            guard maps[screen] != nil || !own.isEmpty else { continue }
            // What is said of one screen counts more than what is said of all, and so do keys that a screen has for something else.
            let others = shared.filter { change in
                map.has(change.command) && !own.contains { $0.command == change.command }
                    && (maps[screen] == nil || !map.hasOthers(change))
            }
            changed.maps[screen] = try map.changed(by: others + own, in: path)
        }
        return changed
    }
}
