import Engine
import Events

/// Finds how far a stream's mouths are ahead of its sound or behind it: correlates how open the mouth is with how loud the
/// sound is, over shifts of up to half a second, for the whole and for windows of ten seconds of speech.
///
/// Fed with chunks in the order in which they were heard. Memory does not grow with the length of the run.
package struct LipLag: Sendable {
    /// No judgment on less.
    static let leastSpeech = Span.seconds(10)
    static let leastCorrelation = 0.3
    /// A window each so much speech.
    private static let step = Span.seconds(5)
    /// Two windows have one lag when they are no further apart than a frame of 30 a second.
    private static let same = Span.milliseconds(34)
    /// Hops of a block; windows are made of whole ones.
    private static let blockHops = 100
    /// Blocks of a window that has too little speech in it.
    private static let mostBlocks = 120

    struct Block: Sendable {
        var from: Instant
        var to: Instant
        var ordinal: Int
        var generation: Generation
        var chunk: Int
        var hops = 0
        /// Those in which there is a voice.
        var speech = 0
        var sums = ShiftSums()
    }

    private var whole = ShiftSums.Total()
    private(set) var blocks: [Block] = []
    private var block: Block?
    /// Speech, in hops, since the last window.
    private var fresh = 0
    private var speech = 0
    private var hops = 0
    private var knownMouths = 0

    // Of the message, up to now: its last moments.
    private var generation: Generation?
    private(set) var mouths: [Float] = []
    private var isKnown: [Float] = []
    private var sounds: [Float] = []
    private var figures = LipFigures()
    private var counting = MouthCounting()

    package init() {}

    /// The next chunk that was heard; one without sound or frames ends what can be compared.
    package mutating func receive(_ track: LipTrack) {
        if track.generation != generation { endMessage() }
        generation = track.generation
        counting.receive(track)
        let count = track.hopCount
        guard count > 0 else { return forgetMoments() }
        let start = mouths.count
        append(track, count)
        for hop in 0..<count { add(track, hop, upTo: start + hop) }
        keepMoments()
    }

    private mutating func append(_ track: LipTrack, _ count: Int) {
        for hop in 0..<count {
            let openness = track.mouths[track.frame(atHop: hop)].openness
            let known = openness.isFinite
            mouths.append(known ? min(max(openness, 0), 1) : 0)
            isKnown.append(known ? 1 : 0)
            sounds.append(track.levels[hop].isFinite ? min(max(track.levels[hop], 0), 1) : 0)
        }
    }

    private mutating func add(_ track: LipTrack, _ hop: Int, upTo place: Int) {
        let moment = track.shown + LipTrack.hop * Int64(hop)
        var block =
            block
            ?? Block(
                from: moment, to: moment, ordinal: track.ordinal + track.frame(atHop: hop),
                generation: track.generation, chunk: track.chunk)
        self.block = nil
        let first = max(0, place - ShiftSums.reach)
        mouths.withUnsafeBufferPointer { mouths in
            isKnown.withUnsafeBufferPointer { isKnown in
                sounds.withUnsafeBufferPointer { sounds in
                    block.sums.add(
                        UnsafeBufferPointer(rebasing: mouths[first...place]),
                        UnsafeBufferPointer(rebasing: isKnown[first...place]),
                        UnsafeBufferPointer(rebasing: sounds[first...place]))
                }
            }
        }
        block.hops += 1
        block.to = moment + LipTrack.hop
        hops += 1
        if isKnown[place] > 0 {
            knownMouths += 1
            if counting.isVoice(sounds[place]) { block.speech += 1 }
        }
        self.block = block
        if block.hops >= Self.blockHops { endBlock() }
    }

    /// What later moments are paired with.
    private mutating func keepMoments() {
        let gone = max(0, mouths.count - ShiftSums.reach)
        mouths.removeFirst(gone)
        isKnown.removeFirst(gone)
        sounds.removeFirst(gone)
    }

    private mutating func forgetMoments() { (mouths, isKnown, sounds) = ([], [], []) }

    private mutating func endMessage() {
        endBlock()
        counting.endMessage()
        forgetMoments()
    }

    // MARK: Windows

    private mutating func endBlock() {
        guard let block else { return }
        self.block = nil
        whole.add(block.sums)
        speech += block.speech
        fresh += block.speech
        blocks.append(block)
        while blocks.count > 1,
            blocks.count > Self.mostBlocks || span(blocks.dropFirst().reduce(0) { $0 + $1.speech }) >= Self.leastSpeech
        { blocks.removeFirst() }
        if span(fresh) >= Self.step { endWindow() }
    }

    private func span(_ hops: Int) -> Span { LipTrack.hop * Int64(hops) }

    private mutating func endWindow() {
        guard let first = blocks.first, let last = blocks.last,
            span(blocks.reduce(0) { $0 + $1.speech }) >= Self.leastSpeech
        else { return }
        fresh = 0
        var sums = ShiftSums.Total()
        for block in blocks { sums.add(block.sums) }
        guard let found = LipFigures.Peak(of: sums.correlations) else { return }
        let peak = Self.isClear(found) ? found : nil
        if let peak, peak.lag.magnitude > figures.worst?.lag.magnitude ?? Span(microseconds: -1) {
            figures.worst = peak
        }
        let window = LipFigures.Stretch(
            from: first.from, to: last.to, ordinal: first.ordinal, generation: first.generation, chunk: first.chunk,
            peak: peak, correlation: found.correlation, windows: 1)
        add(window)
    }

    private mutating func add(_ window: LipFigures.Stretch) {
        if let place = figures.stretches.indices.last, Self.isSame(figures.stretches[place].peak, window.peak) {
            figures.stretches[place].extend(by: window)
        } else if figures.stretches.count < LipFigures.stretchesKept {
            figures.stretches.append(window)
        }
    }

    private static func isSame(_ before: LipFigures.Peak?, _ next: LipFigures.Peak?) -> Bool {
        guard let before, let next else { return before == nil && next == nil }
        return (before.lag - next.lag).magnitude <= same
    }

    /// What came of all that was taken.
    package mutating func finish() -> LipFigures {
        endMessage()
        if fresh > 0 { endWindow() }
        figures.speech = span(speech)
        figures.mouths = counting.figures
        figures.correlations = hops > 0 ? whole.correlations : []
        let peak = LipFigures.Peak(of: figures.correlations)
        figures.notJudged = reason(peak)
        if figures.notJudged == nil, let peak, Self.isClear(peak) { figures.peak = peak }
        return figures
    }

    private static func isClear(_ peak: LipFigures.Peak) -> Bool {
        peak.correlation >= leastCorrelation && !peak.isRepeated
    }

    private func reason(_ peak: LipFigures.Peak?) -> LipFigures.NotJudged? {
        guard hops > 0, let peak else { return .noSound }
        guard knownMouths > 0 else { return .noMouth }
        guard span(speech) >= Self.leastSpeech else { return .tooShort(speech: span(speech)) }
        guard !Self.isClear(peak), figures.worst == nil else { return nil }
        return peak.correlation < Self.leastCorrelation ? .unrelated(correlation: peak.correlation) : .repeated
    }
}

extension LipFigures.Stretch {
    fileprivate mutating func extend(by next: Self) {
        to = next.to
        windows += next.windows
        correlation = max(correlation, next.correlation)
        if let lag = next.peak?.lag, lag.magnitude > peak?.lag.magnitude ?? .zero { peak = next.peak }
    }
}
