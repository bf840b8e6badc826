import Events
import Files
import Frames

/// Measures what a frame of a Y4M file costs: to be read and parsed, and to become the pixels of a tile.
package struct VideoBench {
    private var frames = 0
    private var reading = Duration.zero
    private var scaling = Duration.zero

    /// The tile that budgets are about (picture-in-picture 5.3).
    private static let cells = CellSize(columns: 39, rows: 15)

    /// - Throws: what reading the file does; `I420StreamError`.
    package init(_ path: String) throws {
        let clock = ContinuousClock()
        var parser = Y4MParser(I420Pool())
        var format: I420StreamFormat?
        var scaler: I420Scaler?
        var last = clock.now
        try ChunkedFileReader.read(path) { piece in
            var piece = piece
            while let event = try parser.next(&piece) {
                switch event {
                case .began(let found): (format, scaler) = (found, nil)
                case .frame(let frame):
                    let read = clock.now
                    reading += read - last
                    if let format, scaler == nil { scaler = Self.scaler(format) }
                    if let scaler { precondition(scaler.image(of: frame).size.width == Self.cells.columns) }
                    last = clock.now
                    scaling += last - read
                    frames += 1
                case .dropped: break
                }
            }
        }
    }

    private static func scaler(_ format: I420StreamFormat) -> I420Scaler? {
        let area = PictureArea(cells: cells, filling: .fill)
        guard let crop = I420Crop(of: format.layout.size, aspect: format.aspect, in: area) else { return nil }
        return I420Scaler(format.layout, crop, YUVConversion(matrix: .bt601, range: format.range))
    }

    package var text: String {
        "\(plural(frames, "frame")), \(microseconds(scaling)) us each to scale, \(microseconds(reading)) us to read"
    }

    private func microseconds(_ time: Duration) -> Int { frames == 0 ? 0 : Int(time / .microseconds(1)) / frames }
}
