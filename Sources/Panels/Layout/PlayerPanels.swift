import Events

extension ScreenLayout.Part {
    package static let log = ScreenLayout.Part("log")
    package static let conversation = ScreenLayout.Part("conversation")
}

extension ScreenLayout {
    package var log: CellRect? { self[.log] }
    package var conversation: CellRect? { self[.conversation] }
}

/// The player's screen: the picture, and the log or what was said where they are wished for.
package struct PlayerPanels: PanelArrangement {
    package enum Log: Hashable, Sendable {
        case none
        case beside
        /// In the place of the picture.
        case alone
    }

    package var log: Log
    /// What was said is shown while the log is not.
    package var hasConversation: Bool
    package let hasStatusLine: Bool

    package init(log: Log = .none, hasConversation: Bool = false, hasStatusLine: Bool = true) {
        (self.log, self.hasConversation, self.hasStatusLine) = (log, hasConversation, hasStatusLine)
    }

    /// The log beside the picture where a square one leaves room for whole lines, else below it. The picture keeps half.
    package func arrange(in free: CellRect, isSplit: Bool) -> Arranged {
        switch log {
        case .none where hasConversation && !isSplit: return conversing(free)
        case .none: return Arranged(free)
        case .alone: return Arranged(.zero, [.log: free])
        case .beside: return beside(free)
        }
    }

    private static let leastConversationColumns = 24
    private static let leastConversationRows = 8
    /// Of the face: a caption has to have room below it.
    private static let leastFaceColumns = 40

    /// Beside a square picture where that leaves room for a few words, else below it where the picture keeps most of the rows; the
    /// caption has to do elsewhere.
    private func conversing(_ free: CellRect) -> Arranged {
        let beside = free.size.columns - 2 * free.size.rows
        let face = free.size.columns - min(beside, free.size.columns / 2)
        if beside >= Self.leastConversationColumns, face >= Self.leastFaceColumns {
            // On a wide screen the face stays near the middle.
            let (left, right) = free.cut(afterColumns: face)
            var arranged = Arranged(left, [.conversation: right])
            arranged.captioned = left
            return arranged
        }
        let below = free.size.rows * 2 / 5
        guard below >= Self.leastConversationRows else { return Arranged(free) }
        let (upper, lower) = free.cut(afterRows: free.size.rows - below)
        return Arranged(upper, [.conversation: lower])
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
