import Events

/// Which frames of a source much larger than the tile are drawn (picture-in-picture 5.3).
///
/// The tile's size is in device pixels here: measured in half-block pixels, nearly every source would be far too large.
package struct FrameSkip: Hashable, Sendable {
    /// From this many times the tile's size on, on either axis, frames are passed over.
    package static let leastRatio = 15
    /// Device pixels of a cell, where the terminal does not tell.
    package static let usualCell = PixelSize(width: 8, height: 16)

    /// How many frames are passed over behind each that is drawn.
    package private(set) var passedOver = 1
    private var counter = 0
    private var source = PixelSize.zero
    private var content = PixelSize.zero

    package init() {}

    /// A tile's size in device pixels.
    package static func content(of cells: CellSize, cell: PixelSize = usualCell) -> PixelSize {
        let (sides, cellSides) = (0...Limits.pictureSide, 0...10_000)
        return PixelSize(
            width: cells.columns.clamped(to: sides) * cell.width.clamped(to: cellSides),
            height: cells.rows.clamped(to: sides) * cell.height.clamped(to: cellSides))
    }

    /// Another source: all of its frames are drawn until its size is known.
    package mutating func changeSource() {
        source = .zero
        passedOver = 0
        counter = 0
    }

    /// The tile's size, in device pixels; where it is another one, the next frame is drawn.
    package mutating func resize(content size: PixelSize) {
        guard size != content else { return }
        content = size
        begin()
    }

    /// Whether a frame that has come is to be drawn; to be asked once of each. A frame without pixels is none.
    package mutating func isDrawn(frame size: PixelSize) -> Bool {
        guard !size.isEmpty else { return false }
        if size != source {
            source = size
            begin()
        }
        let isDrawn = counter == 0 && !content.isEmpty
        counter = passedOver > 0 && counter < passedOver ? counter + 1 : 0
        return isDrawn
    }

    private mutating func begin() {
        counter = 0
        guard !source.isEmpty, !content.isEmpty else { return }
        passedOver = Self.passedOver(source, content)
    }

    private static func passedOver(_ source: PixelSize, _ content: PixelSize) -> Int {
        let ratio = max(source.width / content.width, source.height / content.height)
        return ratio >= leastRatio ? ratio / 2 : 0
    }
}
