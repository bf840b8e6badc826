import Cells
import Decoding
import Engine
import Events
import Frames
import JSON
import Playback
import Tapes

/// Says what a frame has at single pixels of the source, and shows where they are.
struct FrameProbe {
    private let blobs: any BlobSource
    private var compositor = Compositor()
    /// Kept while the probe stays on one frame.
    private var base: (hash: ContentHash, picture: Picture)?
    /// Of base frames, as their headers say; a clip's come again and again.
    private var sizes = RecentlyUsed<ContentHash, PixelSize>(limit: 1_000)

    init(blobs: any BlobSource) { self.blobs = blobs }

    /// Gives up what it kept.
    mutating func end() { base = nil }

    /// The colors at one pixel of the source; `nil` outside of it and where the base frame is no picture.
    /// - Parameter presenter: has the overlay.
    mutating func reading(
        of composite: Composite, at point: PixelPoint, _ presenter: inout FramePresenter
    ) -> PixelReading? {
        guard let base = base(of: composite) else { return nil }
        return compositor.read(point, of: base, presenter.overlay(of: composite, isPast: true))
    }

    /// Of the base frame, without decoding it; `nil` when its header is not that of a picture.
    mutating func size(of composite: Composite) -> PixelSize? {
        let hash = composite.base.hash
        if let known = sizes.use(hash) { return known }
        guard let bytes = blobs.bytes(of: hash), let size = try? PictureHeader(reading: bytes).size else { return nil }
        _ = sizes.insert(size, cost: 1, for: hash)
        return size
    }

    private mutating func base(of composite: Composite) -> Picture? {
        let hash = composite.base.hash
        if let base, base.hash == hash { return base.picture }
        guard let picture = try? decode(hash, blobs).get() else { return nil }
        base = (hash, picture)
        return picture
    }

    /// Puts a ring and arms in black and white around the half-block pixel in which a pixel of the source is shown: visible on
    /// any picture, and the pixel itself stays as it is.
    mutating func show(_ point: PixelPoint, of composite: Composite, in area: PictureArea, on grid: inout PixelGrid) {
        guard let size = size(of: composite) else { return }
        let placement = Placement(of: size, in: area)
        guard let target = placement.target(of: point) else { return }
        let color = grid[target] == PixelGrid.background ? 0 : grid[target]
        let ink: UInt32 = Color(rgb: color).isLight ? 0 : 0xFF_FFFF
        // In a small picture arms would hide what is to be seen.
        let reach = placement.target.size.width < 40 ? 2 : 4
        let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
        for (x, y) in around {
            grid[PixelPoint(x: target.x + x, y: target.y + y)] = ink
            guard x == 0 || y == 0 else { continue }
            for (distance, color) in [(2, ink ^ 0xFF_FFFF), (3, ink), (4, ink ^ 0xFF_FFFF)]
            where distance <= reach {
                grid[PixelPoint(x: target.x + x * distance, y: target.y + y * distance)] = color
            }
        }
    }

    /// Gives cells of the picture one color.
    static func fill(_ cells: CellRect, with color: PixelReading.Value, on grid: inout PixelGrid) {
        let color = Color(color.red, color.green, color.blue).rgb
        for row in 2 * cells.rows.lowerBound..<2 * cells.rows.upperBound {
            for column in cells.columns { grid[PixelPoint(x: column, y: row)] = color }
        }
    }
}

/// The message on a tape that brought a frame, as the inspector shows it: the frame's own object, then the beginning of the whole.
struct FrameMessage {
    let name: String
    let text: String
    let byteCount: Int

    private static let longest = 4_096

    /// `nil` when the entry does not speak of the frame.
    init?(_ tape: TapeReader, _ entry: Int64, _ position: FramePosition) {
        guard let found = try? tape.entry(entry), let message = try? found.message(),
            case .object(let payload)? = message.arguments.first
        else { return nil }
        guard Self.number(payload["chunk_index"]) == position.chunk else { return nil }
        let body = found.body ?? ""
        var parts: [String] = []
        if let frame = Self.frame(position, in: .object(payload)) { parts.append(frame.text) }
        if parts.isEmpty, payload["first_frame_image"] == nil { return nil }
        parts.append(String(decoding: body.utf8.prefix(Self.longest), as: UTF8.self))
        name = found.name
        text = parts.joined(separator: "\n")
        byteCount = body.utf8.count
    }

    /// The first object, at any depth that batches and descriptions have, that names the frame's place.
    private static func frame(_ position: FramePosition, in value: JSON) -> JSON? {
        switch value {
        case .array(let values): return values.lazy.compactMap { frame(position, in: $0) }.first
        case .object(let object):
            let isFrame = number(object["sequence_index"]) == position.sequence
            if isFrame, (number(object["section_index"]) ?? position.section) == position.section { return value }
            return object.members.lazy.compactMap { frame(position, in: $0.value) }.first
        default: return nil
        }
    }

    private static func number(_ value: JSON?) -> Int? { value?.lenientDouble.flatMap { Int(exactly: $0) } }
}
