import Events
import Files
import Frames
import PictureInPicture
import Video

/// Videos of a call below the folder that is given for them, as a run without a screen hears of them: each opens at once, and while
/// it can be seen its first frame is there. The lines in front of its other frames are looked at once.
///
/// Pipes are left alone: what comes from them comes to whoever waits for it.
struct CallFiles {
    private struct Attached: Hashable {
        let source: SourceIdentity
        let call: String?
    }

    private let folder: OpenFolder
    private let pool = I420Pool()
    private var attached: Attached?
    private var hasFrame = false
    /// The first frame has been told of since it could be seen.
    private var isShown = false
    /// Files whose frames have all been looked at.
    private var surveyed: Set<String> = []
    private static let mostSurveyed = 1_000

    init(_ folder: OpenFolder) { self.folder = folder }

    /// What the tile is to hear of the source that it has open now, each once.
    mutating func outcomes(for tile: Tile) -> [TileInput] {
        let source = tile.attached
        let wanted = source.map { Attached(source: $0.identity, call: tile.record.snapshot.call) }
        var inputs: [TileInput] = []
        if wanted != attached {
            (attached, hasFrame, isShown) = (wanted, false, false)
            if let source { inputs += open(source) }
        }
        guard let wanted, hasFrame else { return inputs }
        if isShown != tile.isSeen {
            isShown = tile.isSeen
            if isShown { inputs.append(.firstFrame(wanted.source)) }
        }
        return inputs
    }

    private mutating func open(_ source: CallSource) -> [TileInput] {
        guard let path = source.path else { return [] }
        do throws(VideoFailure) {
            let isKnown = surveyed.contains(path)
            let found = try VideoSource(.below(folder, path)).beginning(pool, isWhole: !isKnown)
            guard let begin = found else { return [] }
            if surveyed.count < Self.mostSurveyed { surveyed.insert(path) }
            hasFrame = begin.hasFrame
            let opened = TileInput.source(source.identity, begin.format.opened)
            return hasFrame ? [opened] : [opened, .source(source.identity, .ended)]
        } catch {
            return [.source(source.identity, .failed(reason: error.reason))]
        }
    }
}

extension I420StreamFormat {
    /// What the tile hears of a stream that begins.
    package var opened: SourceOutcome {
        .opened(layout.size, pixelAspect: Double(aspect.numerator) / Double(max(1, aspect.denominator)))
    }
}
