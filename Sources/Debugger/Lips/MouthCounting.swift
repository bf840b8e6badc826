import Engine
import Events

/// Counts mouth movements, chunk by chunk.
struct MouthCounting: Sendable {
    private(set) var figures = MouthFigures()
    /// The loudest level so far.
    private var loudest: Float = 0
    private var shape: (name: String, length: TimeSpan)?

    /// The current time in which a mouth does not move, is open in silence, or trembles.
    private var still: MouthFigures.Oddity?
    private var open: MouthFigures.Oddity?
    private var tremor: MouthFigures.Oddity?
    /// The current silence, and how often the mouth has opened in it.
    private var quiet: (oddity: MouthFigures.Oddity, isOpening: Bool)?
    private var before: (mouth: Mouth, change: Float)?

    /// Margin around speech: a voice fades, and a mouth opens before it speaks.
    private static let margin = TimeSpan.milliseconds(150)
    /// On the scale of levels: 40 dB. Noise and music in pauses are often less than 25 dB below the voice.
    private static let silence: Float = 40.0 / 60
    private static let loud: Float = 25.0 / 60
    /// Change of one step of six, and of two.
    private static let move: Float = 0.15
    private static let wideMove: Float = 0.35
    /// Openness of a half open mouth, on the scale of names.
    private static let halfOpen: Float = 0.5
    /// Shorter ones are not stored.
    private static let fewest = (still: TimeSpan.milliseconds(500), open: TimeSpan.milliseconds(100), trembling: 4)

    /// Whether there is a voice: at most 40 dB below the loudest level, and not silence.
    func isVoice(_ level: Float) -> Bool { level > max(0.02, loudest - Self.silence) }

    private func isLoud(_ level: Float) -> Bool { level > max(0.02, loudest - Self.loud) }

    mutating func receive(_ track: LipTrack) {
        loudest = track.levels.reduce(loudest) { max($0, $1) }
        for mouth in track.mouths { countShape(mouth, track.period) }
        countClosures(track.mouths)
        countFrames(track)
    }

    mutating func endMessage() {
        shape = nil
        endRuns()
    }

    mutating func finish() -> MouthFigures {
        endRuns()
        return figures
    }

