import Events
import Typesetting

/// Something that was not looked at or could not be told: a verdict says nothing about it.
struct NotJudged: Hashable, Sendable {
    /// For programs, and for a report that counts them.
    let name: String
    /// A clause on a tape's line; `nil` for what is listed by `item`.
    var clause: String?
    /// In few words, behind "not judged".
    var item: String?
}

extension CheckResult {
    /// All of it.
    var notJudged: [NotJudged] {
        let limits = unmeasured.map { NotJudged(name: $0.rawValue, item: "\($0.rawValue) (\(reason($0)))") }
        let books = (book?.notJudged ?? []) + (reading?.notJudged ?? [])
        return (book == nil ? ofStream : []) + limits + books.map { NotJudged(name: $0, item: $0) }
            + otherMembers.map { NotJudged(name: "member \($0)", item: "member \(OutsideText.shown($0, cells: 16))") }
    }

    /// For people, without what the tape's line says of how it was played; empty for nothing.
    func notJudgedText(listing most: Int = .max) -> String {
        let items = notJudged.compactMap(\.item)
        let more = items.count > most ? " and \(items.count - most) more" : ""
        let list = items.isEmpty ? [] : ["not judged: " + items.prefix(most).joined(separator: ", ") + more]
        return (notJudged.compactMap(\.clause) + list).joined(separator: "; ")
    }

    private var ofStream: [NotJudged] {
        [
            // The line says more of it where it says how the tape was played.
            hearing.otherRules.map { _ in NotJudged(name: "live_freezes") },
            judged.seams ? nil : NotJudged(name: "seams", clause: "seams not tested"),
            judged.sound ? nil : NotJudged(name: "sound", clause: "sound not judged"),
            unclearSeams.map { NotJudged(name: "seams", clause: "seams not judged: \($0)") },
            unjudgedLips.map { NotJudged(name: "lips", clause: "lips not judged: \($0)") },
            figures.unfinished.map {
                NotJudged(name: "end", clause: "ends during an answer, so its end is not judged: \($0.words)")
            },
            call?.notJudged.map { NotJudged(name: "call_frames", clause: $0) },
        ].compactMap { $0 }
    }

    /// Where the pixels say nothing of more than nine in ten of the frames that were tested.
    private var unclearSeams: String? {
        let clear = fitting + seams
        guard judged.seams, unclear > clear * 9 else { return nil }
        return "\(unclear) of \(plural(clear + unclear, "frame"))"
    }

    /// Where there are chunks, whose mouths might go with their sound.
    private var unjudgedLips: String? { figures.chunks > 0 ? lips.notJudged?.words : nil }

    // MARK: Limits

    /// Whether a limit is about what this is: others say nothing about it, and nothing is lacking.
    private func isConcerned(_ measure: CheckMeasure) -> Bool {
        switch measure {
        case .blank, .blankCells, .stalePictures, .otherMembers, .flickers: call != nil
        case .unreadChunks, .numberFaults, .gateFaults, .wordFaults, .wordOutside, .earlyWord, .unlitSpeech,
            .declaredLength, .bookOddities:
            book != nil
        case .stalePositions, .seeksAgain, .dwell, .wordsAhead, .skippedSegments, .repeatedSegments, .readingFailures:
            reading != nil
        case .sentences: book != nil || reading != nil
        // A tape of nothing but a call or a reading has none of its own either.
        default: value(.frames) != nil || book != nil && measure == .soundFailures
        }
    }

    /// Whether a limit says less than it seems to: nothing was measured, or not all.
    func isUnmeasured(_ measure: CheckMeasure) -> Bool {
        guard error == nil, isConcerned(measure) else { return false }
        switch measure {
        case .seams, .seamsUnclear, .outside: return !judged.seams || measure == .seams && unclearSeams != nil
        case .freeze: return hearing.otherRules != nil
        case .missingEnds: return figures.unfinished != nil
        case .blank, .stalePictures: return call?.notJudged != nil
        default: return value(measure) == nil
        }
    }

    private func reason(_ measure: CheckMeasure) -> String {
        switch measure {
        case .seams, .seamsUnclear, .outside: unclearSeams ?? "no pixels were compared"
        case .freeze: "the recording's own ticks could not be replayed"
        case .missingEnds: "the tape ends during an answer"
        case .blank, .stalePictures: "frames come from files and pipes"
        case .lipLag: lips.notJudged?.words ?? "nothing was measured"
        case .mouthShapes, .shortShapes: "mouth shapes have no names"
        case .missedClosures: "no p, b or m with a named mouth shape"
        case .silentMoves: "no silence in the sound of chunks"
        case .start, .firstAudio, .firstFrame, .firstSound: "no message began, or nothing of the kind came"
        case .soundAhead, .soundBehind: "no three frames in a row with sound"
        case .length: "no chunk with both sound and frames"
        default: "nothing was measured"
        }
    }
}
