import Events
import Panels
import Testing

@Suite struct ScreenLayoutTests {
    private static let playing = [
        ScreenLayout.Request(), ScreenLayout.Request(PlayerPanels(log: .beside)), ScreenLayout.Request(caption: true),
        ScreenLayout.Request(PlayerPanels(log: .beside), caption: true),
    ]
    /// Every combination of what can be wished for.
    private static let all = pictured + reading
    private static let reading = (0..<8).map { bits in
        ScreenLayout.Request(
            ReaderPanels(hasLookup: bits & 1 != 0, hasIllustration: bits & 2 != 0), caption: bits & 4 != 0)
    }
    private static let pictured = (0..<4).flatMap { bits in
        let (caption, split) = (bits & 1 != 0, bits & 2 != 0)
        let players = [PlayerPanels(), PlayerPanels(log: .beside), PlayerPanels(hasConversation: true)].map {
            ScreenLayout.Request($0, caption: caption, split: split)
        }
        let debuggers = (0..<8).map { bits in
            StepDebugPanels(log: bits & 1 != 0, timeline: bits & 2 != 0, inspector: bits & 4 != 0)
        }
        return players + debuggers.map { ScreenLayout.Request($0, caption: caption, split: split) }
    }

    /// The first size at which `isRight` does not hold.
    private static func wrong(_ wishes: [ScreenLayout.Request] = all, _ isRight: (ScreenLayout) -> Bool) -> String? {
        // All small sizes, and some of the larger ones.
        for columns in Array(1...24) + stride(from: 25, through: 300, by: 5) {
            for rows in Array(1...24) + stride(from: 25, through: 100, by: 5) {
                for wish in wishes {
                    let layout = ScreenLayout(CellSize(columns: columns, rows: rows), wish)
                    if !isRight(layout) { return "\(columns)x\(rows) \(wish): \(layout)" }
                }
            }
        }
        return nil
    }

    private static func rects(_ layout: ScreenLayout) -> [CellRect] {
        [
            layout.picture, layout.second, layout.pair, layout.caption, layout.status, layout.log, layout.timeline,
            layout.inspector, layout.conversation, layout[.heading], layout[.transcript], layout[.lookup],
            layout[.progress],
            layout[.illustration],
        ].compactMap { $0 }
    }

