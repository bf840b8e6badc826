import Events

extension ScreenLayout.Part {
    package static let log = ScreenLayout.Part("log")
}

extension ScreenLayout {
    package var log: CellRect? { self[.log] }
}

/// The player's screen: the picture, and the log where it is wished for.
package struct PlayerPanels: PanelArrangement {
    package var log: Bool

    package init(log: Bool = false) { self.log = log }

    /// The log beside the picture where a square one leaves room for whole lines, else below it. The picture keeps half.
    package func arrange(in free: CellRect, isSplit: Bool) -> Arranged {
        guard log else { return Arranged(free) }
        let beside = min(free.size.columns - 2 * free.size.rows, free.size.columns / 2)
        if beside >= 60 {
            let (left, right) = free.cut(afterColumns: free.size.columns - beside)
            return Arranged(left, [.log: right])
        }
        guard free.size.rows >= 8 else { return Arranged(free) }
        let (upper, lower) = free.cut(afterRows: free.size.rows - max(4, free.size.rows * 2 / 5))
        return Arranged(upper, [.log: lower])
    }
}
