import Engine
import Events

/// The chunks of one message in a row, for judging lips.
struct LipMessage: Sendable {
    /// Several hops of a message, and where they were shown.
    struct Piece: Sendable {
        var place: LipPlace
        var hops: Range<Int>
        /// Number of hops with a voice and a known mouth.
        var speech = 0
    }

    private var mouths: [Float] = []
    private var isKnown: [Float] = []
    private var sounds: [Float] = []
    private var isSpeech: [Bool] = []
    private var chunks: [Piece] = []
    private var namedMouths = 0
    private(set) var knownMouths = 0
    private(set) var speech = 0

    var hopCount: Int { mouths.count }
    /// Whether most of its mouths are known by name.
    var isNamed: Bool { namedMouths * 2 > mouths.count }
    var series: LipSeries { LipSeries(mouths: mouths, isKnown: isKnown, sounds: sounds) }

    mutating func append(_ track: LipTrack, isVoice: (Float) -> Bool) {
        let (start, count) = (mouths.count, track.hopCount)
        for hop in 0..<count {
            let mouth = track.mouths[track.frame(atHop: hop)]
            let known = mouth.openness.isFinite
            mouths.append(known ? min(max(mouth.openness, 0), 1) : mouths.last ?? 0)
            isKnown.append(known ? 1 : 0)
            let level = track.articulation[hop]
            sounds.append(level.isFinite ? min(max(level, 0), 1) : 0)
            isSpeech.append(known && isVoice(track.levels[hop]))
            if known { knownMouths += 1 }
            if known, mouth.isNamed { namedMouths += 1 }
        }
        speech += isSpeech[start...].count { $0 }
        chunks += Self.cut(track, start, count)
    }

    /// Cuts a long chunk into several pieces.
    private static func cut(_ track: LipTrack, _ start: Int, _ count: Int) -> [Piece] {
        let pieces = max(1, (count + mostHops - 1) / mostHops)
        return (0..<pieces).map { number in
            let (first, end) = (count * number / pieces, count * (number + 1) / pieces)
            let place = LipPlace(
                from: track.shown + LipTrack.hop * Int64(first), to: track.shown + LipTrack.hop * Int64(end),
                ordinal: track.ordinal + track.frame(atHop: first), generation: track.generation, chunk: track.chunk)
            return Piece(place: place, hops: start + first..<start + end)
        }
    }

    private static let mostHops = 400
    /// Shortest piece whose lag is judged. Of 866 healthy pieces this long, none fitted another lag by more than 0.19
    /// better; of those of 1.5 s some fitted by 0.5.
    static let leastHops = 195

    /// The pieces: chunks, with short ones joined to their neighbors.
    var pieces: [Piece] {
        var pieces: [Piece] = []
        for chunk in chunks {
            if let last = pieces.last, last.hops.count < Self.leastHops {
                pieces[pieces.count - 1].extend(by: chunk)
            } else {
                pieces.append(chunk)
            }
        }
        if pieces.count > 1, let last = pieces.last, last.hops.count < Self.leastHops {
            pieces.removeLast()
            pieces[pieces.count - 1].extend(by: last)
        }
        for place in pieces.indices { pieces[place].speech = isSpeech[pieces[place].hops].count { $0 } }
        return pieces
    }

    /// The whole message.
    var whole: Piece? {
        guard var whole = chunks.first, let last = chunks.last else { return nil }
        whole.extend(by: last)
        return whole
    }
}

extension LipMessage.Piece {
    mutating func extend(by next: Self) {
        place.to = next.place.to
        hops = hops.lowerBound..<next.hops.upperBound
    }

    func stretch(_ peak: LipFigures.Peak?, _ correlation: Double) -> LipFigures.Stretch {
        LipFigures.Stretch(place: place, peak: peak, correlation: correlation, windows: 1)
    }

    /// Judges the lag of a piece, within a second of that of the rest.
    ///
    /// The piece has another lag if that fits clearly better: by 0.35, beyond 300 ms by 0.4 and with an r of 0.5. Of
    /// healthy pieces none did by more than 0.19; of pieces shifted by 200 ms three in four are found.
    func judged(_ sums: ShiftSums, _ reference: LipFigures.Peak?) -> LipFigures.Piece {
        var piece = LipFigures.Piece(place: place, verdict: .unsure)
        guard let reference else { return piece }
        let correlations = sums.correlations(atLeast: hops.count * 4 / 5)
        let shift = Int((reference.lag.seconds / LipTrack.hop.seconds).rounded())
        let middle = min(max(ShiftSums.reach + shift, 0), correlations.count - 1)
        guard let peak = LipFigures.Peak(of: correlations, in: middle - 100...middle + 100) else { return piece }
        piece.peak = peak
        guard hops.count >= LipMessage.leastHops, speech * 2 >= hops.count,
            peak.correlation >= LipFigures.Peak.leastCorrelation
        else { return piece }
        let (distance, gain) = ((peak.lag - reference.lag).magnitude, peak.correlation - correlations[middle])
        if distance <= .milliseconds(70) {
            piece.verdict = .steady
        } else if gain >= 0.35, distance <= .milliseconds(300) || gain >= 0.4 && peak.correlation >= 0.5 {
            piece.verdict = .apart
        }
        return piece
    }
}
