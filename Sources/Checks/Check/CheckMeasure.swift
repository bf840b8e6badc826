import Debugger
import Engine
import Events
import Sessions

/// What `cameo check` measures and judges, in the order in which it is listed; the raw value is its name in limits files.
package enum CheckMeasure: String, CaseIterable, Sendable {
    case desync = "max_desync"
    case noOverlay = "max_no_overlay"
    case guesses = "max_guesses"
    case seams = "max_seams"
    case colors = "max_mouth_colors"
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
    case speechCut = "max_speech_cut_percent"
    case speechHoles = "max_speech_holes_percent"
    case rate = "max_rate_off_percent"
    case soundsAlone = "max_only_sound"
    case unanswered = "max_unanswered"
    case halfAnswers = "max_half_answers"
    case brokenOff = "max_broken_off"
    case freeze = "max_freeze_ms"
    case gap = "max_gap_ms"
    case soundAhead = "max_sound_ahead_ms"
    case soundBehind = "max_sound_behind_ms"
    case lipLag = "max_lip_lag_ms"
    case unrelatedLips = "max_unrelated_lips"
    case stillMouth = "max_still_mouth_ms"
    case openMouth = "max_open_mouth_ms"
    case silentOpenings = "max_openings_in_silence"
    case trembling = "max_trembling_frames"
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

    package enum Unit: String, Sendable {
        case count = ""
        case milliseconds = " ms"
        case percent = " %"
    }

    /// Whether it can be a limit: counts are whole.
    package func allows(_ limit: Double?) -> Bool { unit != .count || limit.map { $0 == $0.rounded() } ?? true }

    /// What a limit has to be, in words.
    package var expected: String { "a\(unit == .count ? " whole" : "") number of at least 0, or \"none\"" }

    package var unit: Unit {
        rawValue.hasSuffix("_ms") ? .milliseconds : rawValue.hasSuffix("_percent") ? .percent : .count
    }
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
    /// All that is to be said of a measure. The name is in `docs/reference/limits.md`, too.
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

    private static func longest(_ meaning: String, _ usual: TimeSpan?, _ kind: BookFinding.Kind) -> Row {
        Row(meaning, usual?.milliseconds, books: [kind]) { result in
            result.bookTallies.compactMap { $0.longest[kind]?.milliseconds }.max()
        }
    }

    private var row: Row {
        switch self {
        case .desync:
            Row(
                "Frames with a different picture than demanded", 0,
                [.desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay]
            ) { Double($0.figures.desyncs) }
        case .noOverlay: Row("Frames without their overlay", 0, [.noOverlay]) { Double($0.figures.withoutOverlay) }
        case .guesses: Row("Frames that may belong to an older message", 0, [.guess]) { Double($0.figures.guesses) }
        case .seams: Row("Frames whose overlay was made for another base frame", 0, [.seam]) { Double($0.seams) }
        case .colors:
            Row("Frames whose overlay has other colors than the face around it", 0, [.color]) {
                $0.judged.seams ? Double($0.tinted) : nil
            }
        case .unplaced:
            Row("Frames with an overlay of unknown position", 0, [.unplaced]) {
                Double($0.figures.count(FrameStatus.unplaced))
            }
        case .outside:
            Row("Frames with an overlay partly or wholly outside its base frame", 0, [.outside]) {
                Double($0.outside)
            }
        case .lost: Row("Announced frames that never arrived", 0, [.lost]) { Double($0.figures.lost) }
        case .late: Row("Frames, chunks and sounds that arrived late", 0, [.late]) { Double($0.figures.late) }
        case .missingClips:
            Row("Demanded clips with no frame loaded", 0, [.missingClip]) {
                Double($0.figures.count(.missingBaseClip))
            }
        case .decodeFailures: Row("Pictures that cannot be decoded", 0, [.decodeFailed]) { Double($0.decodeFailures) }
        case .oddities: Row("Malformed messages", 0, [.odd]) { Double($0.figures.oddities) }
        case .notes:
            Row("Other faults of the stream, such as CHUNK_GAP and AUDIO_MISSING", 0, [.note]) { result in
                Double(Audit.faults.reduce(result.figures.linksGone) { $0 + result.figures.count($1) })
            }
        case .soundFailures:
            Row("Sounds that cannot be decoded", 0, [.soundFailed], books: [.soundFailed]) { result in
                result.book.map { Double($0.tally.count(.soundFailed)) }
                    ?? result.figures.sounds.map { Double($0.failed) }
            }
        case .headerless:
            Row("Sounds without their own header", 0, [.headerless]) { result in
                result.figures.sounds.map { Double($0.headerless) }
            }
        case .length:
            Row("Difference in length between a chunk's sound and its frames", 84, [.length]) {
                $0.figures.sounds?.apart?.milliseconds
            }
        case .speechCut:
            Row(
                "Speech cut off at the ends of chunks, in percent of a message's or the tape's",
                AuditThresholds().speechCutPercent, [.speechCut, .rate]
            ) { $0.figures.sounds?.cutPercent }
        case .speechHoles:
            Row(
                "Silence between chunks inside speech, in percent of a message's or the tape's",
                AuditThresholds().holesPercent, [.speechHoles, .rate]
            ) { $0.figures.sounds?.holesPercent }
        case .rate:
            Row(
                "How far frames or samples of another rate are off the played one", AuditThresholds().ratePercent,
                [.rate]
            ) {
                $0.figures.sounds?.ratePercent
            }
        case .soundsAlone: Row("Chunks with sound but no frames", 0, [.onlySound]) { Double($0.figures.soundsAlone) }
        case .unanswered:
            Row("Sent messages without an answer", 0, [.unanswered]) { Double($0.figures.unanswered) }
        case .halfAnswers:
            Row("Answers without pictures or without sound", 0, [.halfAnswer]) { Double($0.figures.halfAnswers) }
        case .brokenOff: Row("Answers cut off by a lost connection", 0, [.brokenOff]) { Double($0.figures.brokenOff) }
        case .freeze:
            Row("Longest freeze, beyond the frame period", AuditThresholds().freeze.milliseconds, [.freeze]) {
                $0.figures.freezes.longest.milliseconds
            }
        // At 30 frames a second; at others by their period, see `CheckLimits.isByPeriod`.
        case .gap:
            Row("Longest gap between chunks", 34, usually: "one period: 34 at 30 frames per second", [.gap]) {
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
                "How far lips are ahead of or behind the sound, by sprite sheet names or pixels",
                LipThresholds().lag.milliseconds, [.lips]
            ) { result in result.lips.worst.map { abs($0.lag.milliseconds) } }
        case .unrelatedLips:
            Row("Messages in which mouths and sound both move, but fit at no lag", 0, [.lips]) { result in
                result.lips.speech > .zero ? Double(result.lips.unrelated.count) : nil
            }
        case .stillMouth:
            Row("Longest speech with a mouth that does not move", LipThresholds().still.milliseconds, [.mouth]) {
                $0.lips.mouths.loud > .zero ? $0.lips.mouths.longestStill.milliseconds : nil
            }
        case .openMouth:
            Row("Longest silence with an open mouth", LipThresholds().openInSilence.milliseconds, [.mouth]) {
                $0.lips.mouths.silence > .zero ? $0.lips.mouths.longestOpen.milliseconds : nil
            }
        case .silentOpenings:
            Row(
                "Times a mouth opened again during one silence", Double(LipThresholds().openingsInSilence), [.mouth]
            ) { $0.lips.mouths.silence > .zero ? Double($0.lips.mouths.openingsInSilence) : nil }
        case .trembling:
            Row(
                "Most consecutive frames in which a mouth opens or shuts, in turn", Double(LipThresholds().trembling),
                [.mouth]
            ) { $0.lips.mouths.loud > .zero ? Double($0.lips.mouths.trembling) : nil }
        case .start:
            Row("Time from a message's start to its first frame", AuditThresholds().start.milliseconds, [.start]) {
                Self.longest($0.figures.starts.firstDraw)
            }
        case .blank:
            Row("Longest time a call's tile lacks a frame of a member whose video is on", 2_000, [.blankTile]) {
                $0.call?.longestBlank.milliseconds
            }
        case .blankCells: Self.ofCall("Call tiles with empty cells", .blankCells)
        case .stalePictures:
            Self.ofCall("Frames in a call's tile from another or a former source", .stalePicture)
        case .otherMembers:
            Self.ofCall("Names, pictures and sources in a call's tile that belong to another member", .otherMember)
        case .flickers: Self.ofCall("Members shown in a call's tile for less than 300 ms", .flicker)
        case .unreadChunks: Self.ofBook("Chunks of a book that are missing or unreadable", 0, .chunkUnread)
        case .numberFaults:
            Self.ofBook("Duplicate or missing sentence numbers", 0, .numberTwice, .numberHole)
        case .gateFaults:
            Self.ofBook(
                "Gates that overlap, run backwards or exceed their file", 0, .gateOverlap, .gateBackwards, .gateOutside)
        case .wordFaults:
            Self.ofBook("Words that do not match their sentence's tokens or order", 0, .wordCount, .wordOrder)
        case .wordOutside:
            Self.longest(
                "How far a word lies outside its sentence's gate", BookThresholds().wordOutside, .wordOutside)
        case .earlyWord:
            Self.longest(
                "How long a word is lit before it is spoken", BookThresholds().earlyWord, .earlyWord)
        case .unlitSpeech:
            Self.longest("Longest speech without a lit word", BookThresholds().unlitSpeech, .unlitSpeech)
        case .declaredLength:
            Self.longest(
                "Difference between a sound's declared and actual length", BookThresholds().declaredLength,
                .declaredLength)
        case .stalePositions:
            Self.ofReading("Sound positions from before the last seek", .stalePosition)
        case .seeksAgain: Self.ofReading("Seeks in a book's sound that had to be repeated", .seekAgain)
        case .dwell: Self.longest("Difference between a dwell and 250 ms", BookThresholds().dwell, .dwell)
        case .wordsAhead: Self.ofReading("Words lit too early", .wordAhead)
        case .skippedSegments: Self.ofReading("Segments skipped without a command", .segmentSkipped)
        case .repeatedSegments: Self.ofReading("Segments repeated without a command", .segmentTwice)
        case .readingFailures: Self.ofReading("Texts and sounds that could not be loaded", .failed)
        case .sentences:
            Row("Minimum number of sentences in a book or a reading", 1) {
                ($0.book?.sentences ?? $0.reading?.sentences).map(Double.init)
            }
        case .bookOddities: Self.ofBook("Irregularities in a book's files", nil, .odd)
        // A call has no frames of an avatar, and a book none at all.
        case .frames:
            Row("Minimum number of frames shown", 1) {
                let isAlone = $0.call?.isAlone == true || $0.reading != nil && $0.figures.frames == 0
                return $0.book != nil || isAlone ? nil : Double($0.figures.frames)
            }
        case .held: Row("Waits for pictures", nil) { Double($0.figures.count(.held)) }
        case .hold: Row("Longest wait for a picture", nil) { $0.figures.holds.longest.milliseconds }
        case .skipped: Row("Frames skipped to catch up with the sound", nil) { Double($0.figures.count(.skipped)) }
        case .duplicates: Row("Frames and chunks received twice", nil, [.duplicate]) { Double($0.figures.duplicates) }
        case .stale: Row("Events of an older message", nil) { Double($0.stale) }
        case .unknownEvents: Row("Unknown events", nil) { Double($0.figures.unknownEvents) }
        case .missingEnds: Row("Messages without an end signal", nil, [.noEnd]) { Double($0.figures.missingEnds) }
        case .waits: Row("Chunks that waited for their first picture", nil, [.wait]) { Double($0.figures.waits.count) }
        case .wait: Row("Longest such wait", nil, [.wait]) { $0.figures.waits.longest.milliseconds }
        case .firstAudio:
            Row("Time from a message's start to its first audio event", nil) {
                Self.longest($0.figures.starts.firstAudio)
            }
        case .firstFrame:
            Row("Time from a message's start to its first overlay", nil) { Self.longest($0.figures.starts.firstFrame) }
        case .firstSound:
            Row("Time from a message's start to its first sound", nil) { Self.longest($0.figures.starts.firstSound) }
        case .mouthShapes: Row("Mouth shapes per second", nil) { $0.lips.mouths.shapesPerSecond }
        case .shortShapes:
            Row("Mouth shapes shorter than \(MouthFigures.short.words)", nil) { result in
                let mouths = result.lips.mouths
                return mouths.shapesPerSecond == nil ? nil : Double(mouths.shortShapes)
            }
        case .missedClosures:
            Row("Sounds p, b, m without closed lips", nil) { result in
                let mouths = result.lips.mouths
                return mouths.closures > 0 ? Double(mouths.missedClosures) : nil
            }
        case .silentMoves:
            Row("Mouth movements during silence", nil) { result in
                let mouths = result.lips.mouths
                return mouths.silence > .zero ? Double(mouths.movesInSilence) : nil
            }
        case .seamsUnclear:
            Row("Frames whose pixels cannot tell whether the overlay fits", nil) {
                $0.judged.seams ? Double($0.unclear) : nil
            }
        }
    }
}
