import BookAPI
import BookFolders
import Events
import Files
import Platform
import Sessions
import Sound

/// Checks a book as its job has left it on disk: reads all of its text, decodes all of its sound, one file after the other and a few
/// seconds at a time.
struct BookCheck {
    private let job: JobFolder
    private let thresholds: BookThresholds
    private let means: SoundSurvey.Means
    private var figures: BookFigures
    private var numbers = NumberJudge()
    private var tracksWithoutWords = 0
    private var mixes = 0
    private var soundsForProgram = 0
    private var soundsTooLong = 0
    private var hasPictures = false

    /// What is not a tape's name may be a book's: a folder, a file of JSON, or an archive.
    static func isBook(_ path: String) -> Bool {
        FileStatus(path)?.kind == .folder || FileNames.last(of: path).hasSuffix(".json")
            || JobFolder.isArchive(path)
    }

    /// - Parameter isCanceled: asked with every chunk, and with every few seconds of sound.
    /// - Throws: why it is no book; `CancellationError`.
    static func run(
        _ path: String, _ options: CheckOptions, _ means: SoundSurvey.Means = SoundSurvey.Means(),
        isCanceled: () -> Bool = { false }, _ result: inout CheckResult
    ) throws {
        let job = try opened(path)
        guard job.player == .reader else {
            throw CommandError.unusable("\(path.kept): a film or subtitles alone; no sentences to check")
        }
        var check = BookCheck(job, options, means)
        for index in check.job.book.chunks.indices {
            if isCanceled() { throw CancellationError() }
            try check.judge(index, isCanceled)
        }
        result.book = check.finish()
        result.duration = check.figures.sound
    }

    private static func opened(_ path: String) throws -> JobFolder {
        do throws(JobError) {
            return try JobFolder.open(path)
        } catch .noJob where FileStatus(path)?.kind == .folder {
            throw CheckedFiles.nothing(in: path)
        }
    }

    private init(_ job: JobFolder, _ options: CheckOptions, _ means: SoundSurvey.Means) {
        (self.job, thresholds, self.means) = (job, options.limits.bookThresholds, means)
        figures = BookFigures(BookTally(keeping: options.findingsKept))
        for oddity in job.oddities { figures.tally.addFinding(Self.odd(oddity, nil)) }
        for words in job.unreadChunks {
            figures.chunks += 1
            figures.tally.addFinding(BookFinding(.chunkUnread, FindingPlace(), expected: nil, found: words))
        }
    }

    private static func odd(_ words: String, _ chunk: String?) -> BookFinding {
        BookFinding(.odd, FindingPlace(chunk: chunk), expected: nil, found: words)
    }

    // MARK: Chunks

    private mutating func judge(_ index: Int, _ isCanceled: () -> Bool) throws(CancellationError) {
        let entry = job.book.chunks[index]
        figures.chunks += 1
        let found: JobChunk
        do throws(JobError) {
            found = try job.received(at: index)
        } catch {
            return unread(entry, expected: nil, error.reason)
        }
        let received = found.received
        guard !received.sentences.isEmpty else { return unread(entry, expected: "sentences", "no sentences") }
        figures.sentences += received.sentences.count
        figures.words += received.sentences.reduce(0) { $0 + $1.originalWords.count + $1.translationWords.count }
        hasPictures = hasPictures || received.chunk.sentences.contains { $0.picture != nil }
        figures.tally.addFindings(numbers.judge(received))
        for oddity in received.oddities { figures.tally.addFinding(Self.odd(oddity, entry.id)) }
        for track in [BookTrack.original, .translation] {
            WordJudge(received: received, track: track).judge(&figures.tally, beyond: thresholds.wordOutside)
        }
        try judge(found, isCanceled)
    }

    private mutating func unread(_ entry: ChunkEntry, expected: String?, _ found: String) {
        numbers.pass(over: entry)
        figures.tally.addFinding(
            BookFinding(.chunkUnread, FindingPlace(chunk: entry.id), expected: expected, found: found))
    }

