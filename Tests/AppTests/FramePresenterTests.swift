import Cells
import Decoding
import Events
import Frames
import PlaybackSupport
import Testing

@testable import App
@testable import Checks
@testable import Engine
@testable import Exports
@testable import Playback

@Suite struct FramePresenterTests {
    private static let side = 16
    private static let zone = PixelPoint(x: 4, y: 6)
    /// Base frames 0 and 1, overlays 2 and 3, 4 is no picture.
    private static func blobs() throws -> TestBlobs {
        TestBlobs([
            try WrittenStream.picture(40), try WrittenStream.picture(200), try WrittenStream.picture(0x40F0, side: 6),
            try WrittenStream.picture(0x8010, side: 6), Array("no picture".utf8),
        ])
    }

    private static func plan(
        _ blobs: TestBlobs, base: Int, overlay: Int? = nil, ordinal: Int = 0, index: Int = 0
    ) -> FramePlan {
        let placed = overlay.map {
            PlacedOverlay(key: PictureKey("\($0)"), picture: blobs.payload($0), placement: .topLeft(zone))
        }
        let record = FrameRecord(
            ordinal: ordinal, mode: .idle, generation: 0, clip: "c", baseIndex: index, demandedClip: "c",
            demandedIndex: index, status: .sync, due: .zero, shown: .zero)
        return FramePlan(
            composite: Composite(clip: "c", baseIndex: index, base: blobs.payload(base), overlay: placed),
            record: record)
    }

    private static func drawn(_ plan: FramePlan) -> DrawnFrame {
        DrawnFrame(composite: plan.composite, mode: plan.record?.mode)
    }

    private static func wish(_ view: PictureView = .composite, isOutlined: Bool = false) -> DrawingRequest {
        DrawingRequest(
            area: PictureArea(cells: CellSize(columns: side, rows: side / 2)), background: .black, view: view,
            isOutlined: isOutlined)
    }

    /// What the compositor makes of it, pixel for pixel: the area has as many pixels as the picture.
    private static func expected(_ base: Int, _ overlay: Int? = nil) throws -> PixelGrid {
        let blobs = try blobs()
        var compositor = Compositor()
        let picture = try decode(blobs.hashes[base], blobs).get()
        let overlays = try overlay.map { [Overlay(try decode(blobs.hashes[$0], blobs).get(), at: zone)] } ?? []
        var grid = PixelGrid(filling: CellSize(columns: side, rows: side / 2))
        let composed = compositor.compose(picture, overlays)
        grid.blit(
            composed.bytes, as: .rgba, size: composed.size,
            into: PixelRect(origin: .zero, size: composed.size))
        return grid
    }

