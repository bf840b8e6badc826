import Cells
import Engine
import Events
import Frames
import Panels
import PictureInPicture
import Playback
import Screens
import SocketIO
import Terminal
import Video

/// Draws the tile, and the stage of a call, which is one tile as large as it has room for.
///
/// Owner: the run loop, main actor.
@MainActor
final class TileRenderer {
    let pictures: TilePictures
    /// Of the terminal, which may tell of it late.
    var depth: ColorDepth
    private(set) var signs: TileSigns
    private let style = TileStyle()
    private let isStill: Bool
    private(set) var presenter: FramePresenter

    /// All that the drawing is made of: the same makes the same picture.
    struct Drawn: Equatable {
        fileprivate var shown: ShownTile
        fileprivate var cells: CellSize
        fileprivate var cell: CellShape
        fileprivate var filling: PictureArea.Filling
        /// The bar is kept off a picture that is shown whole.
        fileprivate var coveredRows: Int
        /// Since the panel came, in steps in which its dots are drawn.
        fileprivate var steps: Int64
        /// Of pictures that have come meanwhile.
        fileprivate var revision: Int

        /// What of the avatar is drawn.
        var request: DrawingRequest? {
            guard case .avatar = shown.frame else { return nil }
            return TileRenderer.request(area)
        }

        /// In device pixels; `nil` where no pipe or file is drawn. Also while its first frame has not come.
        var streamSize: PixelSize? {
            switch shown.record.content {
            case .video, .screenSharing:
                // Where the terminal does not say how large its cells are, they are as most are.
                cell == .usual
                    ? PixelSize(width: cells.columns * 8, height: cells.rows * 16)
                    : PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
            case .inactive, .reconnecting, .avatar: nil
            }
        }

        fileprivate var area: PictureArea {
            var area = PictureArea(cells: cells, cell: cell, filling: filling)
            area.coveredRows = coveredRows
            return area
        }

        /// Of what was painted, with the bars that it had.
        fileprivate var paintedArea: PictureArea { PictureArea(cells: cells, cell: cell, filling: .snug) }

        /// Only another picture, and nothing that somebody waits for.
        fileprivate func isNextFrame(after other: Drawn) -> Bool {
            var other = other
            (other.shown.frame, other.revision) = (shown.frame, revision)
            return self == other
        }
    }

    private var drawnAt = Instant.zero
    /// When something is to be drawn that nobody tells; real time.
    private(set) var nextWake: Instant?
    /// Frames of the tile are no more than fifteen a second (picture-in-picture 5.3).
    private static let leastPeriod = TimeSpan(microseconds: 1_000_000 / Int64(PaintCap.usual))

    /// Puts off what comes too soon after the frame before.
    func pace(_ next: inout Drawn?, after last: Drawn?, _ played: Played) {
        nextWake = nil
        guard let wanted = next else { return }
        if wanted.shown.record.picture == .panel, !played.isPaused, !isStill { nextWake = played.now + Self.dotPeriod }
        // A face that reads moves although nothing is told of it.
        if played.narrated != nil, !played.isPaused, !isStill { nextWake = max(played.now, drawnAt) + Self.leastPeriod }
        guard let last, wanted != last else { return }
        let due = drawnAt + Self.leastPeriod
        if !played.isStill, wanted.isNextFrame(after: last), played.now < due {
            (next, nextWake) = (last, due)
        } else {
            drawnAt = played.now
        }
    }

    /// Which of the frames to come are drawn, as it looks now, and are worth decoding ahead: what comes between two of them is passed
    /// over. The next one is 0.
    func placesDrawn(_ count: Int, _ played: Played) -> [Int] {
        guard !played.isPaused, let record = played.engine.framePlan.record, record.mode != .idle else {
            return Array(0..<count)
        }
        let speed = Int64(max(1, played.speed))
        let elapsed = TimeSpan(microseconds: (played.position - record.shown).microseconds * 100 / speed)
        let period = TimeSpan(microseconds: max(1, record.period.microseconds * 100 / speed))
        let due = max(drawnAt + Self.leastPeriod, played.now)
        return Self.placesDrawn(count, firstIn: due - played.now + elapsed, period: period)
    }

    /// - Parameter first: until the next drawing, since the frame came that is there now.
    static func placesDrawn(_ count: Int, firstIn first: TimeSpan, period: TimeSpan) -> [Int] {
        var places: [Int] = []
        for number in 0..<count {
            let wait = first + leastPeriod * Int64(number)
            let place = Int((wait.microseconds / period.microseconds).clamped(to: 1...farthestPlace)) - 1
            places.append(max(place, places.last.map { $0 + 1 } ?? 0))
        }
        return places
    }

    /// Frames that are farther ahead are not looked for.
    private static let farthestPlace: Int64 = 100

    /// The dots of the panel are drawn anew so often (picture-in-picture 2.6).
    static let dotPeriod = TimeSpan.milliseconds(100)

    /// - Parameter isStill: nothing that only says that something is on its way moves.
    init(blobs: any BlobSource, _ video: TileVideo, _ capabilities: Capabilities, isStill: Bool = false) {
        self.isStill = isStill
        pictures = TilePictures(blobs, video)
        (depth, signs) = Self.looks(of: capabilities)
        presenter = FramePresenter(blobs: blobs)
    }

    /// The terminal has told more of itself.
    func follow(_ capabilities: Capabilities) { (depth, signs) = Self.looks(of: capabilities) }

    private static func looks(of capabilities: Capabilities) -> (ColorDepth, TileSigns) {
        // A terminal that has told how wide its blocks are knows better than the locale.
        let signs = capabilities.blocks.value == .ascii ? TileSigns.ascii : TileSigns { Locale.columns(of: $0) }
        return (capabilities.colors.value, signs)
    }

