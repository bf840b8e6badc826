import Events

/// What the user chose of the tile.
package struct TileSettings: Hashable, Sendable {
    package var mode = TileMode.auto
    package var corner = TileCorner.topRight
    package var size = TileSize.medium
    package var policy = TilePolicy.adaptive
    package var includesLocal = false

    package init() {}

    /// As it is told.
    package var all: [TileSetting] {
        [.mode(mode), .corner(corner), .size(size), .policy(policy), .includesLocal(includesLocal)]
    }

    package mutating func apply(_ setting: TileSetting) {
        switch setting {
        case .mode(let value): mode = value
        case .corner(let value): corner = value
        case .size(let value): size = value
        case .policy(let value): policy = value
        case .includesLocal(let value): includesLocal = value
        }
    }
}
