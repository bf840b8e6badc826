import Events
import Frames
import Panels
import PictureInPicture
import Support
import Testing

/// Who is visible when (picture-in-picture 2.1).
@Suite struct TileDrawingTests {
    private static let red = UInt32(0xC00000)

    /// A speaker with quality, of whom there is a frame or none.
    private func drawing(_ content: TileContent, hasFrame: Bool) -> TileDrawing {
        TileDrawing(content, filledWith: hasFrame ? Self.red : nil) {
            ($0.isSpeaking, $0.quality) = (true, .good)
        }
    }

    @Test(
        "who is visible when: picture, placeholder, panel, and bar, bars and frame together",
        arguments: [
            (.inactive, true, .none, false, false), (.inactive, false, .none, false, false),
            (.video, true, .frame, false, true), (.video, false, .placeholder, true, true),
            (.avatar, true, .placeholder, true, true), (.avatar, false, .placeholder, true, true),
            (.screenSharing, true, .frame, false, true), (.screenSharing, false, .placeholder, true, true),
            (.reconnecting, true, .panel, false, false), (.reconnecting, false, .panel, false, false),
        ] as [(TileContent, Bool, DrawnTile.Kind, Bool, Bool)])
    func visibility(
        content: TileContent, hasFrame: Bool, kind: DrawnTile.Kind, hasPlaceholder: Bool, hasOverlays: Bool
    ) {
        let drawing = drawing(content, hasFrame: hasFrame)
        let drawn = drawing.drawn()
        #expect(drawn.kind == kind && drawn.picture.grid.cells == (content == .inactive ? .zero : drawing.cells))
        let pixels = Set(drawn.picture.grid.pixels)
        #expect(pixels.contains(Self.red) == (kind == .frame))
        #expect(pixels.contains(0x0078FF) == hasPlaceholder)
        let lines = content == .inactive ? [] : drawing.shown().lines
        #expect(lines.contains { $0.contains("Reconnecting") } == (kind == .panel))
        #expect(lines.contains { $0.contains("♪") } == hasOverlays)
        #expect(lines.contains { $0.contains("▄▆█") } == hasOverlays)
        #expect(pixels.contains(0x00CC99) == hasOverlays)
    }

    @Test("PB9 with the video off name, microphone, quality and the frame of a speaker are drawn as they were")
    func overlaysOfAvatar() {
        var drawing = drawing(.video, hasFrame: true)
        let before = drawing.bar
        drawing.snapshot.content = .avatar
        #expect(drawing.bar == before && before.contains("Anna") && before.contains("♪") && before.contains("▄▆█"))
        #expect(drawing.pixel(1, 0) == 0x00CC99)
    }

    @Test("PB8 a tile that was resized while it had video has a round placeholder of its own size")
    func resizedPlaceholder() {
        var drawing = drawing(.video, hasFrame: true)
        _ = drawing.drawn()
        drawing.cells = CellSize(columns: 80, rows: 30)
        _ = drawing.drawn()
        drawing.snapshot.content = .avatar
        let grid = drawing.drawn().picture.grid
        #expect((1..<79).filter { grid[PixelPoint(x: $0, y: 30)] != 0x19232D } == Array(28..<52))
    }

    @Test("PN14 PN15 when reconnecting begins, frame and bars go with that very picture")
    func reconnectingBegins() {
        var drawing = drawing(.video, hasFrame: true)
        #expect(drawing.pixel(1, 0) == 0x00CC99 && drawing.bar.contains("█"))
        drawing.snapshot.content = .reconnecting
        #expect(!Set(drawing.drawn().picture.grid.pixels).contains(0x00CC99))
        #expect(drawing.shown().lines.allSatisfy { !$0.contains("▆") && !$0.contains("♪") })
    }

    @Test("PN62 a camera that is paused shows its earlier frame or the placeholder, with the sign of it in both")
    func paused() {
        for (color, kind) in [(Self.red, DrawnTile.Kind.frame), (nil, .placeholder)] {
            let drawing = TileDrawing(.video, filledWith: color) { $0.isPaused = true }
            #expect(drawing.drawn().kind == kind && drawing.bar.contains("‖"))
        }
    }

    @Test("PN9 a screen without a source: initials, not the face, and nothing is mirrored")
    func shareWithoutSource() {
        var call = Call()
        let changes: [CallMemberChange] = [
            .name("Anna Bo"), .image(.file("a.png")), .sharesScreen(true), .mirror(true),
        ]
        for event in [CallEvent.state(.joined, call: "c"), .member("a", changes)] { _ = call.handle(event) }
        let snapshot = TileSnapshot(call, shown: "a")
        let face = PixelImage.filled(0xC00000, PixelSize(width: 8, height: 8))
        let drawing = TileDrawing(snapshot, cells: CellSize(columns: 16, rows: 5), portrait: face)
        #expect(snapshot.content == .screenSharing && !snapshot.overlays.isMirrored)
        #expect(drawing.drawn().kind == .placeholder && drawing.shown().lines[2].hasSuffix("AB"))
        #expect(!drawing.drawn().picture.grid.pixels.contains(0xC00000))
    }

