import Debugger
import Engine
import Events

/// What `cameo check` measures and judges, in the order in which it is listed; the raw value is its name in limits files.
package enum CheckMeasure: String, CaseIterable, Sendable {
    case desync = "max_desync"
    case noOverlay = "max_no_overlay"
    case guesses = "max_guesses"
    case seams = "max_seams"
    case unplaced = "max_unplaced"
    case outside = "max_outside"
    case lost = "max_lost"
    case late = "max_late"
    case missingClips = "max_missing_clips"
    case decodeFailures = "max_decode_failures"
    case oddities = "max_oddities"
    case notes = "max_notes"
    case soundFailures = "max_sound_failures"
    case headerless = "max_headerless"
    case length = "max_length_ms"
    case soundsAlone = "max_only_sound"
    case unanswered = "max_unanswered"
    case halfAnswers = "max_half_answers"
    case brokenOff = "max_broken_off"
    case freeze = "max_freeze_ms"
    case gap = "max_gap_ms"
    case soundAhead = "max_sound_ahead_ms"
    case soundBehind = "max_sound_behind_ms"
    case lipLag = "max_lip_lag_ms"
    case start = "max_start_ms"
    case blank = "max_blank_ms"
    case blankCells = "max_blank_cells"
    case stalePictures = "max_stale_pictures"
    case otherMembers = "max_other_members"
    case flickers = "max_flickers"
    case unreadChunks = "max_unread_chunks"
    case numberFaults = "max_number_faults"
    case gateFaults = "max_gate_faults"
    case wordFaults = "max_word_faults"
    case wordOutside = "max_word_outside_ms"
    case earlyWord = "max_word_early_ms"
    case unlitSpeech = "max_unlit_speech_ms"
    case declaredLength = "max_declared_length_ms"
    case stalePositions = "max_stale_positions"
    case seeksAgain = "max_seeks_again"
    case dwell = "max_dwell_off_ms"
    case wordsAhead = "max_words_ahead"
    case skippedSegments = "max_skipped_segments"
    case repeatedSegments = "max_repeated_segments"
    case readingFailures = "max_reading_failures"
    case sentences = "min_sentences"
    case bookOddities = "max_book_oddities"
    case frames = "min_frames"
    case held = "max_held"
    case hold = "max_hold_ms"
    case skipped = "max_skipped"
    case duplicates = "max_duplicates"
    case stale = "max_stale"
    case unknownEvents = "max_unknown_events"
    case missingEnds = "max_missing_ends"
    case waits = "max_waits"
    case wait = "max_wait_ms"
    case firstAudio = "max_first_audio_ms"
    case firstFrame = "max_first_frame_ms"
    case firstSound = "max_first_sound_ms"
    case mouthShapes = "max_mouth_shapes_a_second"
    case shortShapes = "max_short_shapes"
    case missedClosures = "max_missed_closures"
    case silentMoves = "max_moves_in_silence"
    case seamsUnclear = "max_seams_unclear"

    package enum Unit: Sendable { case count, milliseconds }

    /// Whether it can be a limit: counts are whole.
    package func allows(_ limit: Double?) -> Bool { unit == .milliseconds || limit.map { $0 == $0.rounded() } ?? true }

    /// What a limit has to be, in words.
    package var expected: String { "a\(unit == .count ? " whole" : "") number from 0 on, or \"none\"" }

    package var unit: Unit { rawValue.hasSuffix("_ms") ? .milliseconds : .count }
    /// Whether less than the limit is the fault.
    var isLeast: Bool { self == .frames || self == .sentences }

    /// In few words, for the help.
    package var meaning: String { row.meaning }

    /// `nil`: not judged unless a limit is given.
    package var usual: Double? { row.usual }

    /// The usual limit, in words.
    package var usualText: String { row.usualText ?? usual.map(CheckText.number) ?? "none" }

    /// Findings of these kinds tell where.
    var kinds: [AuditFinding.Kind] { row.kinds }

    /// The same of books and readings.
    var bookKinds: [BookFinding.Kind] { row.bookKinds }

    /// What came of a tape; `nil` where nothing was measured.
    func value(in result: CheckResult) -> Double? { row.value(result) }

    /// Its name without `max_`, as the results of a check call the figure.
    var figureName: String { String(rawValue.dropFirst(4)) }
}

