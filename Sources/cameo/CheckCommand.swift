import App
import ArgumentParser
import Checks
import Events

/// A number from 0 on, or `none`.
struct LimitArgument: ExpressibleByArgument {
    let value: Double?

    init?(argument: String) {
        guard let value = CheckLimits.value(argument) else { return nil }
        self.value = value
    }
}

/// Limits from a file, and each by an option of its own, which counts more.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A TOML file of limits; options given as well count more.", valueName: "file"))
    var limits: String?

    @Option(help: Self.help("Frames that show another picture than demanded", "0")) var maxDesync: LimitArgument?
    @Option(help: Self.help("Frames without their overlay", "0")) var maxNoOverlay: LimitArgument?
    @Option(help: Self.help("Frames that may be of an older message", "0")) var maxGuesses: LimitArgument?
    @Option(help: Self.help("Frames whose overlay was made for another base frame", "0")) var maxSeams: LimitArgument?
    @Option(help: Self.help("Frames with an overlay whose place nothing says", "0")) var maxUnplaced: LimitArgument?
    @Option(help: Self.help("Frames with an overlay partly or wholly outside of its base frame", "0"))
    var maxOutside: LimitArgument?
    @Option(help: Self.help("Frames that were announced and never came", "0")) var maxLost: LimitArgument?
    @Option(help: Self.help("Frames, chunks and sounds that came too late", "0")) var maxLate: LimitArgument?
    @Option(help: Self.help("Demanded clips of which nothing was there", "0")) var maxMissingClips: LimitArgument?
    @Option(help: Self.help("Pictures that cannot be decoded", "0")) var maxDecodeFailures: LimitArgument?
    @Option(help: Self.help("Oddities of the protocol", "0")) var maxOddities: LimitArgument?
    @Option(help: Self.help("Other faults of the stream, such as CHUNK_GAP and AUDIO_MISSING", "0"))
    var maxNotes: LimitArgument?
    @Option(help: Self.help("Sounds that are none", "0")) var maxSoundFailures: LimitArgument?
    @Option(help: Self.help("Sounds without a header of their own", "0")) var maxHeaderless: LimitArgument?
    @Option(help: Self.help("How far a chunk's sound and frames differ in length", "84"))
    var maxLengthMs: LimitArgument?
    @Option(help: Self.help("Chunks of sound without frames", "0")) var maxOnlySound: LimitArgument?
    @Option(help: Self.help("Messages that were sent and not answered", "0")) var maxUnanswered: LimitArgument?
    @Option(help: Self.help("Answers without a picture, or without sound", "0")) var maxHalfAnswers: LimitArgument?
    @Option(help: Self.help("Answers that a lost link broke off", "0")) var maxBrokenOff: LimitArgument?
    @Option(help: Self.help("Longest freeze, beyond the period", "50")) var maxFreezeMs: LimitArgument?
    @Option(help: Self.help("Longest gap between chunks", "one period: 34 at 30 frames a second")) var maxGapMs:
        LimitArgument?
    @Option(help: Self.help("Sound ahead of the picture, for 3 frames in a row", "45"))
    var maxSoundAheadMs: LimitArgument?
    @Option(help: Self.help("Sound behind the picture, for 3 frames in a row", "125"))
    var maxSoundBehindMs: LimitArgument?
    @Option(help: Self.help("How far mouths are ahead of what is heard, or behind it, told from the content", "70"))
    var maxLipLagMs: LimitArgument?
    @Option(help: Self.help("From a message's beginning to its first frame", "5000")) var maxStartMs: LimitArgument?
    @Option(help: Self.help("Frames that a tape shows at the least", "1")) var minFrames: LimitArgument?
    @Option(help: Self.help("Waits for pictures", "none")) var maxHeld: LimitArgument?
    @Option(help: Self.help("Longest wait for a picture", "none")) var maxHoldMs: LimitArgument?
    @Option(help: Self.help("Frames passed over to catch up with the sound", "none")) var maxSkipped: LimitArgument?
    @Option(help: Self.help("Frames and chunks that came again", "none")) var maxDuplicates: LimitArgument?
    @Option(help: Self.help("Events of an older message", "none")) var maxStale: LimitArgument?
    @Option(help: Self.help("Events that nobody knows", "none")) var maxUnknownEvents: LimitArgument?
    @Option(help: Self.help("Messages without an end signal", "none")) var maxMissingEnds: LimitArgument?
    @Option(help: Self.help("Chunks that waited for their first picture", "none")) var maxWaits: LimitArgument?
    @Option(help: Self.help("Longest such wait", "none")) var maxWaitMs: LimitArgument?
    @Option(help: Self.help("From a message's beginning to its first audio event", "none"))
    var maxFirstAudioMs: LimitArgument?
    @Option(help: Self.help("From a message's beginning to its first overlay", "none"))
    var maxFirstFrameMs: LimitArgument?
    @Option(help: Self.help("From a message's beginning to its first sound", "none"))
    var maxFirstSoundMs: LimitArgument?
    @Option(help: Self.help("Mouth shapes a second", "none")) var maxMouthShapesASecond: LimitArgument?
    @Option(help: Self.help("Mouth shapes shorter than 50 ms", "none")) var maxShortShapes: LimitArgument?
    @Option(help: Self.help("Sounds p, b, m at which the lips do not touch", "none"))
    var maxMissedClosures: LimitArgument?
    @Option(help: Self.help("Times that a mouth moves in silence", "none")) var maxMovesInSilence: LimitArgument?

    private static func help(_ text: String, _ usual: String) -> ArgumentHelp {
        ArgumentHelp("\(text). (default: \(usual))", valueName: "n|none")
    }

    private var given: [(CheckMeasure, LimitArgument?)] {
        [
            (.desync, maxDesync), (.noOverlay, maxNoOverlay), (.guesses, maxGuesses), (.seams, maxSeams),
            (.unplaced, maxUnplaced), (.outside, maxOutside), (.lost, maxLost), (.late, maxLate),
            (.missingClips, maxMissingClips), (.decodeFailures, maxDecodeFailures), (.oddities, maxOddities),
            (.notes, maxNotes), (.soundFailures, maxSoundFailures), (.headerless, maxHeaderless),
            (.length, maxLengthMs), (.soundsAlone, maxOnlySound), (.unanswered, maxUnanswered),
            (.halfAnswers, maxHalfAnswers), (.brokenOff, maxBrokenOff), (.missingEnds, maxMissingEnds),
            (.waits, maxWaits), (.wait, maxWaitMs),
            (.freeze, maxFreezeMs), (.gap, maxGapMs), (.soundAhead, maxSoundAheadMs),
            (.soundBehind, maxSoundBehindMs), (.lipLag, maxLipLagMs), (.start, maxStartMs),
            (.frames, minFrames), (.held, maxHeld), (.hold, maxHoldMs), (.skipped, maxSkipped),
            (.duplicates, maxDuplicates), (.stale, maxStale), (.unknownEvents, maxUnknownEvents),
            (.firstAudio, maxFirstAudioMs), (.firstFrame, maxFirstFrameMs), (.firstSound, maxFirstSoundMs),
            (.mouthShapes, maxMouthShapesASecond), (.shortShapes, maxShortShapes),
            (.missedClosures, maxMissedClosures), (.silentMoves, maxMovesInSilence),
        ]
    }

    func validate() throws {
        for case (let measure, let argument?) in given where !measure.allows(argument.value) {
            throw ValidationError("--\(measure.rawValue.replacing("_", with: "-")) is \(measure.expected)")
        }
    }

    func read() throws -> CheckLimits {
        var all = try limits.map { try CheckLimits(file: $0) } ?? CheckLimits()
        for (measure, argument) in given { if let argument { all[measure] = argument.value } }
        return all
    }
}