    @Test("a frame of another size is none")
    func otherSize() {
        var drawing = drawing(.video, hasFrame: true)
        drawing.cells.columns += 1
        #expect(drawing.drawn().kind == .placeholder)
    }

    @Test(
        "the frame of a speaker is one pixel thick on all four sides, corners included, above the bar, at every size",
        arguments: [(16, 5), (17, 6), (40, 11), (80, 23), (120, 39), (3, 2)])
    func ring(columns: Int, rows: Int) {
        let drawing = TileDrawing(
            .video, name: "Somebody with a very long name", columns: columns, rows: rows, filledWith: Self.red
        ) { ($0.isSpeaking, $0.quality) = (true, .poor) }
        let grid = drawing.drawn().picture.grid
        let ring = (0..<2 * rows).map { y in (0..<columns).filter { grid[PixelPoint(x: $0, y: y)] == 0x00CC99 } }
        let (bottom, all) = (2 * rows - 3, Array(0..<columns))
        #expect(ring[0] == all && ring[bottom] == all)
        #expect(ring[1..<bottom].allSatisfy { $0 == [0, columns - 1] })
        #expect(ring[(bottom + 1)...].allSatisfy { $0.isEmpty })
        var off = drawing
        off.style.showsSpeaking = false
        #expect(!off.drawn().picture.grid.pixels.contains(0x00CC99))
    }

    @Test("what is transparent around a picture that is shown whole has the tile's background, in few colors as well")
    func bars() throws {
        for depth in ColorDepth.allCases where depth != .none {
            var drawing = TileDrawing(.video, filledWith: Self.red, depth: depth)
            var bytes = try #require(drawing.frame).bytes
            for y in 0..<10 {
                bytes.replaceSubrange((y * 16) * 4..<(y * 16 + 2) * 4, with: [UInt8](repeating: 0, count: 8))
            }
            drawing.frame = PixelImage(size: PixelSize(width: 16, height: 10), bytes: bytes)
            var placeholder = drawing
            placeholder.frame = nil
            #expect(drawing.drawn().kind == .frame && drawing.pixel(2, 0) == Self.red)
            #expect((0..<8).allSatisfy { drawing.pixel(0, $0) == placeholder.pixel(0, $0) }, "\(depth)")
        }
    }

    @Test("random members in tiles of any size: every cell is filled and inside, and the same is drawn again")
    func property() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<150 {
            let drawing = TileDrawing.random(using: &random)
            let drawn = drawing.drawn()
            guard drawn == drawing.drawn(), isRight(drawn, drawing) else {
                Issue.record("\(drawing)")
                return
            }
        }
    }

    private func isRight(_ drawn: DrawnTile, _ drawing: TileDrawing) -> Bool {
        let isThere = drawing.snapshot.content != .inactive && !drawing.cells.isEmpty
        let cells = isThere ? drawing.cells : .zero
        let isFilled = drawn.picture.grid.pixels.allSatisfy { $0 <= 0xFF_FFFF }
        let isInside = drawn.picture.texts.allSatisfy {
            $0.origin.row >= 0 && $0.origin.row < cells.rows && $0.origin.column >= 0
                && $0.origin.column + $0.columns <= cells.columns
        }
        let looks = drawn.picture.texts.allSatisfy {
            $0.look.foreground <= 0xFF_FFFF && $0.look.background <= 0xFF_FFFF
        }
        if isThere { _ = drawing.shown() }
        return drawn.picture.grid.cells == cells && isFilled && isInside && looks && (drawn.kind == .none) == !isThere
    }
}

extension TileDrawing {
    static func random(using random: inout SplitMix64) -> TileDrawing {
        let names = strangeNames + ["Anna", "李 小龙", "👩‍👩‍👧", "\u{301}\u{301}", "مرحبا عالم", " "]
        var snapshot = TileSnapshot.of(
            TileContent.allCases.randomElement(using: &random) ?? .video, name: names.randomElement(using: &random))
        var flag: Bool { Bool.random(using: &random) }
        (snapshot.overlays.hasAudio, snapshot.overlays.isPaused, snapshot.overlays.isPinned) = (flag, flag, flag)
        snapshot.overlays.isSpeaking = flag
        snapshot.overlays.quality = ConnectionQuality.allCases.randomElement(using: &random) ?? .good
        let cells = CellSize(
            columns: Int.random(in: 0...45, using: &random), rows: Int.random(in: 0...16, using: &random))
        let depth = ColorDepth.allCases.randomElement(using: &random) ?? .truecolor
        var drawing = TileDrawing(snapshot, cells: cells, depth: depth, signs: flag ? .unicode : .ascii)
        let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
        if flag { drawing.frame = .filled(color, PixelSize(width: cells.columns, height: cells.rows * 2)) }
        let picture = Picture(size: PixelSize(width: 9, height: 5), filledWith: Color(rgb: color))
        if flag { drawing.portrait = TilePortrait.image(of: picture, cells: cells, depth: depth) }
        drawing.reconnecting = .milliseconds(Int64.random(in: 0...9_000, using: &random))
        drawing.style.hasGrayMicrophone = flag
        return drawing
    }
}