    /// - Parameters:
    ///   - layer: a stage keeps its bar off the picture; of what a tile shows only a screen has something to read there.
    ///   - fills: videos and shared screens are cropped to fill their room.
    ///   - now: time of what is played.
    func drawn(
        _ shown: ShownTile, in cells: CellSize, _ layer: PaintedLayer, fills: Bool, _ geometry: ScreenGeometry,
        at now: Instant
    ) -> Drawn {
        var shown = shown
        let isAvatar = if case .avatar = shown.frame { true } else { false }
        // Why something is shown is not seen.
        shown.record.reason = ""
        let elapsed = isStill ? .zero : max(.zero, now - shown.appeared)
        let steps = shown.record.picture == .panel ? elapsed.microseconds / Self.dotPeriod.microseconds : 0
        return Drawn(
            shown: shown, cells: cells, cell: geometry.cell,
            filling: fills || isAvatar ? .fill : layer == .tile ? .snug : .fit,
            coveredRows: fills || layer == .tile && shown.record.content != .screenSharing ? 0 : 1, steps: steps,
            revision: pictures.revision)
    }

    /// As it was drawn last on each layer: panels that are due draw the tile again, which may be the same.
    private var kept: [PaintedLayer: (drawn: Drawn, picture: PaintedPicture)] = [:]

    /// - Parameter outputs: have decoded pictures of avatars, which are not decoded once more.
    func picture(_ drawn: Drawn, _ layer: PaintedLayer, of outputs: Outputs) -> PaintedPicture {
        if let kept = kept[layer], kept.drawn == drawn { return kept.picture }
        let picture = picture(drawn, of: outputs)
        kept[layer] = (drawn, picture)
        return picture
    }

    private func picture(_ drawn: Drawn, of outputs: Outputs) -> PaintedPicture {
        let (shown, cells) = (drawn.shown, drawn.cells)
        let isMirrored = shown.record.snapshot.overlays.isMirrored
        let area = drawn.area
        let frame: PixelImage? =
            switch shown.frame {
            case .none: nil
            case .avatar(let frame, let member):
                PixelImage(avatar(frame, area, outputs[member].pictures), isMirrored: isMirrored)
            case .scripted(let payload):
                pictures.frame(payload)
                    .map { PixelImage(PixelGrid(showing: $0, in: area, over: .tile), isMirrored: isMirrored) }
            case .stream(let source): stream(source, VideoView(area, isMirrored: isMirrored), cells)
            case .film:
                pictures.film?().map { PixelImage(PixelGrid(showing: $0, in: area, over: .tile), isMirrored: false) }
            // Mirrored when it was painted.
            case .painted(let kept):
                pictures.frame(kept.picture)
                    .map { PixelImage(PixelGrid(showing: $0, in: drawn.paintedArea, over: .tile), isMirrored: false) }
            }
        let drawing = TileDrawing(
            shown.record.snapshot, cells: cells, frame: frame,
            portrait: portrait(of: shown.record, cells),
            reconnecting: TimeSpan(microseconds: drawn.steps * Self.dotPeriod.microseconds), depth: depth, signs: signs,
            style: style)
        return drawing.drawn().picture
    }

    private func stream(_ source: SourceIdentity, _ view: VideoView, _ cells: CellSize) -> PixelImage? {
        guard let picture = pictures.video.picture(of: source, view) else { return nil }
        painted = Painted(source: source, image: picture.image, cells: cells, crop: picture.crop)
        return picture.image
    }

    /// What was painted of a pipe or a file.
    struct Painted {
        let source: SourceIdentity
        let image: PixelImage
        let cells: CellSize
        let crop: PixelRect?

        /// As the tape keeps it.
        var message: WireMessage? {
            let picture = Picture(size: image.size, bytes: image.bytes)
            guard let bytes = try? encodePNG(picture, compression: PNGCompression(level: 1)) else { return nil }
            return WireMessage(painted: bytes, of: source, in: cells, crop: crop)
        }
    }

    private var painted: Painted?
    private var keeping = PaintCap()

    /// What was painted since it was asked for last, at most fifteen a second.
    func takePainted(at now: Instant) -> Painted? {
        guard let painted, keeping.allows(at: now) else { return nil }
        self.painted = nil
        return painted
    }

    private func avatar(_ frame: DrawnFrame, _ area: PictureArea, _ pictures: ScreenPictures) -> PixelGrid {
        pictures.grid(frame, Self.request(area), by: &presenter)
    }

    /// Of an avatar: the last row is the bar's, and its mouth is worth more than its hair.
    private nonisolated static func request(_ area: PictureArea) -> DrawingRequest {
        var area = area
        area.coveredRows = 1
        return DrawingRequest(area: area, background: .tile)
    }

    private func portrait(of record: TileRecord, _ cells: CellSize) -> PixelImage? {
        guard record.isImageLoaded, let image = record.snapshot.image, let picture = pictures.image(image) else {
            return nil
        }
        return TilePortrait.image(of: picture, cells: cells, depth: depth)
    }
}

extension Color {
    /// Behind what does not fill the tile (picture-in-picture 2.8).
    fileprivate static let tile = Color(0x19, 0x23, 0x2D)
}

extension PixelImage {
    /// The pixels of a grid; those of its background are transparent.
    fileprivate init(_ grid: PixelGrid, isMirrored: Bool) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(grid.size.count * 4)
        for y in 0..<grid.size.height {
            for x in 0..<grid.size.width {
                let pixel = grid[PixelPoint(x: isMirrored ? grid.size.width - 1 - x : x, y: y)]
                let alpha: UInt8 = pixel == PixelGrid.background ? 0 : 255
                bytes += [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255), alpha]
            }
        }
        self.init(size: grid.size, bytes: bytes)
    }
}
