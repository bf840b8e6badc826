import Cells
import Events
import Files
import Frames
import JSON

/// The terminal picture of each frame as an asciicast, version 2: a line of JSON for the header and one for each frame,
/// with the bytes that turn the terminal from the frame before into this one.
struct CastWriter: FrameWriter {
    private let file: OutputFile
    private let cells: CellSize
    private var painter: Painter
    /// Since the beginning.
    private var now = TimeSpan.zero
    private(set) var frameCount = 0

    /// The largest terminal that is made up.
    private static let room = CellSize(columns: 80, rows: 40)
    /// Attributes reset, cursor hidden, nothing on the screen.
    private static let begin = Array("\u{1B}[m\u{1B}[?25l\u{1B}[2J\u{1B}[H".utf8)
    private static let end = "\u{1B}[m\u{1B}[?25h"

    /// - Parameter picture: size of the first one.
    init(
        _ path: String, partial: String, picture: PixelSize, _ options: CastOptions, duration: TimeSpan, title: String
    ) throws(CommandError) {
        cells = options.size ?? Self.size(for: picture)
        painter = Painter(depth: options.colors, style: options.blocks)
        painter.tolerance = options.tolerance
        painter.place(CellRect(origin: .zero, size: cells), on: cells)
        file = try OutputFile(path, partial: partial)
        let header: JSON = [
            "version": 2, "width": .number(cells.columns), "height": .number(cells.rows),
            "duration": .double(duration.seconds), "title": .string(title), "env": ["TERM": "xterm-256color"],
        ]
        try write(header)
    }

    var byteCount: Int { file.byteCount }

    /// As many cells as the picture fills, so that no side is left empty.
    private static func size(for picture: PixelSize) -> CellSize {
        let target = Placement(of: picture, in: PictureArea(cells: room)).target.size
        return CellSize(columns: max(target.width, 1), rows: max((target.height + 1) / 2, 1))
    }

    mutating func add(_ frames: [PicturedFrame]) throws {
        for frame in frames { try writeFrame(frame.frame, frame.picture) }
    }

    /// A frame that was on screen but whose base frame is broken leaves the screen empty, as it was then.
    private mutating func writeFrame(_ frame: ChosenFrame, _ picture: Picture?) throws {
        guard frame.composite != nil else {
            // Before the first picture there is nothing to begin with.
            if frameCount > 0 { now += frame.duration }
            return
        }
        var bytes = frameCount == 0 ? Self.begin : []
        let grid = picture.map { PixelGrid(showing: $0, in: PictureArea(cells: cells), over: .black) }
        painter.paint(grid ?? PixelGrid(filling: cells), into: &bytes)
        try write([.double(now.seconds), "o", .string(String(decoding: bytes, as: UTF8.self))])
        now += frame.duration
        frameCount += 1
    }

    /// The cursor goes below the picture, where the player's shell goes on.
    mutating func finish() throws {
        try write([.double(now.seconds), "o", .string("\(Self.end)\u{1B}[\(cells.rows);1H")])
        try file.finish()
    }

    private func write(_ line: JSON) throws(CommandError) {
        var bytes = line.utf8
        bytes.append(UInt8(ascii: "\n"))
        try file.write(bytes)
    }
}
