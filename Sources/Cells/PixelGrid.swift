import Events
import Frames

/// The picture at the terminal's resolution: one pixel a column, two pixels a row of cells, row by row, top first.
///
/// A pixel is an sRGB color, 8 bits a channel, or the terminal's own background (letterbox). An odd height leaves the
/// lower half of the last row of cells to the background.
package struct PixelGrid: Hashable, Sendable {
    package let size: PixelSize
    /// `0x00RRGGBB` or `PixelGrid.background`; `size.count` values.
    package private(set) var pixels: [UInt32]

    /// The value of a pixel that shows the terminal's background.
    package static let background: UInt32 = 0x0100_0000

    /// Background everywhere. Negative sides become 0, sides above `Limits.pictureSide` are cut to it.
    package init(_ size: PixelSize) {
        let limit = 0...Limits.pictureSide
        self.size = PixelSize(width: size.width.clamped(to: limit), height: size.height.clamped(to: limit))
        pixels = [UInt32](repeating: PixelGrid.background, count: self.size.count)
    }

    /// Background everywhere, two pixels for each cell.
    package init(filling cells: CellSize) {
        let rows = cells.rows.clamped(to: 0...Limits.pictureSide / 2)
        self.init(PixelSize(width: cells.columns, height: rows * 2))
    }

    /// A frame of RGB triples, row by row, top first; `nil` when `bytes` are not `width * height * 3` or a side is beyond
    /// `Limits.pictureSide`.
    package init?(rgb24 bytes: [UInt8], size: PixelSize) {
        self.init(size)
        guard self.size == size else { return nil }
        let whole = PixelRect(origin: .zero, size: size)
        guard blit(bytes, as: .rgb, size: size, into: whole) else { return nil }
    }

    /// Cells that the grid covers; an odd height counts as a whole row.
    package var cells: CellSize { CellSize(columns: size.width, rows: (size.height + 1) / 2) }

    /// The pixel at `point`; the background outside of the grid.
    package subscript(point: PixelPoint) -> UInt32 {
        get { contains(point) ? pixels[point.y * size.width + point.x] : PixelGrid.background }
        set {
            guard contains(point) else { return }
            let isColor = newValue & PixelGrid.background == 0
            pixels[point.y * size.width + point.x] = isColor ? newValue & 0xFF_FFFF : PixelGrid.background
        }
    }

    private func contains(_ point: PixelPoint) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x < size.width && point.y < size.height
    }
}

extension PixelGrid {
    /// Order of the channels of bytes to be copied in. Alpha is straight; below half of full it means background,
    /// otherwise it is ignored: whoever wants blending does it before scaling.
    package enum Channels: Int, Sendable {
        case rgb = 3
        case rgba = 4
    }

    /// Copies the upper left part of a picture of `size` into `target`, cut at the edges of both.
    ///
    /// - Returns: false, with nothing changed, when `bytes` are not `size.count` times the channels.
    @discardableResult
    package mutating func blit(
        _ bytes: [UInt8], as channels: Channels, size source: PixelSize, into target: PixelRect
    ) -> Bool {
        guard source.width >= 0, source.height >= 0 else { return false }
        let (count, overflow) = source.width.multipliedReportingOverflow(by: source.height)
        guard !overflow, bytes.count % channels.rawValue == 0, bytes.count / channels.rawValue == count else {
            return false
        }
        let reach = PixelSize(
            width: min(target.size.width, source.width), height: min(target.size.height, source.height))
        let shown = shownPart(of: PixelRect(origin: target.origin, size: reach))
        for y in shown.minY..<shown.maxY {
            let from = (y - target.minY) * source.width + shown.minX - target.minX
            copyRow(bytes, channels, from: from, to: y * size.width + shown.minX, count: shown.size.width)
        }
        return true
    }

    /// The part of `area` inside the grid; places too far away to be added up are outside.
    private func shownPart(of area: PixelRect) -> PixelRect {
        let limits = -Limits.pictureSide * 2...Limits.pictureSide * 2
        guard limits.contains(area.minX), limits.contains(area.minY), !area.isEmpty else { return .zero }
        let reach = PixelSize(
            width: min(area.size.width, limits.upperBound), height: min(area.size.height, limits.upperBound))
        return PixelRect(origin: area.origin, size: reach).intersection(PixelRect(origin: .zero, size: size))
    }

    /// `blit` has proved that both ranges lie inside.
    private mutating func copyRow(_ bytes: [UInt8], _ channels: Channels, from: Int, to: Int, count: Int) {
        let step = channels.rawValue
        bytes.withUnsafeBufferPointer { source in
            pixels.withUnsafeMutableBufferPointer { target in
                for i in 0..<count {
                    let at = (from + i) * step
                    let color = UInt32(source[at]) << 16 | UInt32(source[at + 1]) << 8 | UInt32(source[at + 2])
                    let isOpaque = channels == .rgb || source[at + 3] >= 128
                    target[to + i] = isOpaque ? color : PixelGrid.background
                }
            }
        }
    }
}

extension PixelGrid {
    /// A picture in its place in an area, blended over a color; the terminal's background around it and where more than half of a
    /// pixel can be seen through. All background when the area or the picture is empty.
    package init(showing picture: Picture, in area: PictureArea, over color: Color) {
        self.init(filling: area.cells)
        let placement = Placement(of: picture.size, in: area)
        guard let scaler = placement.scaler else { return }
        let image = scaler.scale(picture, over: color)
        blit(image.bytes, as: .rgba, size: image.size, into: placement.target)
    }
}

extension PixelGrid {
    /// The picture as lines for output that scrolls, one for each row of cells; each begins and ends with SGR 0 and moves the cursor by
    /// nothing but its characters.
    package func lines(_ depth: ColorDepth) -> [String] {
        (0..<cells.rows).map { row in
            var painter = Painter(depth: depth)
            let whole = CellRect(column: 0, row: -row, columns: cells.columns, rows: cells.rows)
            painter.place(whole, on: CellSize(columns: cells.columns, rows: 1))
            var bytes: [UInt8] = []
            painter.paint(self, into: &bytes)
            // All of the row is written, so that its beginning is the only place that is named.
            return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}[H", with: "", maxReplacements: 1)
        }
    }
}
