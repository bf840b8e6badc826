import Cells
import Engine
import Events

/// Figures of the session, as the statistics popup shows them.
package struct StatisticsState: Hashable, Sendable {
    package var counters: Counters
    package var generation: Generation
    package var queuedChunks: Int
    package var decodedBytes: Int
    package var scaledBytes = 0
    package var bufferReady: Int
    package var bufferKnown: Int
    /// Frames painted, frames that gave way to newer ones before they were painted, bytes of the last frame, all bytes.
    package var painted = 0
    package var dropped = 0
    package var frameBytes = 0
    package var totalBytes = 0
    /// CPU milliseconds of composing and of painting, averaged over the last second.
    package var composeMilliseconds = 0.0
    package var paintMilliseconds = 0.0
    package var picture: CellSize
    package var pixels: PixelSize
    package var colors: String

    package init(
        counters: Counters, generation: Generation, queuedChunks: Int, decodedBytes: Int, bufferReady: Int,
        bufferKnown: Int, picture: CellSize, pixels: PixelSize, colors: String
    ) {
        self.counters = counters
        self.generation = generation
        self.queuedChunks = queuedChunks
        self.decodedBytes = decodedBytes
        self.bufferReady = bufferReady
        self.bufferKnown = bufferKnown
        self.picture = picture
        self.pixels = pixels
        self.colors = colors
    }
}

package enum StatisticsPanel {
    package static func popup(_ state: StatisticsState, in layout: ScreenLayout) -> Panel {
        let rows = rows(state)
        let lines = rows.map { name, value in
            TextLine([TextSpan(TextCells.padded(name, toCells: 11), TextStyle(.faint)), TextSpan(value)])
        }
        return Panel(
            layout.inCorner(columns: 46, rows: rows.count + 2), lines,
            border: Panel.Border(title: " statistics ", style: TextStyle(.accent)))
    }

    private static func rows(_ state: StatisticsState) -> [(String, String)] {
        let c = state.counters
        return [
            ("message", "\(state.generation), \(c.messagesFinished) finished, \(c.chunksFinished) chunks"),
            ("frames", "\(c.shown) shown, \(c.held) held, \(c.skipped) skipped"),
            ("faults", "\(c.desync) desync, \(c.noOverlay) without overlay"),
            ("stream", "\(c.lost) lost, \(c.late) late, \(c.duplicates) twice, \(c.stale) stale"),
            ("pictures", "\(c.decoded) decoded, \(c.decodeFailures) broken, \(size(state.decodedBytes))"),
            ("buffer", "\(state.bufferReady)/\(state.bufferKnown) frames, \(state.queuedChunks) chunks waiting"),
            ("scaled", size(state.scaledBytes)),
            ("painted", "\(state.painted), \(state.dropped) dropped"),
            ("bytes", "\(size(state.frameBytes)) a frame, \(size(state.totalBytes)) in all"),
            ("time", "\(tenths(state.composeMilliseconds)) ms compose, \(tenths(state.paintMilliseconds)) ms paint"),
            (
                "picture",
                "\(state.picture.columns)x\(state.picture.rows) cells, \(state.pixels.width)x\(state.pixels.height) px, \(state.colors)"
            ),
        ]
    }

    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1_000: "\(bytes) B"
        case ..<1_000_000: "\(tenths(Double(bytes) / 1_000)) kB"
        default: "\(tenths(Double(bytes) / 1_000_000)) MB"
        }
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((min(max(value, 0), 1e12) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