extension CheckMeasure {
    /// All that is to be said of a measure. The name is in `docs/check.md`, too.
    private struct Row {
        let meaning: String
        let usual: Double?
        let usualText: String?
        let kinds: [AuditFinding.Kind]
        let bookKinds: [BookFinding.Kind]
        let value: (CheckResult) -> Double?

        init(
            _ meaning: String, _ usual: Double?, usually usualText: String? = nil, _ kinds: [AuditFinding.Kind] = [],
            books bookKinds: [BookFinding.Kind] = [], _ value: @escaping (CheckResult) -> Double?
        ) {
            (self.meaning, self.usual, self.usualText, self.value) = (meaning, usual, usualText, value)
            (self.kinds, self.bookKinds) = (kinds, bookKinds)
        }
    }

    private static func longest(_ times: AuditFigures.Times) -> Double? {
        times.count == 0 ? nil : times.longest.milliseconds
    }

    /// `nil` where there is no call.
    private static func ofCall(_ meaning: String, _ kind: AuditFinding.Kind) -> Row {
        Row(meaning, 0, [kind]) { ($0.call?.count(kind)).map(Double.init) }
    }

    /// How many findings there are of these kinds; `nil` where there is no book.
    private static func ofBook(_ meaning: String, _ usual: Double?, _ kinds: BookFinding.Kind...) -> Row {
        Row(meaning, usual, books: kinds) { result in
            result.book.map { book in Double(kinds.reduce(0) { $0 + book.tally.count($1) }) }
        }
    }

    /// The same of a book that is read.
    private static func ofReading(_ meaning: String, _ kind: BookFinding.Kind) -> Row {
        Row(meaning, 0, books: [kind]) { ($0.reading?.tally.count(kind)).map(Double.init) }
    }

    private static func longest(_ meaning: String, _ usual: Span?, _ kind: BookFinding.Kind) -> Row {
        Row(meaning, usual?.milliseconds, books: [kind]) { result in
            result.bookTallies.compactMap { $0.longest[kind]?.milliseconds }.max()
        }
    }

