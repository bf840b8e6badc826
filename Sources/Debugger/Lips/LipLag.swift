import Engine
import Events

/// Finds how far a stream's mouths are ahead of or behind its sound. It correlates how open the mouth is with how
/// loud the sound is, over shifts of up to five seconds: for the whole, for windows of ten seconds of speech, for
/// messages and chunks.
///
/// It receives chunks in the order in which they were played. Memory does not grow with the length of the run.
package struct LipLag: Sendable {
    /// With less speech the lag is not judged.
    static let leastSpeech = TimeSpan.seconds(6)
    /// Speech in a window, and speech from one window's start to the next.
    private static let windowSpeech = TimeSpan.seconds(10)
    private static let step = TimeSpan.seconds(5)
    /// Two windows have the same lag if they differ by at most a frame of 30 a second.
    private static let same = TimeSpan.milliseconds(34)
    /// Largest number of blocks in a window with little speech.
    private static let mostBlocks = 40
    /// Hops of a message that are compared at once: five minutes. Longer messages are cut.
    private static let mostHops = 30_000

    struct Block: Sendable {
        var piece: LipMessage.Piece
        var sums: ShiftSums
    }

    private var whole = ShiftSums()
    private(set) var blocks: [Block] = []
    /// Speech since the last window, in hops.
    private var fresh = 0
    private var speech = 0
    private var hops = 0
    private var knownMouths = 0
    private var clearWindows = 0

    private var generation: Generation?
    /// The message so far.
    private(set) var message = LipMessage()
    private var figures = LipFigures()
    private var counting = MouthCounting()

    package init() {}

    /// Adds the next played chunk. A chunk without sound or frames ends the comparison.
    package mutating func receive(_ track: LipTrack) {
        if track.generation != generation {
            endMessage()
            counting.endMessage()
        }
        generation = track.generation
        counting.receive(track)
        guard track.hopCount > 0 else { return endMessage() }
        message.append(track, isVoice: counting.isVoice)
        if message.hopCount >= Self.mostHops { endMessage() }
    }

    private func span(_ hops: Int) -> TimeSpan { LipTrack.hop * Int64(hops) }

    private mutating func endMessage() {
        guard message.hopCount > 0 else { return }
        let (ended, windowsBefore) = (message, clearWindows)
        message = LipMessage()
        hops += ended.hopCount
        knownMouths += ended.knownMouths
        let series = ended.series
        let parts = ended.pieces.map { Block(piece: $0, sums: series.sums(of: $0.hops)) }
        var sums = ShiftSums()
        for part in parts {
            sums += part.sums
            appendBlock(part)
        }
        whole += sums
        let peak = judge(ended, sums)
        let reference = peak ?? Self.clearPeak(whole)
        for part in parts { judgePiece(part, reference) }
        if peak == nil, clearWindows == windowsBefore { judgeUnrelated(ended, series, sums) }
    }

    private static func clearPeak(_ sums: ShiftSums) -> LipFigures.Peak? {
        let peak = LipFigures.Peak(of: sums.correlations(atLeast: leastHops))
        return peak.flatMap { $0.isClear ? $0 : nil }
    }

    private static let leastHops = Int(leastSpeech.microseconds / LipTrack.hop.microseconds)

    // MARK: Messages and chunks

    private mutating func judge(_ ended: LipMessage, _ sums: ShiftSums) -> LipFigures.Peak? {
        guard let best = LipFigures.Peak(of: sums.correlations(atLeast: Self.leastHops)) else { return nil }
        let peak = best.isClear && span(ended.speech) >= Self.leastSpeech ? best : nil
        if figures.messages.count < LipFigures.stretchesKept, let whole = ended.whole {
            figures.messages.append(whole.stretch(peak, best.correlation))
        }
        return peak
    }

    private mutating func judgePiece(_ part: Block, _ reference: LipFigures.Peak?) {
        guard figures.pieces.count < LipFigures.stretchesKept else { return }
        let piece = part.piece.judged(part.sums, reference)
        if piece.verdict == .apart, let peak = piece.peak { figures.note(peak) }
        figures.pieces.append(piece)
    }

    /// Reports a message whose mouths do not belong to its sound. For pairs of mouth and sound from different speech,
    /// 12 to 30 s long, r within half a second of no lag is below 0.25 in 93 to 100 of 100; for healthy ones it is at
    /// least 0.38.
    private mutating func judgeUnrelated(_ ended: LipMessage, _ series: LipSeries, _ sums: ShiftSums) {
        let correlations = sums.correlations(atLeast: Self.leastHops)
        let near = ShiftSums.reach - 50...ShiftSums.reach + 50
        let spreads = series.spreads
        guard ended.hopCount >= 1_200, span(ended.speech) >= Self.windowSpeech, ended.isNamed,
            correlations[near].allSatisfy({ $0 < 0.25 }), spreads.mouth >= 0.08, spreads.sound >= 0.06,
            !series.isPeriodic, figures.unrelated.count < LipFigures.stretchesKept, let whole = ended.whole
        else { return }
        figures.unrelated.append(whole.stretch(nil, correlations.max() ?? 0))
    }

    // MARK: Windows

    private mutating func appendBlock(_ block: Block) {
        speech += block.piece.speech
        fresh += block.piece.speech
        blocks.append(block)
        while blocks.count > 1,
            blocks.count > Self.mostBlocks
                || span(blocks.dropFirst().reduce(0) { $0 + $1.piece.speech }) >= Self.windowSpeech
        { blocks.removeFirst() }
        if span(fresh) >= Self.step { endWindow() }
    }

    private mutating func endWindow() {
        guard let first = blocks.first, let last = blocks.last,
            span(blocks.reduce(0) { $0 + $1.piece.speech }) >= Self.windowSpeech
        else { return }
        fresh = 0
        var sums = ShiftSums()
        for block in blocks { sums += block.sums }
        guard let found = LipFigures.Peak(of: sums.correlations(atLeast: Self.leastHops)) else { return }
        let peak = found.isClear ? found : nil
        if let peak {
            figures.note(peak)
            clearWindows += 1
        }
        var window = first.piece.stretch(peak, found.correlation)
        window.place.to = last.piece.place.to
        appendWindow(window)
    }

    private mutating func appendWindow(_ window: LipFigures.Stretch) {
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

    /// Ends the run and returns the figures.
    package mutating func finish() -> LipFigures {
        endMessage()
        if fresh > 0 { endWindow() }
        figures.speech = span(speech)
        figures.mouths = counting.finish()
        figures.correlations = hops > 0 ? whole.correlations(atLeast: Self.leastHops) : []
        let peak = LipFigures.Peak(of: figures.correlations)
        figures.notJudged = reason(peak)
        if figures.notJudged == nil, let peak, peak.isClear {
            figures.peak = peak
            if figures.stretches.isEmpty { addOnly(peak) }
        }
        return figures
    }

    /// Adds a run that is too short for a window as one.
    private mutating func addOnly(_ peak: LipFigures.Peak) {
        guard let first = blocks.first, let last = blocks.last else { return }
        figures.note(peak)
        var window = first.piece.stretch(peak, peak.correlation)
        window.place.to = last.piece.place.to
        appendWindow(window)
    }

    private func reason(_ peak: LipFigures.Peak?) -> LipFigures.NotJudged? {
        guard hops > 0, let peak else { return .noSound }
        guard knownMouths > 0 else { return .noMouth }
        guard span(speech) >= Self.leastSpeech else { return .tooShort(speech: span(speech)) }
        guard !peak.isClear, figures.worst == nil else { return nil }
        return peak.correlation < LipFigures.Peak.leastCorrelation
            ? .unrelated(correlation: peak.correlation) : .repeated
    }
}

extension LipFigures.Stretch {
    fileprivate mutating func extend(by next: Self) {
        place.to = next.place.to
        windows += next.windows
        correlation = max(correlation, next.correlation)
        if let lag = next.peak?.lag, lag.magnitude > peak?.lag.magnitude ?? .zero { peak = next.peak }
    }
}
