/// What the last row of the tile has room for (picture-in-picture 2.2).
package struct InfoBar: Hashable, Sendable {
    package enum Sign: Hashable, Sendable { case pinned, raisedHand, paused, microphoneOn, microphoneOff }

    /// In front of the name, and behind it, in their order; each takes two columns with the gap behind it.
    package let before: [Sign]
    package let after: [Sign]
    /// Columns for the name, none where there is nothing to say or no room to say it.
    package let nameColumns: Int
    /// The quality's bars take the last columns.
    package let hasBars: Bool

    /// Three bars, and a gap in front of them.
    static let barColumns = 4
    static let signColumns = 2
    /// Less is no name.
    static let leastName = 3

    /// The microphone and the bars never give way; the pin goes first, then the sign of a paused video, then the raised hand.
    /// - Parameter columns: of the tile.
    package init(_ overlays: TileSnapshot.Overlays, columns: Int) {
        hasBars = overlays.quality != .unknown
        let rest = columns - 1 - Self.signColumns - (hasBars ? Self.barColumns : 1)
        var (isPinned, isPaused, hasHand) = (overlays.isPinned, overlays.isPaused, overlays.hasRaisedHand)
        let room = { (signs: Int) -> Int in rest - signs * Self.signColumns }
        let count = { (isPinned ? 1 : 0) + (isPaused ? 1 : 0) + (hasHand ? 1 : 0) }
        if room(count()) < Self.leastName { isPinned = false }
        if room(count()) < Self.leastName { isPaused = false }
        if room(count()) < Self.leastName { hasHand = false }
        nameColumns = max(0, room(count()))
        before = (isPinned ? [.pinned] : []) + (hasHand ? [.raisedHand] : [])
        after = (isPaused ? [.paused] : []) + [overlays.hasAudio ? .microphoneOn : .microphoneOff]
    }
}

/// The circle of the placeholder (picture-in-picture 2.5).
package enum PlaceholderCircle {
    /// In half-block pixels: 40 % of the smaller side, at least 8, never more than there is.
    package static func diameter(columns: Int, rows: Int) -> Int {
        let side = max(0, min(columns, 2 * rows))
        return min(max(Int((0.4 * Double(side)).rounded(.toNearestOrAwayFromZero)), 8), side)
    }
}