    @Test("from 1x1 to 300x100 every part is inside of the screen")
    func inside() {
        #expect(
            Self.wrong { layout in
                Self.rects(layout).allSatisfy {
                    !$0.isEmpty && $0.origin.column >= 0 && $0.origin.row >= 0
                        && $0.columns.upperBound <= layout.size.columns && $0.rows.upperBound <= layout.size.rows
                }
            } == nil)
    }

    @Test("no two parts share a cell, and together they are the screen")
    func disjoint() {
        #expect(
            Self.wrong { layout in
                let rects = Self.rects(layout)
                for (place, rect) in rects.enumerated() {
                    for other in rects[(place + 1)...]
                    where rect.columns.overlaps(other.columns) && rect.rows.overlaps(other.rows) {
                        return false
                    }
                }
                return rects.isEmpty || rects.reduce(0) { $0 + $1.size.count } == layout.size.count
            } == nil)
    }

    @Test("without the debug panels the picture has at least half of what the status line and the caption leave")
    func half() {
        #expect(
            Self.wrong(Self.playing) { layout in
                guard let picture = layout.picture else { return true }
                let used = (layout.caption?.size.rows ?? 0) + 1
                return 2 * picture.size.count >= layout.size.columns * (layout.size.rows - used)
            } == nil)
    }

    @Test("the status line is the last row")
    func status() {
        #expect(
            Self.wrong { layout in
                layout.status.map {
                    $0 == CellRect(column: 0, row: layout.size.rows - 1, columns: layout.size.columns, rows: 1)
                } ?? (layout.picture == nil)
            } == nil)
    }

    @Test("there is a picture exactly where the terminal is at least 8x4")
    func smallest() {
        #expect(
            Self.wrong(Self.pictured) { ($0.picture != nil) == ($0.size.columns >= 8 && $0.size.rows >= 4) } == nil)
    }

    @Test("a caption row is there only when it was wished for")
    func caption() {
        let size = CellSize(columns: 80, rows: 24)
        #expect(ScreenLayout(size).caption == nil)
        #expect(
            ScreenLayout(size, ScreenLayout.Request(caption: true)).caption
                == CellRect(column: 0, row: 21, columns: 80, rows: 2))
        func rows(_ columns: Int, _ rows: Int) -> Int {
            ScreenLayout(CellSize(columns: columns, rows: rows), ScreenLayout.Request(caption: true)).caption?.size.rows
                ?? 0
        }
        // A sentence is cut in no place where there is room for two rows of it.
        #expect([(120, 40), (80, 30), (80, 24), (40, 24), (26, 16), (40, 12)].map(rows) == [2, 2, 2, 2, 2, 2])
        #expect(rows(80, 11) == 0)
    }

    @Test("the log is beside the picture where that leaves whole lines, else below it")
    func log() {
        let wish = ScreenLayout.Request(PlayerPanels(log: .beside))
        let wide = ScreenLayout(CellSize(columns: 200, rows: 60), wish)
        #expect(wide.picture == CellRect(column: 0, row: 0, columns: 118, rows: 59))
        #expect(wide.log == CellRect(column: 118, row: 0, columns: 82, rows: 59))
        let narrow = ScreenLayout(CellSize(columns: 80, rows: 24), wish)
        #expect(narrow.picture == CellRect(column: 0, row: 0, columns: 80, rows: 14))
        #expect(narrow.log == CellRect(column: 0, row: 14, columns: 80, rows: 9))
    }

    private static func layout(_ columns: Int, _ rows: Int, _ wish: ScreenLayout.Request = .debugging) -> ScreenLayout {
        ScreenLayout(CellSize(columns: columns, rows: rows), wish)
    }

    @Test("at 80x24 picture and inspector are side by side, log and timeline below them")
    func smallDebug() {
        let layout = Self.layout(80, 24)
        #expect(layout.picture == CellRect(column: 0, row: 0, columns: 36, rows: 12))
        #expect(layout.inspector == CellRect(column: 36, row: 0, columns: 44, rows: 12))
        #expect(layout.log == CellRect(column: 0, row: 12, columns: 80, rows: 5))
        #expect(layout.timeline == CellRect(column: 0, row: 17, columns: 80, rows: 6))
    }

    @Test("at 120x40 every panel has more of both")
    func middleDebug() {
        let layout = Self.layout(120, 40)
        #expect(layout.picture == CellRect(column: 0, row: 0, columns: 63, rows: 21))
        #expect(layout.inspector == CellRect(column: 63, row: 0, columns: 57, rows: 21))
        #expect(layout.log == CellRect(column: 0, row: 21, columns: 120, rows: 9))
        #expect(layout.timeline == CellRect(column: 0, row: 30, columns: 120, rows: 9))
    }

    @Test("at 200x60 inspector and log stand above each other beside a large picture")
    func largeDebug() {
        let layout = Self.layout(200, 60)
        #expect(layout.picture == CellRect(column: 0, row: 0, columns: 94, rows: 47))
        #expect(layout.inspector == CellRect(column: 94, row: 0, columns: 106, rows: 23))
        #expect(layout.log == CellRect(column: 94, row: 23, columns: 106, rows: 24))
        #expect(layout.timeline == CellRect(column: 0, row: 47, columns: 200, rows: 12))
    }

    @Test("from 80x24 on every panel that is wished for is there, and the picture is of use")
    func everything() {
        #expect(
            Self.wrong([.debugging]) { layout in
                guard layout.size.columns >= 80, layout.size.rows >= 24 else { return true }
                guard let picture = layout.picture?.size, layout.log != nil, layout.timeline != nil else {
                    return false
                }
                return layout.inspector != nil && picture.columns >= 36 && picture.rows >= 12
            } == nil)
    }

    @Test("a hidden panel leaves its cells to the others")
    func hidden() {
        for screen in [(80, 24), (120, 40), (200, 60)] {
            let all = Self.layout(screen.0, screen.1)
            var panels = StepDebugPanels(timeline: false)
            let without = Self.layout(screen.0, screen.1, ScreenLayout.Request(panels))
            #expect(without.timeline == nil)
            #expect((without.picture?.size.count ?? 0) > (all.picture?.size.count ?? 0))
            panels.inspector = false
            #expect(Self.layout(screen.0, screen.1, ScreenLayout.Request(panels)).inspector == nil)
            panels.log = false
            #expect(
                Self.layout(screen.0, screen.1, ScreenLayout.Request(panels)).picture?.size
                    == CellSize(columns: screen.0, rows: screen.1 - 1))
        }
    }

    @Test("two pictures are as large as each other, the odd column aside")
    func split() {
        var wish = ScreenLayout.Request.debugging
        wish.split = true
        for screen in [(80, 24), (120, 40), (200, 60)] {
            let layout = Self.layout(screen.0, screen.1, wish)
            guard let left = layout.picture, let right = layout.second else {
                Issue.record("no two pictures at \(screen)")
                continue
            }
            #expect(left.size.columns >= 28 && left.size.rows >= 11)
            #expect(layout.pair?.origin.row == left.rows.upperBound)
            #expect((0...1).contains(right.size.columns - left.size.columns))
            #expect(left.rows == right.rows && left.columns.upperBound == right.origin.column)
        }
        #expect(Self.layout(80, 24, wish).picture?.size == CellSize(columns: 40, rows: 11))
    }

    @Test("every cell belongs to the part that covers it")
    func parts() {
        let layout = Self.layout(80, 24)
        #expect(layout.part(at: CellPoint(column: 35, row: 11)) == .picture)
        #expect(layout.part(at: CellPoint(column: 36, row: 11)) == .inspector)
        #expect(layout.part(at: CellPoint(column: 0, row: 12)) == .log)
        #expect(layout.part(at: CellPoint(column: 79, row: 22)) == .timeline)
        #expect(layout.part(at: CellPoint(column: 0, row: 23)) == .status)
        #expect(layout.part(at: CellPoint(column: 80, row: 0)) == nil)
        #expect(layout.part(at: CellPoint(column: -1, row: 0)) == nil)
    }

    @Test("popups of any size stay on the screen")
    func popups() {
        #expect(
            Self.wrong { layout in
                [(1, 1), (34, 16), (54, 13), (400, 200)].allSatisfy { columns, rows in
                    [layout.centered(columns: columns, rows: rows), layout.inCorner(columns: columns, rows: rows)]
                        .allSatisfy {
                            $0.origin.column >= 0 && $0.origin.row >= 0
                                && $0.columns.upperBound <= layout.size.columns
                                && $0.rows.upperBound <= layout.size.rows
                        }
                }
            } == nil)
    }

    @Test("a popup in the middle leaves no ends of lines beside it: more than 20 columns, or none")
    func ends() {
        let layout = Self.layout(120, 40)
        #expect(layout.centered(columns: 99, rows: 5).size.columns == 99)
        for columns in 100...120 { #expect(layout.centered(columns: columns, rows: 5).size.columns == 120) }
    }

    @Test(
        "a picture of a sentence is beside the text from 96 columns on, above it in a high window, else nowhere",
        arguments: [
            (CellSize(columns: 96, rows: 15), false, true), (CellSize(columns: 96, rows: 14), false, false),
            (CellSize(columns: 95, rows: 30), false, false), (CellSize(columns: 95, rows: 37), false, true),
            (CellSize(columns: 95, rows: 36), false, false), (CellSize(columns: 40, rows: 37), false, true),
            (CellSize(columns: 39, rows: 60), false, false), (CellSize(columns: 80, rows: 24), false, false),
            (CellSize(columns: 143, rows: 30), true, true), (CellSize(columns: 142, rows: 30), true, false),
        ])
    func illustration(size: CellSize, hasLookup: Bool, isThere: Bool) throws {
        let layout = ScreenLayout(
            size, ScreenLayout.Request(ReaderPanels(hasLookup: hasLookup, hasIllustration: true)))
        #expect((layout[.illustration] != nil) == isThere)
        let text = try #require(layout[.transcript])
        // What is left is of use to the text.
        #expect(text.size.columns >= min(60, size.columns) && text.size.rows >= 11)
    }
}