    @Test("the composite is what the compositor makes of base frame and overlay")
    func composite() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        #expect(presenter.draw(Self.plan(blobs, base: 0, overlay: 2), Self.wish()) == (try Self.expected(0, 2)))
        #expect(presenter.draw(Self.plan(blobs, base: 1), Self.wish()) == (try Self.expected(1)))
        #expect(try Self.expected(0, 2) != Self.expected(0))
    }

    @Test("without a picture there is background")
    func nothing() throws {
        var presenter = FramePresenter(blobs: try Self.blobs())
        let wish = Self.wish()
        #expect(presenter.draw(FramePlan(), wish) == PixelGrid(filling: wish.area.cells))
    }

    @Test("the view of the base leaves the overlay out, the view of the overlay the base")
    func views() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let plan = Self.plan(blobs, base: 0, overlay: 2)
        #expect(presenter.draw(plan, Self.wish(.base)) == (try Self.expected(0)))
        let overlay = presenter.draw(plan, Self.wish(.overlay))
        let both = try Self.expected(0, 2)
        let middle = PixelPoint(x: Self.zone.x + 3, y: Self.zone.y + 3)
        #expect(overlay[middle] == both[middle])
        #expect(overlay[.zero] == PixelGrid.background)
        let bare = presenter.draw(Self.plan(blobs, base: 0), Self.wish(.overlay))
        #expect(bare == PixelGrid(filling: Self.wish().area.cells))
    }

    @Test("the difference is that to the frame before, overlays included")
    func difference() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        // The same base and another overlay: only the overlay's pixels differ.
        var drawn = Self.drawn(Self.plan(blobs, base: 0, overlay: 3))
        drawn.before = [try #require(Self.plan(blobs, base: 0, overlay: 2).composite)]
        let difference = presenter.draw(drawn, Self.wish(.difference))
        #expect(difference[.zero] == 0)
        let (before, after) = (try Self.expected(0, 2), try Self.expected(0, 3))
        let middle = PixelPoint(x: Self.zone.x + 3, y: Self.zone.y + 3)
        for shift in [0, 8, 16] as [UInt32] {
            let distance = abs(Int(before[middle] >> shift & 255) - Int(after[middle] >> shift & 255))
            #expect(difference[middle] >> shift & 255 == UInt32(min(255, 8 * distance)))
        }
        drawn.before = drawn.composite.map { [$0] } ?? []
        #expect(presenter.draw(drawn, Self.wish(.difference)).pixels.allSatisfy { $0 == 0 })
    }

    @Test("K65 the view of what was demanded shows that base with the overlay, and nothing where it never came")
    func demanded() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        var drawn = Self.drawn(Self.plan(blobs, base: 0, overlay: 2))
        #expect(presenter.draw(drawn, Self.wish(.demanded)).pixels.allSatisfy { $0 == PixelGrid.background })
        drawn.demanded = blobs.payload(1)
        #expect(presenter.draw(drawn, Self.wish(.demanded)) == (try Self.expected(1, 2)))
        var pictures = FullPictures(blobs: blobs, view: .demanded)
        let record = try #require(Self.plan(blobs, base: 0).record)
        #expect(
            try pictures.picture(of: ChosenFrame(record: record, composite: drawn.composite, duration: .zero)) == nil)
    }

    @Test("K65 another base than the demanded one shows, without the overlay; the demanded one is black")
    func fromDemanded() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        var drawn = Self.drawn(Self.plan(blobs, base: 0, overlay: 2))
        drawn.demanded = blobs.payload(0)
        #expect(presenter.draw(drawn, Self.wish(.fromDemanded)).pixels.allSatisfy { $0 == 0 })
        drawn.demanded = blobs.payload(1)
        let wrong = presenter.draw(drawn, Self.wish(.fromDemanded))
        let distance = abs(Int(try Self.expected(0)[.zero] >> 16) - Int(try Self.expected(1)[.zero] >> 16))
        #expect(distance > 0 && wrong.pixels.allSatisfy { $0 >> 16 == UInt32(min(255, 8 * distance)) })
    }

    @Test("an onion skin is half the frame itself, and half those before it alike")
    func onion() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        var drawn = Self.drawn(Self.plan(blobs, base: 0))
        #expect(presenter.draw(drawn, Self.wish(.onion)) == (try Self.expected(0)))
        let other = try #require(Self.plan(blobs, base: 1).composite)
        drawn.before = [other, other, try #require(drawn.composite)]
        let red = try [0, 1].map { Int(try Self.expected($0)[.zero] >> 16) }
        let expected = (red[0] * 3 + red[1] * 2 + red[0]) / 6
        #expect(presenter.draw(drawn, Self.wish(.onion))[.zero] >> 16 == UInt32(expected))
    }

    @Test("a view in full size is the one on screen, pixel for pixel", arguments: PictureView.allCases)
    func exported(view: PictureView) throws {
        let blobs = try Self.blobs()
        var drawn = Self.drawn(Self.plan(blobs, base: 0, overlay: 2))
        let earlier = [(1, 3), (1, 2), (0, 3)].map { Self.plan(blobs, base: $0, overlay: $1) }
        drawn.before = earlier.compactMap(\.composite).suffix(view.framesBefore(onion: 3))
        drawn.demanded = blobs.payload(1)
        var presenter = FramePresenter(blobs: blobs)
        let shown = presenter.draw(drawn, Self.wish(view))
        var pictures = FullPictures(blobs: blobs, view: view)
        let frame = ChosenFrame(
            record: try #require(Self.plan(blobs, base: 0).record), composite: drawn.composite, before: drawn.before,
            demanded: drawn.demanded, duration: .zero)
        let drawnPicture = try pictures.picture(of: frame)
        let picture = try #require(drawnPicture)
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                let pixel = Array(picture.bytes[(y * Self.side + x) * 4..<(y * Self.side + x) * 4 + 4])
                let point = PixelPoint(x: x, y: y)
                // Transparent in a file, on the terminal over black.
                if pixel[3] < 255 { continue }
                #expect(shown[point] == UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2]), "\(point)")
            }
        }
        #expect(view == .overlay || picture.isOpaque)
    }

    @Test("two frames stand side by side, each as it is alone in half of the room")
    func pair() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        var wish = Self.wish()
        wish.area.cells.columns = 2 * Self.side + 1
        let (left, right) = (Self.plan(blobs, base: 0, overlay: 2), Self.plan(blobs, base: 1))
        let grid = presenter.draw(Self.drawn(left), beside: Self.drawn(right), wish)
        let alone = (try Self.expected(0, 2), try Self.expected(1))
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                #expect(grid[PixelPoint(x: x, y: y)] == alone.0[PixelPoint(x: x, y: y)])
                #expect(grid[PixelPoint(x: x + Self.side + 1, y: y)] == alone.1[PixelPoint(x: x, y: y)])
            }
            #expect(grid[PixelPoint(x: Self.side, y: y)] == PixelGrid.background)
        }
    }

    @Test("in the past a picture is looked up by its bytes, whatever its name means now")
    func past() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        _ = presenter.draw(Self.plan(blobs, base: 0, overlay: 2), Self.wish())
        var plan = Self.plan(blobs, base: 0, overlay: 3)
        plan.composite?.overlay?.key = PictureKey("2")
        var drawn = Self.drawn(plan)
        drawn.isPast = true
        #expect(presenter.draw(drawn, Self.wish()) == (try Self.expected(0, 3)))
    }

    @Test("a probed pixel has a ring of black or white around it on any picture, and its color fills the swatch")
    func probeSign() throws {
        let blobs = try Self.blobs()
        var (presenter, probe) = (FramePresenter(blobs: blobs), FrameProbe(blobs: blobs))
        let composite = try #require(Self.plan(blobs, base: 0, overlay: 2).composite)
        let wish = DrawingRequest(area: PictureArea(cells: CellSize(columns: 60, rows: 30)), background: .black)
        let point = PixelPoint(x: Self.side / 2, y: Self.side / 2)
        let known = probe.size(of: composite)
        let size = try #require(known)
        let target = try #require(Placement(of: size, in: wish.area).target(of: point))
        for ground: UInt32 in [0, 0xFF_FFFF, 0x80_8080, 0x7F_7F7F, 0x20_4060] {
            var grid = PixelGrid(filling: wish.area.cells)
            for y in 0..<60 { for x in 0..<60 { grid[PixelPoint(x: x, y: y)] = ground } }
            probe.show(point, of: composite, in: wish.area, on: &grid)
            #expect(grid[target] == ground)
            let ring = [(-1, -1), (1, 1), (0, -1), (1, 0)].map { grid[PixelPoint(x: target.x + $0, y: target.y + $1)] }
            #expect(Set(ring).count == 1)
            let light = { (color: UInt32) in Int(color >> 16) + Int(color >> 8 & 255) + Int(color & 255) }
            #expect(abs(light(ring[0]) - light(ground)) >= 3 * 0x7F)
        }
        var grid = PixelGrid(filling: wish.area.cells)
        let probed = probe.reading(of: composite, at: point, &presenter)
        let value = try #require(probed?.composite)
        FrameProbe.fill(CellRect(column: 2, row: 1, columns: 3, rows: 2), with: value, on: &grid)
        for (x, y) in [(2, 2), (4, 5)] {
            #expect(
                grid[PixelPoint(x: x, y: y)] == UInt32(value.red) << 16 | UInt32(value.green) << 8 | UInt32(value.blue))
        }
        #expect(grid[PixelPoint(x: 5, y: 2)] == PixelGrid.background)
    }

    @Test("the probe says what base, overlay and composite have at a pixel of the source")
    func probe() throws {
        let blobs = try Self.blobs()
        var (presenter, probe) = (FramePresenter(blobs: blobs), FrameProbe(blobs: blobs))
        let composite = try #require(Self.plan(blobs, base: 0, overlay: 2).composite)
        let middle = PixelPoint(x: Self.zone.x + 3, y: Self.zone.y + 3)
        let found = probe.reading(of: composite, at: middle, &presenter)
        let reading = try #require(found)
        let drawn = try Self.expected(0, 2)[middle]
        #expect(UInt32(reading.composite.red) == drawn >> 16 && UInt32(reading.composite.blue) == drawn & 255)
        #expect(reading.overlay?.red == 0xF0 && reading.overlay?.green == 0x40)
        #expect(reading.base.red == 40)
        let beside = probe.reading(of: composite, at: .zero, &presenter)
        #expect(beside != nil && beside?.overlay == nil)
        for outside in [PixelPoint(x: Self.side, y: 0), PixelPoint(x: -1, y: 0)] {
            let none = probe.reading(of: composite, at: outside, &presenter)
            #expect(none == nil)
        }
    }

    @Test("the outline runs round the overlay")
    func outline() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let plan = Self.plan(blobs, base: 0, overlay: 2)
        let outlined = presenter.draw(plan, Self.wish(isOutlined: true))
        #expect(outlined[Self.zone] == 0x40FF60)
        #expect(outlined[PixelPoint(x: Self.zone.x + 5, y: Self.zone.y + 5)] == 0x40FF60)
        #expect(outlined[PixelPoint(x: Self.zone.x - 1, y: Self.zone.y)] == (try Self.expected(0, 2))[.zero])
        #expect(presenter.draw(plan, Self.wish()) == (try Self.expected(0, 2)))
    }

    @Test("pictures that are at hand are not decoded again")
    func atHand() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let job = DecodeJob(key: PictureKey("2"), generation: 0, picture: blobs.payload(2))
        presenter.store(try decode(blobs.hashes[2], try Self.blobs()).get(), for: job)
        presenter.store(base: decode(blobs.hashes[0], try Self.blobs()), blobs.hashes[0])
        for _ in 0..<3 { _ = presenter.draw(Self.plan(blobs, base: 0, overlay: 2), Self.wish()) }
        #expect(blobs.asks(0) == 0 && blobs.asks(2) == 0)
        #expect(presenter.keptBytes > 0)
        let payloads = [blobs.payload(0), blobs.payload(1)]
        #expect(presenter.missingBases(payloads, Self.wish(), isTalking: false) == [blobs.hashes[1]])
    }

    @Test("a base frame that an overlay will be drawn over is at hand only with its part under the overlay")
    func partAtHand() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let payloads = [blobs.payload(0), blobs.payload(1)]
        for base in [0, 1] { _ = presenter.draw(Self.plan(blobs, base: base), Self.wish()) }
        #expect(presenter.missingBases(payloads, Self.wish(), isTalking: false) == [])
        #expect(presenter.missingBases(payloads, Self.wish(), isTalking: true) == Array(blobs.hashes.prefix(2)))
        #expect(presenter.missingBases(payloads, Self.wish(.base), isTalking: true) == [])
        _ = presenter.draw(Self.plan(blobs, base: 0, overlay: 2), Self.wish())
        #expect(presenter.missingBases(payloads, Self.wish(), isTalking: true) == [blobs.hashes[1]])
        // An overlay elsewhere needs another part.
        var moved = Self.plan(blobs, base: 1, overlay: 3)
        moved.composite?.overlay?.placement = .topLeft(.zero)
        _ = presenter.draw(moved, Self.wish())
        #expect(presenter.missingBases(payloads, Self.wish(), isTalking: true) == [blobs.hashes[0]])
        let asks = (blobs.asks(0), blobs.asks(1))
        presenter.store(base: decode(blobs.hashes[0], try Self.blobs()), blobs.hashes[0])
        var next = moved
        next.composite?.base = blobs.payload(0)
        _ = presenter.draw(next, Self.wish())
        #expect((blobs.asks(0), blobs.asks(1)) == asks)
    }

    @Test("speech whose overlays do not come makes no parts ready after a while")
    func bareSpeech() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        var plan = Self.plan(blobs, base: 0)
        plan.record?.mode = .overlay
        for _ in 0..<9 { _ = presenter.draw(plan, Self.wish()) }
        #expect(presenter.missingBases([blobs.payload(0)], Self.wish(), isTalking: true) == [blobs.hashes[0]])
        _ = presenter.draw(plan, Self.wish())
        #expect(presenter.missingBases([blobs.payload(0)], Self.wish(), isTalking: true) == [])
        #expect(presenter.missingBases([blobs.payload(1)], Self.wish(), isTalking: true) == [blobs.hashes[1]])
    }

    @Test("what is lent is given back, with what was decoded meanwhile, and has one owner at a time")
    func lending() throws {
        let blobs = try Self.blobs()
        var (presenter, other) = (FramePresenter(blobs: blobs), FramePresenter(blobs: blobs))
        presenter.store(base: decode(blobs.hashes[0], try Self.blobs()), blobs.hashes[0])
        let (plan, wish) = (Self.plan(blobs, base: 0, overlay: 2), Self.wish())
        let bare = presenter.keptBytes
        let drawn = presenter.lend(to: &other) { $0.draw(plan, wish) }
        #expect(drawn == (try Self.expected(0, 2)))
        #expect(blobs.asks(0) == 0 && blobs.asks(2) == 1)
        #expect(presenter.keptBytes > bare && other.pictures.byteCount == 0)
        #expect(presenter.draw(plan, wish) == drawn)
        #expect(blobs.asks(0) == 0 && blobs.asks(2) == 1)
    }

    @Test("for another one that which it has not scaled is decoded ahead, but for what either knows to be no picture")
    func aheadForAnother() throws {
        let blobs = try Self.blobs()
        var (presenter, other) = (FramePresenter(blobs: blobs), FramePresenter(blobs: blobs))
        let payloads = [0, 1, 4].map { blobs.payload($0) }
        _ = presenter.draw(Self.plan(blobs, base: 0), Self.wish())
        _ = other.draw(Self.plan(blobs, base: 1), Self.wish())
        presenter.store(base: decode(blobs.hashes[4], blobs), blobs.hashes[4])
        let missing = presenter.missingBases(payloads, Self.wish(), isTalking: false, lentTo: other)
        #expect(missing == [blobs.hashes[0]])
    }

    @Test("the size of a base frame is told without decoding it")
    func sizeUndecoded() throws {
        // Its header is whole, its pixels are not.
        var bytes = try WrittenStream.picture(40)
        for place in 41..<bytes.count - 16 { bytes[place] ^= 0x55 }
        let blobs = TestBlobs([bytes])
        let composite = try #require(Self.plan(blobs, base: 0).composite)
        #expect(throws: PictureError.self) { try decodePicture(bytes) }
        var probe = FrameProbe(blobs: blobs)
        for _ in 0..<3 {
            let size = probe.size(of: composite)
            #expect(size == PixelSize(width: Self.side, height: Self.side))
        }
        #expect(blobs.asks(0) == 1)
    }

    @Test("base frames that go leave their memory for the next one, and overlays for six")
    func bufferPool() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let picture = try decode(blobs.hashes[0], blobs).get()
        for number in 100..<108 {
            presenter.store(base: .success(picture), ContentHash(words: (UInt64(number), 0, 0, 0)))
        }
        #expect(presenter.memory.bases.byteCount == picture.bytes.count)
        #expect(presenter.keptBytes == 4 * picture.bytes.count)
        #expect(presenter.memory.bases.take() == picture.bytes)
        #expect(presenter.memory.bases.take() == [])
        let keys = (0..<9).map { PictureKey("\($0)") }
        for key in keys {
            presenter.store(picture, for: DecodeJob(key: key, generation: 0, picture: blobs.payload(0)))
        }
        presenter.discard(keys + keys)
        #expect(presenter.memory.overlays.byteCount == 6 * picture.bytes.count)
        #expect(presenter.memory.overlays.take() == picture.bytes)
    }

    @Test("of large base frames fewer are kept and asked for, but one at least", arguments: [(1_200, 2), (2_400, 1)])
    func largeBases(side: Int, room: Int) throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let size = PixelSize(width: side, height: side)
        let large = Picture(size: size, bytes: [UInt8](repeating: 255, count: size.count * 4))
        for number in 100..<104 {
            presenter.store(base: .success(large), ContentHash(words: (UInt64(number), 0, 0, 0)))
        }
        #expect(presenter.keptBytes == room * large.bytes.count)
        // Their memory is too much to keep for others.
        #expect(presenter.memory.bases.byteCount == 0)
        let payloads = (0..<4).map { blobs.payload($0) }
        #expect(presenter.missingBases(payloads, Self.wish(), isTalking: false) == Array(blobs.hashes.prefix(room)))
    }

    @Test("an old plan can still be drawn when its pictures have been let go")
    func oldPlan() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let plan = Self.plan(blobs, base: 0, overlay: 2)
        _ = presenter.draw(plan, Self.wish())
        presenter.discard([PictureKey("2")])
        presenter.begin(7)
        _ = presenter.draw(Self.plan(blobs, base: 1, overlay: 3), Self.wish())
        #expect(presenter.draw(plan, Self.wish()) == (try Self.expected(0, 2)))
        #expect(blobs.asks(2) == 2)
    }

    @Test("N55 after a resize every plan is drawn anew at the new size")
    func resized() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let plan = Self.plan(blobs, base: 0, overlay: 2)
        for size in [CellSize(columns: 40, rows: 20), CellSize(columns: 1, rows: 1), CellSize(columns: 16, rows: 8)] {
            var wish = Self.wish()
            wish.area.cells = size
            let grid = presenter.draw(plan, wish)
            #expect(grid.cells == size)
            #expect(grid.pixels.contains { $0 != PixelGrid.background })
        }
        #expect(presenter.draw(plan, Self.wish()) == (try Self.expected(0, 2)))
    }

    @Test("a base frame that is no picture is told once for each place, and decoded once")
    func brokenBase() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let plan = Self.plan(blobs, base: 4, index: 3)
        for _ in 0..<5 {
            #expect(presenter.draw(plan, Self.wish()) == PixelGrid(filling: Self.wish().area.cells))
        }
        let told = presenter.takeBroken()
        #expect(told.map(\.index) == [3])
        #expect(told.first?.clip == "c")
        #expect(told.first?.reason.isEmpty == false)
        #expect(presenter.takeBroken() == [])
        #expect(blobs.asks(4) == 1)
        _ = presenter.draw(Self.plan(blobs, base: 4, index: 5), Self.wish())
        #expect(presenter.takeBroken().map(\.index) == [5])
        #expect(presenter.missingBases([blobs.payload(4)], Self.wish(), isTalking: false) == [])
        #expect(presenter.draw(Self.plan(blobs, base: 0), Self.wish()) == (try Self.expected(0)))
    }

    @Test("a worker's failure counts as well")
    func brokenAhead() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        presenter.store(base: decode(blobs.hashes[4], try Self.blobs()), blobs.hashes[4])
        #expect(presenter.takeBroken() == [])
        _ = presenter.draw(Self.plan(blobs, base: 4, index: 2), Self.wish())
        #expect(presenter.takeBroken().map(\.index) == [2])
        #expect(blobs.asks(4) == 0)
    }

    @Test("an overlay that is no picture leaves the base frame")
    func brokenOverlay() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        #expect(presenter.draw(Self.plan(blobs, base: 0, overlay: 4), Self.wish()) == (try Self.expected(0)))
    }

    @Test("a saved picture is the composite at its full size, whatever the terminal shows")
    func saved() throws {
        let blobs = try Self.blobs()
        var presenter = FramePresenter(blobs: blobs)
        let plan = Self.plan(blobs, base: 0, overlay: 2)
        let saved = try presenter.fullPicture(try #require(plan.composite))
        #expect(saved.size == PixelSize(width: Self.side, height: Self.side))
        let again = try decodePicture(try encodePNG(saved))
        #expect(again == saved)
        var grid = PixelGrid(filling: Self.wish().area.cells)
        grid.blit(again.bytes, as: .rgba, size: again.size, into: again.bounds)
        #expect(grid == (try Self.expected(0, 2)))
    }
}

extension FramePresenter {
    fileprivate mutating func draw(_ plan: FramePlan, _ wish: DrawingRequest) -> PixelGrid {
        draw(DrawnFrame(composite: plan.composite, mode: plan.record?.mode), wish)
    }
}