    private var row: Row {
        switch self {
        case .desync:
            Row(
                "Frames that show another picture than demanded", 0,
                [.desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay]
            ) { Double($0.figures.desyncs) }
        case .noOverlay: Row("Frames without their overlay", 0, [.noOverlay]) { Double($0.figures.withoutOverlay) }
        case .guesses: Row("Frames that may be of an older message", 0, [.guess]) { Double($0.figures.guesses) }
        case .seams: Row("Frames whose overlay was made for another base frame", 0, [.seam]) { Double($0.seams) }
        case .unplaced:
            Row("Frames with an overlay whose place nothing says", 0, [.unplaced]) {
                Double($0.figures.count(FrameStatus.unplaced))
            }
        case .outside:
            Row("Frames with an overlay partly or wholly outside of its base frame", 0, [.outside]) {
                Double($0.outside)
            }
        case .lost: Row("Frames that were announced and never came", 0, [.lost]) { Double($0.figures.lost) }
        case .late: Row("Frames, chunks and sounds that came too late", 0, [.late]) { Double($0.figures.late) }
        case .missingClips:
            Row("Demanded clips of which nothing was there", 0, [.missingClip]) {
                Double($0.figures.count(.missingBaseClip))
            }
        case .decodeFailures: Row("Pictures that cannot be decoded", 0, [.decodeFailed]) { Double($0.decodeFailures) }
        case .oddities: Row("Oddities of the protocol", 0, [.odd]) { Double($0.figures.oddities) }
        case .notes:
            Row("Other faults of the stream, such as CHUNK_GAP and AUDIO_MISSING", 0, [.note]) { result in
                Double(Audit.faults.reduce(result.figures.linksGone) { $0 + result.figures.count($1) })
            }
        case .soundFailures:
            Row("Sounds that are none", 0, [.soundFailed], books: [.soundFailed]) { result in
                result.book.map { Double($0.tally.count(.soundFailed)) }
                    ?? result.figures.sounds.map { Double($0.failed) }
            }
        case .headerless:
            Row("Sounds without a header of their own", 0, [.headerless]) { result in
                result.figures.sounds.map { Double($0.headerless) }
            }
        case .length:
            Row("How far a chunk's sound and frames differ in length", 84, [.length]) {
                $0.figures.sounds?.apart?.milliseconds
            }
        case .soundsAlone: Row("Chunks of sound without frames", 0, [.onlySound]) { Double($0.figures.soundsAlone) }
        case .unanswered:
            Row("Messages that were sent and not answered", 0, [.unanswered]) { Double($0.figures.unanswered) }
        case .halfAnswers:
            Row("Answers without a picture, or without sound", 0, [.halfAnswer]) { Double($0.figures.halfAnswers) }
        case .brokenOff: Row("Answers that a lost link broke off", 0, [.brokenOff]) { Double($0.figures.brokenOff) }
        case .freeze:
            Row("Longest freeze, beyond the period", AuditThresholds().freeze.milliseconds, [.freeze]) {
                $0.figures.freezes.longest.milliseconds
            }
        // At 30 frames a second; at others by their period, see `CheckLimits.isByPeriod`.
        case .gap:
            Row("Longest gap between chunks", 34, usually: "one period: 34 at 30 frames a second", [.gap]) {
                $0.figures.gaps.longest.milliseconds
            }
        case .soundAhead:
            Row(
                "Sound ahead of the picture, for \(AuditThresholds.driftingFrames) frames in a row",
                AuditThresholds().soundAhead.milliseconds, [.drift]
            ) { $0.figures.soundAhead?.milliseconds }
        case .soundBehind:
            Row(
                "Sound behind the picture, for \(AuditThresholds.driftingFrames) frames in a row",
                AuditThresholds().soundBehind.milliseconds, [.drift]
            ) { $0.figures.soundBehind?.milliseconds }
        case .lipLag:
            Row(
                "How far mouths are ahead of what is heard, or behind it, by their sheets' names or their pixels",
                LipFigures.usualLimit.milliseconds, [.lips]
            ) { result in result.lips.worst.map { abs($0.lag.milliseconds) } }
        case .start:
            Row("From a message's beginning to its first frame", AuditThresholds().start.milliseconds, [.start]) {
                Self.longest($0.figures.starts.firstDraw)
            }
        case .blank:
            Row("Longest time that a call's tile has no frame of its member, though video is on", 2_000, [.blankTile]) {
                $0.call?.longestBlank.milliseconds
            }
        case .blankCells: Self.ofCall("Tiles of a call with cells in which nothing is drawn", .blankCells)
        case .stalePictures:
            Self.ofCall("Frames in a call's tile whose source is not its member's, or not any more", .stalePicture)
        case .otherMembers: Self.ofCall("Names, pictures and sources in a call's tile that are another's", .otherMember)
        case .flickers: Self.ofCall("Members in a call's tile who give way to another within 300 ms", .flicker)
        case .unreadChunks: Self.ofBook("Chunks of a book that are missing or cannot be read", 0, .chunkUnread)
        case .numberFaults:
            Self.ofBook("Numbers of sentences that are there twice, or missing", 0, .numberTwice, .numberHole)
        case .gateFaults:
            Self.ofBook(
                "Gates that overlap, run backwards or leave their file", 0, .gateOverlap, .gateBackwards, .gateOutside)
        case .wordFaults:
            Self.ofBook("Words that are not their sentence's tokens, or not in order", 0, .wordCount, .wordOrder)
        case .wordOutside:
            Self.longest(
                "How far a word lies outside of its sentence's gate", BookThresholds().wordOutside, .wordOutside)
        case .earlyWord:
            Self.longest(
                "How long a word is lit before anything is heard of it", BookThresholds().earlyWord, .earlyWord)
        case .unlitSpeech:
            Self.longest("How long a book is heard without a word", BookThresholds().unlitSpeech, .unlitSpeech)
        case .declaredLength:
            Self.longest(
                "How far a book's sound is from the length that it is said to have", BookThresholds().declaredLength,
                .declaredLength)
        case .stalePositions:
            Self.ofReading("Places of a book's sound that are older than what was sought", .stalePosition)
        case .seeksAgain: Self.ofReading("Times that a book's sound had to be sought again", .seekAgain)
        case .dwell: Self.longest("How far a dwell is from 250 ms", BookThresholds().dwell, .dwell)
        case .wordsAhead: Self.ofReading("Words lit before their own times", .wordAhead)
        case .skippedSegments: Self.ofReading("Times that segments were passed over without a command", .segmentSkipped)
        case .repeatedSegments: Self.ofReading("Segments heard again without a command", .segmentTwice)
        case .readingFailures: Self.ofReading("Text and sound that could not be read or heard", .failed)
        case .sentences:
            Row("Sentences that a book has, or a reading shows, at the least", 1) {
                ($0.book?.sentences ?? $0.reading?.sentences).map(Double.init)
            }
        case .bookOddities: Self.ofBook("What was strange about a book when it was read", nil, .odd)
        // A call has no frames of an avatar, and a book none at all.
        case .frames:
            Row("Frames that a tape shows at the least", 1) {
                let isAlone = $0.call?.isAlone == true || $0.reading != nil && $0.figures.frames == 0
                return $0.book != nil || isAlone ? nil : Double($0.figures.frames)
            }
        case .held: Row("Waits for pictures", nil) { Double($0.figures.count(.held)) }
        case .hold: Row("Longest wait for a picture", nil) { $0.figures.holds.longest.milliseconds }
        case .skipped: Row("Frames passed over to catch up with the sound", nil) { Double($0.figures.count(.skipped)) }
        case .duplicates: Row("Frames and chunks that came again", nil, [.duplicate]) { Double($0.figures.duplicates) }
        case .stale: Row("Events of an older message", nil) { Double($0.stale) }
        case .unknownEvents: Row("Events that nobody knows", nil) { Double($0.figures.unknownEvents) }
        case .missingEnds: Row("Messages without an end signal", nil, [.noEnd]) { Double($0.figures.missingEnds) }
        case .waits: Row("Chunks that waited for their first picture", nil, [.wait]) { Double($0.figures.waits.count) }
        case .wait: Row("Longest such wait", nil, [.wait]) { $0.figures.waits.longest.milliseconds }
        case .firstAudio:
            Row("From a message's beginning to its first audio event", nil) {
                Self.longest($0.figures.starts.firstAudio)
            }
        case .firstFrame:
            Row("From a message's beginning to its first overlay", nil) { Self.longest($0.figures.starts.firstFrame) }
        case .firstSound:
            Row("From a message's beginning to its first sound", nil) { Self.longest($0.figures.starts.firstSound) }
        case .mouthShapes: Row("Mouth shapes a second", nil) { $0.lips.mouths.shapesPerSecond }
        case .shortShapes:
            Row("Mouth shapes shorter than \(MouthFigures.short.words)", nil) { Double($0.lips.mouths.shortShapes) }
        case .missedClosures:
            Row("Sounds p, b, m at which the lips do not touch", nil) { Double($0.lips.mouths.missedClosures) }
        case .silentMoves: Row("Times that a mouth moves in silence", nil) { Double($0.lips.mouths.movesInSilence) }
        case .seamsUnclear:
            Row("Frames of which the pixels do not tell whether their overlay fits", nil) {
                $0.judged.seams ? Double($0.unclear) : nil
            }
        }
    }
}