    private mutating func countShape(_ mouth: Mouth, _ period: TimeSpan) {
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

    /// Counts closures. A closure may show one frame before or after its sound.
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

    // MARK: Frame by frame

    private mutating func countFrames(_ track: LipTrack) {
        let margin = Int(Self.margin.microseconds / LipTrack.hop.microseconds)
        let nextVoice = nextVoice(track.levels)
        var voiceBefore = -1
        for (frame, mouth) in track.mouths.enumerated() {
            let (first, end) = (track.hop(ofFrame: frame), track.hop(ofFrame: frame + 1))
            guard first < end, end <= track.levels.count else { return endRuns() }
            for hop in first..<end where isVoice(track.levels[hop]) { voiceBefore = hop }
            let isQuiet = first - voiceBefore > margin && nextVoice[first] - end >= margin
            let loud = LipTrack.hop * Int64(track.levels[first..<end].count { isLoud($0) })
            let place = LipPlace(
                from: track.shown + track.period * Int64(frame),
                to: track.shown + track.period * Int64(frame + 1), ordinal: track.ordinal + frame,
                generation: track.generation, chunk: track.chunk)
            count(mouth, place, loud: loud, isQuiet: isQuiet && loudest > 0.02)
            if isQuiet, frame > 0, abs(track.mouths[frame - 1].openness - mouth.openness) > Self.move {
                figures.movesInSilence += 1
            }
            if isQuiet { figures.silence += track.period }
        }
    }

    /// For each hop the next one with a voice, within the chunk.
    private func nextVoice(_ levels: [Float]) -> [Int] {
        var next = levels.count
        var nextVoice = [Int](repeating: next, count: levels.count)
        for hop in levels.indices.reversed() {
            if isVoice(levels[hop]) { next = hop }
            nextVoice[hop] = next
        }
        return nextVoice
    }

    private mutating func count(_ mouth: Mouth, _ place: LipPlace, loud: TimeSpan, isQuiet: Bool) {
        guard mouth.openness.isFinite else { return endRuns() }
        figures.loud += loud
        // Of mouths without names nobody knows how much a change is.
        let isComparable = mouth.isNamed && before?.mouth.isNamed == true
        let change = isComparable ? mouth.openness - (before?.mouth.openness ?? 0) : 0
        countStill(mouth, place, loud)
        countOpen(mouth, place, isQuiet)
        countOpenings(change, place, isQuiet && mouth.isNamed)
        countTremor(change, place)
        before = (mouth, change)
    }

    private mutating func countStill(_ mouth: Mouth, _ place: LipPlace, _ loud: TimeSpan) {
        let isShut = mouth.isShut && (still?.kind ?? .shut) == .shut
        let isSame = before.map { mouth.isSame(as: $0.mouth) } ?? false
        if still == nil || !(isShut || isSame) {
            endStill()
            still = MouthFigures.Oddity(kind: mouth.isShut ? .shut : .still, place: place)
        } else if !isShut {
            still?.kind = .still
        }
        still?.place.to = place.to
        still?.amount += loud
        figures.longestStill = max(figures.longestStill, still?.amount ?? .zero)
    }

    private mutating func countOpen(_ mouth: Mouth, _ place: LipPlace, _ isQuiet: Bool) {
        guard isQuiet, mouth.isNamed, mouth.openness >= Self.halfOpen else { return endOpen() }
        if open == nil { open = MouthFigures.Oddity(kind: .open, place: place) }
        open?.place.to = place.to
        open?.amount += place.length
        figures.longestOpen = max(figures.longestOpen, open?.amount ?? .zero)
    }

    /// Counts openings in silence. A mouth may open once in a silence, and shut slowly.
    private mutating func countOpenings(_ change: Float, _ place: LipPlace, _ isQuiet: Bool) {
        guard isQuiet else { return endQuiet() }
        if quiet == nil { quiet = (MouthFigures.Oddity(kind: .opens, place: place), false) }
        quiet?.oddity.place.to = place.to
        if change > Self.move, quiet?.isOpening == false {
            quiet?.isOpening = true
            quiet?.oddity.count += 1
        } else if change < -Self.move {
            quiet?.isOpening = false
        }
    }

    private mutating func countTremor(_ change: Float, _ place: LipPlace) {
        guard abs(change) > Self.wideMove else { return endTremor() }
        if tremor == nil || change * (before?.change ?? 0) >= 0 {
            endTremor()
            tremor = MouthFigures.Oddity(kind: .trembles, place: place)
        }
        tremor?.place.to = place.to
        tremor?.count += 1
        figures.trembling = max(figures.trembling, tremor?.count ?? 0)
    }

    // MARK: Ends

    private mutating func endRuns() {
        endStill()
        endOpen()
        endQuiet()
        endTremor()
        before = nil
    }

    private mutating func endStill() {
        if let still, still.amount >= Self.fewest.still { keep(still) }
        still = nil
    }

    private mutating func endOpen() {
        if let open, open.amount >= Self.fewest.open { keep(open) }
        open = nil
    }

    private mutating func endQuiet() {
        if let oddity = quiet?.oddity, oddity.count > 1 {
            figures.openingsInSilence += oddity.count - 1
            keep(oddity)
        }
        quiet = nil
    }

    private mutating func endTremor() {
        if let tremor, tremor.count > Self.fewest.trembling { keep(tremor) }
        tremor = nil
    }

    private mutating func keep(_ oddity: MouthFigures.Oddity) {
        if figures.oddities.count < LipFigures.stretchesKept { figures.oddities.append(oddity) }
    }
}
