import Events
import Frames

/// Bytes that may be Y4M, or raw I420 of a size that somebody has said: frames of them, and those on a tile.
///
/// Input: a byte for the kind, a piece whose bytes say where the stream is cut, of raw I420 width and height, then the stream.
struct VideoExercise {
    /// Larger ones take so long that few would be tried.
    private static let usualPixels = 1 << 16

    /// All that a parser tells of a stream.
    private struct Heard: Equatable {
        var formats: [I420StreamFormat] = []
        var frames: [[UInt8]] = []
        var rest = 0
        var error: I420StreamError?
    }

    private var parser: any I420Parsing
    private var heard = Heard()
    private var firstFrame: I420Frame?
    /// Whether larger frames come than are tried.
    private var isTooLarge = false

    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        let isRaw = source.byte() & 1 == 1
        let cuts = source.piece()
        let size = isRaw ? PixelSize(width: source.number(), height: source.number()) : nil
        let stream = source.all()
        guard let whole = try heard(stream, cutAt: [], size) else { return }
        guard let cut = try heard(stream, cutAt: cuts, size) else { return }
        try expect(whole == cut, "where a stream is cut changes what is in it")
        if isRaw, whole.error == nil, let layout = whole.formats.first?.layout {
            let count = whole.frames.count * layout.byteCount + whole.rest
            try expect(count == stream.count, "bytes of raw frames are lost")
        }
    }

    /// `nil` when it is not tried.
    private static func heard(_ stream: [UInt8], cutAt cuts: [UInt8], _ size: PixelSize?) throws(Breach) -> Heard? {
        let pool = I420Pool()
        guard let parser = try parser(size, pool) else { return nil }
        var exercise = VideoExercise(parser: parser)
        do throws(I420StreamError) {
            try exercise.feed(stream, cutAt: cuts)
        } catch {
            exercise.heard.error = error
            try exercise.staysFailed(error)
        }
        if exercise.isTooLarge { return nil }
        do throws(I420StreamError) {
            exercise.heard.rest = try exercise.parser.end()
        } catch {
            try check(error)
            try expect(exercise.heard.error == nil || exercise.heard.error == error, "a failed stream ends otherwise")
            exercise.heard.error = error
        }
        try exercise.check()
        return exercise.heard
    }

    private static func parser(_ size: PixelSize?, _ pool: I420Pool) throws(Breach) -> (any I420Parsing)? {
        guard let size else { return Y4MParser(pool) }
        do throws(I420StreamError) {
            return try RawI420Parser(size: size, pool)
        } catch {
            try check(error)
            try expect(I420Layout(size) == nil, "raw frames of a good size are refused")
            return nil
        }
    }

    private init(parser: any I420Parsing) { self.parser = parser }

    private mutating func feed(_ stream: [UInt8], cutAt cuts: [UInt8]) throws(I420StreamError) {
        var rest = stream[...]
        var turn = 0
        repeat {
            var piece = cuts.isEmpty ? rest : rest.prefix(Int(cuts[turn % cuts.count]) + 1)
            rest = rest[piece.endIndex...]
            turn += 1
            while !isTooLarge, let event = try parser.next(&piece) {
                switch event {
                case .began(let format):
                    heard.formats.append(format)
                    isTooLarge = format.layout.size.count > Self.usualPixels
                case .frame(let frame):
                    firstFrame = firstFrame ?? frame
                    heard.frames.append(frame.bytes)
                case .dropped: break
                }
            }
        } while !rest.isEmpty && !isTooLarge
    }

    private mutating func staysFailed(_ error: I420StreamError) throws(Breach) {
        var more = Array("FRAME\n".utf8)[...]
        var found: I420StreamError?
        do throws(I420StreamError) {
            _ = try parser.next(&more)
        } catch {
            found = error
        }
        try expect(found == error && more.isEmpty, "a stream that cannot be understood goes on, or fails otherwise")
    }

    private func check() throws(Breach) {
        for format in heard.formats {
            let size = format.layout.size
            try expect(
                Limits.videoSides.contains(size.width) && Limits.videoSides.contains(size.height)
                    && size.count <= I420Layout.mostPixels, "a size beyond the limit")
        }
        try expect(!heard.formats.isEmpty || heard.frames.isEmpty, "frames come before their format")
        guard heard.formats.count == 1, let format = heard.formats.first else { return }
        for bytes in heard.frames {
            try expect(bytes.count == format.layout.byteCount, "a frame has not all of its samples")
        }
        try shows(format)
    }

    /// Of any shape that the stream says, and however small the tile is.
    private func shows(_ format: I420StreamFormat) throws(Breach) {
        for (columns, filling) in [(1, PictureArea.Filling.fill), (9, .fit)] {
            let area = PictureArea(cells: CellSize(columns: columns, rows: 4), filling: filling)
            guard let crop = I420Crop(of: format.layout.size, aspect: format.aspect, in: area) else {
                throw Breach("a frame has no place in a tile")
            }
            let frame = PixelRect(origin: .zero, size: format.layout.size)
            try expect(crop.source.intersection(frame) == crop.source, "a tile shows what is beyond a frame")
            let scaler = I420Scaler(format.layout, crop, YUVConversion(matrix: .bt601, range: format.range))
            guard let firstFrame else { continue }
            let image = scaler.image(of: firstFrame)
            try expect(image.size == area.pixels, "a tile's picture has not its size")
        }
    }

    /// What a stream says of itself stands in messages.
    private static func check(_ error: I420StreamError) throws(Breach) {
        let isPlain = error.reason.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        try expect(isPlain && error.reason.utf8.count < 1_000, "a message holds what a stream had: \(error.reason)")
    }
}