    // MARK: Sounds

    private mutating func judge(_ found: JobChunk, _ isCanceled: () -> Bool) throws(CancellationError) {
        let chunk = found.received.chunk
        if found.sounds.isEmpty { failed(chunk, nil, "a sound file", "no sound file") }
        var lengths: [BookTrack: TimeSpan] = [:]
        for (sound, place) in zip(chunk.sounds, found.sounds) {
            let track = sound.kind.judged
            do {
                let survey = try SoundSurvey(try job.file(try place.get().path), means, isCanceled: isCanceled)
                guard survey.isWhole else {
                    soundsTooLong += 1
                    continue
                }
                if survey.missingBytes > 0 {
                    failed(
                        chunk, track, "complete sound in \(sound.path.kept)",
                        JudgedSound.brokenOff(survey.missingBytes))
                }
                judge(survey, of: sound, found.received)
                if let track { lengths[track] = survey.length }
            } catch let canceled as CancellationError {
                throw canceled
            } catch SoundError.noProgram {
                soundsForProgram += 1
            } catch {
                failed(chunk, track, "sound in \(sound.path.kept)", CommandError(error).reason)
            }
        }
        for track in [BookTrack.original, .translation] {
            figures.tally.addFindings(GateJudge(chunk: chunk, track: track, length: lengths[track]).findings)
        }
    }

    private mutating func failed(_ chunk: BookChunk, _ track: BookTrack?, _ expected: String, _ found: String) {
        figures.tally.addFinding(
            BookFinding(.soundFailed, FindingPlace(chunk: chunk.id, track), expected: expected, found: found))
    }

    private mutating func judge(_ survey: SoundSurvey, of sound: BookSound, _ received: ReceivedChunk) {
        figures.sounds += 1
        figures.sound += survey.length
        if let declared = sound.duration {
            figures.tally.addMeasured(
                BookFinding(
                    .declaredLength, FindingPlace(chunk: received.chunk.id, sound.kind.judged),
                    expected: "\(declared.inSeconds) s, as declared for \(sound.path.kept)",
                    found: "\(survey.length.inSeconds) s", amount: (survey.length - declared).magnitude),
                beyond: thresholds.declaredLength)
        }
        guard let track = sound.kind.judged else {
            mixes += 1
            return
        }
        guard WordJudge(received: received, track: track).isTold else {
            tracksWithoutWords += 1
            return
        }
        SpeechJudge(received, track, loudness: survey.loudness, length: survey.length).judge(&figures.tally, thresholds)
    }

    // MARK: The end

    private func finish() -> BookFigures {
        var figures = figures
        figures.isSoundJudged = soundsForProgram == 0 && soundsTooLong == 0
        // Such as one of which the narration was ended: what is there may be faultless.
        if !job.book.isComplete { figures.notJudged.append("the rest of an unfinished job") }
        if tracksWithoutWords > 0 {
            figures.notJudged.append("words on \(plural(tracksWithoutWords, "sound")) without word times")
        }
        if mixes > 0 { figures.notJudged.append("words on \(plural(mixes, "sound")) of mixed language") }
        if soundsForProgram > 0 {
            figures.notJudged.append("\(plural(soundsForProgram, "sound")) (\(SoundError.noProgram.reason))")
        }
        if soundsTooLong > 0 {
            figures.notJudged.append("\(plural(soundsTooLong, "sound")) of more than \(means.longest.inSeconds) s")
        }
        if numbers.isFull { figures.notJudged.append("numbering of the last sentences") }
        if hasPictures { figures.notJudged.append("pictures") }
        return figures
    }
}

extension BookSound.Kind {
    /// Whose words and gates are of this file; `nil` for one of both languages, and of neither.
    fileprivate var judged: BookTrack? {
        switch self {
        case .original: .original
        case .translation: .translation
        case .combined, .other: nil
        }
    }
}