struct CheckTapes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Judges tapes: does every frame show what it should, when it should?",
        discussion: """
            Plays each tape on a clock of its own, as fast as it can be computed, on all cores. A tape that holds what an \
            engine heard is replayed as it was heard; any other, or with --fresh all, are played afresh.

            Ends with status 0 when all tapes are clean, 1 when something is beyond its limit, 2 when a tape cannot be read, \
            74 when the results cannot be written. A reader that goes away (| head) changes nothing.

            A file of limits has lines such as max_seams = 2 and max_late = "none": the limits below, with _ in place of -.

            Example: cameo check --limits ci.toml --junit results.xml tapes/*.cameo
            """)

    @Argument(help: "The tapes, .cameo or .ndjson.") var files: [String]
    @Flag(help: "Play the streams anew, also where a tape says how it was heard.") var fresh = false
    @Flag(help: "Print one JSON object a tape.") var json = false
    @Flag(name: .shortAndLong, help: "Print figures and findings of clean tapes too.") var verbose = false
    @Option(help: ArgumentHelp("Write the results to a file in JUnit's form.", valueName: "file")) var junit: String?
    @Option(help: ArgumentHelp("Findings of one kind that are listed for a tape.", valueName: "n")) var findings = 20
    @OptionGroup var engine: EngineOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        guard (0...100_000).contains(findings) else { throw ValidationError("--findings goes from 0 to 100000") }
    }

    func run() async throws {
        let status = try await reporting {
            let output = VerdictOutput()
            var checking = Checking()
            let configuration = try configured(try engine.flags)
            checking.options.limits = try limits.read()
            checking.options.settings = configuration.settings()
            checking.options.adjusted = configuration.adjusted
            checking.options.isFresh = fresh
            checking.options.findingsKept = findings
            checking.asJSON = json
            checking.isLong = verbose
            checking.junit = junit
            let status = try await checking.run(files) { line in
                output.write(line)
                output.flush()
            }
            try output.finish()
            return status
        }
        if status != 0 { throw ExitCode(status) }
    }
}