@Suite("The face and a conversation as panels")
struct FaceLayoutTests {
    private static func layout(_ columns: Int, _ rows: Int, _ panels: PlayerPanels, caption: Bool = true)
        -> ScreenLayout
    {
        ScreenLayout(CellSize(columns: columns, rows: rows), ScreenLayout.Request(panels, caption: caption))
    }

    @Test(
        "without a status line the picture has its row, and what is typed covers the last one",
        arguments: [4, 5, 6, 24])
    func face(_ rows: Int) {
        let layout = Self.layout(20, rows, PlayerPanels(hasStatusLine: false))
        // The smallest screen has no room for a caption.
        let captionRows = rows == 4 ? 0 : rows == 24 ? 2 : 1
        #expect(layout.status == nil && layout.picture?.size.rows == rows - captionRows)
        #expect(layout.prompt == CellRect(column: 0, row: rows - 1, columns: 20, rows: 1))
        #expect(layout.caption?.rows == (captionRows == 0 ? nil : rows - captionRows..<rows))
        #expect(Self.layout(7, rows, PlayerPanels(hasStatusLine: false)).prompt == nil)
    }

    @Test("what was said is beside the face at 80x24 and 120x40, below it where that is high, and nowhere at 40x12")
    func conversation() {
        let panels = PlayerPanels(hasConversation: true)
        #expect(Self.layout(80, 24, panels).conversation == CellRect(column: 42, row: 0, columns: 38, rows: 23))
        #expect(Self.layout(120, 40, panels).conversation == CellRect(column: 74, row: 0, columns: 46, rows: 39))
        #expect(Self.layout(60, 40, panels).conversation == CellRect(column: 0, row: 23, columns: 60, rows: 14))
        #expect(Self.layout(40, 12, panels).conversation == nil)
        // A caption of a few words is worse than none of it beside.
        #expect(Self.layout(60, 16, panels).conversation == nil && Self.layout(50, 14, panels).conversation == nil)
        // The caption stands below the face.
        #expect(Self.layout(80, 24, panels).caption?.columns == 0..<42)
        #expect(Self.layout(60, 40, panels).caption?.columns == 0..<60)
        #expect(Self.layout(200, 40, panels).conversation?.size.columns == 100)
        // The log takes its place.
        #expect(Self.layout(80, 24, PlayerPanels(log: .beside, hasConversation: true)).conversation == nil)
    }
}
