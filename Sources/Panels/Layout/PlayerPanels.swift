import Events

extension ScreenLayout.Part {
    package static let log = ScreenLayout.Part("log")
}

extension ScreenLayout {
    package var log: CellRect? { self[.log] }
}

/// The player's screen: the picture, and the log where it is wished for.
package struct PlayerPanels: PanelArrangement {
    package enum Log: Hashable, Sendable {
        case none
        case beside
        /// In the place of the picture.
        case alone
    }

    package var log: Log

    package init(log: Log = .none) { self.log = log }

    /// The log beside the picture where a square one leaves room for whole lines, else below it. The picture keeps half.
    package func arrange(in free: CellRect, isSplit: Bool) -> Arranged {
        switch log {
        case .none: return Arranged(free)
        case .alone: return Arranged(.zero, [.log: free])
        case .beside: return beside(free)
        }
    }

    private func beside(_ free: CellRect) -> Arranged {
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
