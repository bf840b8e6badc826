import Engine
import Events

/// What mouths do by themselves: how often they change, whether they close where they must, and whether they rest in silence.
package struct MouthFigures: Hashable, Sendable {
    /// A shape that stands less long is a short one.
    package static let short = Span.milliseconds(50)

    /// Of frames whose shape has a name.
    package internal(set) var named = Span.zero
    /// Times that one shape stood, and those of them that were `short`.
    package internal(set) var shapes = 0
    package internal(set) var shortShapes = 0
    /// Sounds that need lips that touch, where shape and sound are both told; and those at which they do not touch.
    package internal(set) var closures = 0
    package internal(set) var missedClosures = 0
    /// Time without a voice, further than `MouthCounting.margin` from any, and frames in it whose mouth is another than before.
    package internal(set) var silence = Span.zero
    package internal(set) var movesInSilence = 0

    package init() {}

    /// `nil` where no shape has a name.
    package var shapesPerSecond: Double? { named > .zero ? Double(shapes) / named.seconds : nil }
}

/// Counts them chunk by chunk.
struct MouthCounting: Sendable {
    private(set) var figures = MouthFigures()
    /// The loudest that was heard.
    private var loudest: Float = 0
    private var shape: (name: String, length: Span)?

    /// A voice dies away, and a mouth opens before it speaks.
    private static let margin = Span.milliseconds(150)
    /// On the scale of levels: 40 dB.
    private static let silence: Float = 40.0 / 60
    /// As much as a step of six.
    private static let move: Float = 0.15

    /// Whether somebody speaks: no more than 40 dB below the loudest, and not silence.
    func isVoice(_ level: Float) -> Bool { level > max(0.02, loudest - Self.silence) }

    mutating func receive(_ track: LipTrack) {
        loudest = track.levels.reduce(loudest) { max($0, $1) }
        for mouth in track.mouths { countShape(mouth, track.period) }
        countClosures(track.mouths)
        countMoves(track)
    }

    mutating func endMessage() { shape = nil }

    private mutating func countShape(_ mouth: Mouth, _ period: Span) {
        guard let name = mouth.shape else {
            shape = nil
            return
        }
        figures.named += period
        if let shape, shape.name == name {
            self.shape?.length += period
            return
        }
        figures.shapes += 1
        // How long the last one of all stands nobody knows.
        if let shape, shape.length < MouthFigures.short { figures.shortShapes += 1 }
        shape = (name, period)
    }

    /// A closure may be seen one frame before its sound or behind it.
    private mutating func countClosures(_ mouths: [Mouth]) {
        var place = 0
        while place < mouths.count {
            guard mouths[place].isClosure else {
                place += 1
                continue
            }
            let first = place
            while place < mouths.count, mouths[place].isClosure { place += 1 }
            let seen = mouths[max(0, first - 1)..<min(mouths.count, place + 1)].filter { $0.openness.isFinite }
            guard !seen.isEmpty else { continue }
            figures.closures += 1
            if !seen.contains(where: { $0.openness <= MouthName.closed }) { figures.missedClosures += 1 }
        }
    }

    private mutating func countMoves(_ track: LipTrack) {
        let margin = Int(Self.margin.microseconds / LipTrack.hop.microseconds)
        var voiceBefore = -1
        // For each hop the next one with a voice; beyond the chunk nobody knows.
        var next = track.levels.count
        var nextVoice = [Int](repeating: next, count: track.levels.count)
        for hop in track.levels.indices.reversed() {
            if isVoice(track.levels[hop]) { next = hop }
            nextVoice[hop] = next
        }
        for (frame, mouth) in track.mouths.enumerated() {
            let (first, end) = (track.hop(ofFrame: frame), track.hop(ofFrame: frame + 1))
            guard first < end, end <= track.levels.count else { return }
            for hop in first..<end where isVoice(track.levels[hop]) { voiceBefore = hop }
            guard first - voiceBefore > margin, nextVoice[first] - end >= margin else { continue }
            figures.silence += track.period
            if frame > 0, Self.hasMoved(track.mouths[frame - 1], mouth) { figures.movesInSilence += 1 }
        }
    }

    private static func hasMoved(_ before: Mouth, _ now: Mouth) -> Bool {
        abs(before.openness - now.openness) > move
    }
}
