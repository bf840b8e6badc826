import Events

extension ScreenLayout.Part {
    package static let timeline = ScreenLayout.Part("timeline")
    package static let inspector = ScreenLayout.Part("inspector")
}

extension ScreenLayout {
    package var timeline: CellRect? { self[.timeline] }
    package var inspector: CellRect? { self[.inspector] }
}

/// The step-debug screen: log and inspector beside and below the picture, the timeline below everything.
package struct StepDebugPanels: PanelArrangement {
    package var log: Bool
    package var timeline: Bool
    package var inspector: Bool
    /// The log in the place of everything else.
    package var isLogAlone: Bool
    /// The text of a book is in the place of the picture.
    package var isOfBook: Bool

    package init(
        log: Bool = true, timeline: Bool = true, inspector: Bool = true, isLogAlone: Bool = false,
        isOfBook: Bool = false
    ) {
        (self.log, self.timeline, self.inspector, self.isLogAlone) = (log, timeline, inspector, isLogAlone)
        self.isOfBook = isOfBook
    }

    /// From here on log and inspector stand above each other to the right of a picture of full height.
    private static let wideColumns = 150
    /// The inspector's figures need this many, and no picture should get less than half of it.
    private static let inspectorColumns = 42

    /// The timeline is as long as the screen is wide.
    package func arrange(in free: CellRect, isSplit: Bool) -> Arranged {
        var arranged = arrangeAll(free, isSplit)
        if isOfBook, !arranged.picture.isEmpty {
            (arranged.panels[.transcript], arranged.picture) = (arranged.picture, .zero)
        }
        return arranged
    }

    private func arrangeAll(_ free: CellRect, _ isSplit: Bool) -> Arranged {
        if isLogAlone { return Arranged(.zero, [.log: free]) }
        guard timeline, free.size.rows >= 10 else { return arrangeAbove(free, isSplit) }
        let rows = max(3, min(14, 3 + free.size.rows / 6))
        let (upper, lower) = free.cut(afterRows: free.size.rows - rows)
        var arranged = arrangeAbove(upper, isSplit)
        arranged.panels[.timeline] = lower
        return arranged
    }

    private func arrangeAbove(_ free: CellRect, _ isSplit: Bool) -> Arranged {
        free.size.columns >= Self.wideColumns ? arrangeWide(free, isSplit) : arrangeNarrow(free, isSplit)
    }

    private func arrangeWide(_ free: CellRect, _ isSplit: Bool) -> Arranged {
        guard log || inspector else { return Arranged(free) }
        let wanted = free.size.rows * (isSplit ? 4 : 2)
        let (left, right) = free.cut(afterColumns: min(max(wanted, 44), free.size.columns / 2))
        guard log, inspector else { return Arranged(left, [log ? .log : .inspector: right]) }
        let (first, second) =
            right.size.rows >= 26
            ? right.cut(afterRows: min(28, right.size.rows / 2))
            : right.cut(afterColumns: min(56, right.size.columns / 2))
        return Arranged(left, [.inspector: first, .log: second])
    }

    /// Picture and inspector side by side, the log below both; without an inspector the log may take its place.
    private func arrangeNarrow(_ free: CellRect, _ isSplit: Bool) -> Arranged {
        var arranged = Arranged(free)
        let fitsBeside = free.size.columns >= 100
        let isLogBeside = log && !inspector && fitsBeside
        if log, !isLogBeside, free.size.rows >= 9 {
            // As many rows as the timeline leaves a picture of some use.
            let rows = max(4, min(free.size.rows * 3 / 10, free.size.rows - 6))
            (arranged.picture, arranged.panels[.log]) = free.cut(afterRows: free.size.rows - rows)
        }
        guard inspector || isLogBeside else { return arranged }
        let upper = arranged.picture
        let wanted = max(3 * upper.size.rows, 24) * (isSplit ? 2 : 1)
        let columns = min(upper.size.columns - Self.inspectorColumns, wanted)
        guard columns >= (isSplit ? 56 : 20), upper.size.rows >= 5 else { return arranged }
        (arranged.picture, arranged.panels[isLogBeside ? .log : .inspector]) = upper.cut(afterColumns: columns)
        return arranged
    }
}
