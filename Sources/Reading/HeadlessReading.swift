import BookFolders
import Decoding
import Engine
import Events
import Files
import JSON
import Platform
import Playback
import Settings
import Sound
import Tapes
import Typesetting
import Wire

/// `cameo read --headless`: a book read on a clock that jumps, with a line whenever something of it changes.
package struct HeadlessReading {
    private let book: any BookSource
    private let settings: ReaderSettings
    private let commands: [(time: Instant, command: ReaderCommand)]
    private let recording: String?
    private let overwrites: Bool
    private let source: String
    private let write: (String) throws -> Void
    /// Strange things of chunks, and what is read otherwise than it was wanted, for standard error.
    private let warn: (String) -> Void

    /// - Parameters:
    ///   - path: as the user names it.
    ///   - commands: a file of `ReaderCommandLine`; none without it.
    ///   - recording: a new tape for all that is heard.
    ///   - overwrites: whether that takes the place of a recording of its name.
    ///   - write: takes one line of output, without its end.
    /// - Throws: `CommandError`.
    package init(
        _ book: any BookSource, of path: String, _ settings: ReaderSettings, commands: String? = nil,
        recording: String? = nil, overwrites: Bool = false,
        warn: @escaping (String) -> Void, write: @escaping (String) throws -> Void
    ) throws {
        (source, self.recording, self.overwrites) = (path, recording, overwrites)
        (self.book, self.settings) = (book, settings)
        self.commands = try commands.map { try Self.read($0) } ?? []
        self.write = write
        // What is missing for all of its files is said once.
        var isMissingSaid = false
        self.warn = { words in
            let isMissing = words == SoundError.noProgram.reason
            if !isMissing || !isMissingSaid { warn(words) }
            isMissingSaid = isMissingSaid || isMissing
        }
    }

    private static let commandBytes = 16 << 20

    private static func read(_ path: String) throws -> [(time: Instant, command: ReaderCommand)] {
        let bytes = try ChunkedFileReader.all(of: path, atMost: commandBytes)
        var commands: [(time: Instant, command: ReaderCommand)] = []
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        {
            guard !line.allSatisfy({ $0 <= 0x20 }) else { continue }
            do throws(WireError) {
                let line = try ReaderCommandLine(line, notBefore: commands.last?.time ?? .zero)
                commands.append((line.time, line.command))
            } catch {
                throw CommandError.unusable("\(path):\(number + 1): \(error.reason)")
            }
        }
        return commands
    }

    // MARK: Running

    package func run(asJSON: Bool) async throws {
        for oddity in book.oddities { warn(oddity) }
        let tape = try recording.map { try ReadingTape.create($0, source: source, overwrites: overwrites) }
        if !asJSON { try write(ReadingLine.header) }
        var run = ReadingRun(settings, commands: commands)
        var hints = ModeHints()
        var last: ReadingLine?
        var failure: String?
        func report(_ time: Instant, _ record: ReaderRecord, _ notes: [ReaderNote]) throws {
            failure = notes.last { $0.kind == .failed }?.text ?? failure
            let line = ReadingLine(time, record)
            guard !record.isPreparing, !line.isSame(as: last) else { return }
            last = line
            try write(asJSON ? line.json.text : line.text)
        }
        try run.begin(book.book, report: report)
        repeat {
            try await keep(run.takeHeard(), on: tape)
            while let place = run.wantedChunk { try run.load(await chunk(place), at: place, report: report) }
            if let hint = hints.new(run.reader) { warn(hint) }
        } while try run.step(report: report)
        try await keep(run.takeHeard(), on: tape)
        try await tape?.close()
        if let failure, !run.reader.isOver, !run.reader.isStopped { throw CommandError.failed(failure) }
    }

    private func keep(_ received: [(time: Instant, input: ReaderInput?)], on tape: TapeWriter?) async throws {
        guard let tape else { return }
        for (time, input) in received { try await tape.append(input.map { .reading($0) } ?? .ticked, at: time) }
    }

    private func chunk(_ place: Int) async -> Result<BookChunk, CommandError> {
        do {
            let (chunk, oddities) = try await book.chunk(at: place)
            let measured = await book.measured(chunk)
            for oddity in oddities + measured.oddities { warn(oddity) }
            return .success(measured.chunk)
        } catch {
            return .failure(CommandError(error))
        }
    }
}

/// What a reader has come to, as a line.
struct ReadingLine {
    private let time: Instant
    private let record: ReaderRecord

    init(_ time: Instant, _ record: ReaderRecord) { (self.time, self.record) = (time, record) }

    /// Nothing of it has changed but why, and how far the sound is.
    func isSame(as other: ReadingLine?) -> Bool { other.map { $0.fields == fields } == true }

    private var fields: [JSON] { [sentence, track, .string(record.phase), lit] }

    private var sentence: JSON { .number(record.transcript?.number) }
    private var track: JSON { .text(record.track?.rawValue) }
    private var position: JSON { record.position.map { .double($0.seconds) } ?? .null }

    private var lit: JSON {
        .object(JSONObject(Lane.allCases.map { JSONObject.Member($0.rawValue, .number(record.lit($0))) }))
    }

    var json: JSON {
        [
            "t_ms": .milliseconds(time), "sentence": sentence, "block": .text(record.transcript?.block?.name),
            "track": track, "phase": .string(record.phase),
            "sound_s": position, "lit": lit, "reason": .string(record.reason),
        ]
    }

    // MARK: For people

    private static let columns: [(name: String, width: Int)] = [
        ("time", 9), ("sentence", 8), ("track", 11), ("phase", 13), ("sound", 9), ("lit", 14),
    ]

    static var header: String {
        columns.map { TerminalText.column($0.name, toCells: $0.width + 1) }.joined() + "reason"
    }

    var text: String {
        let lit = Lane.allCases.map { lane in
            record.transcript?.lanes[lane].map { "\($0.lit)/\($0.tokens)" } ?? "-"
        }
        let fields = [
            time.inSeconds, record.transcript.map { "\($0.number)" } ?? "-", record.track?.rawValue ?? "-",
            record.phase,
            record.position?.inSeconds ?? "-", lit.joined(separator: " "),
        ]
        return zip(fields, Self.columns).map { TerminalText.column($0, toCells: $1.width + 1) }.joined()
            + OutsideText.shown(record.reason, cells: 200)
    }
}

/// A new tape for what is heard of a book.
package enum ReadingTape {
    /// - Parameter overwrites: whether it takes the place of a recording of that name, which is gone then.
    package static func create(
        _ path: String, source: String, overwrites: Bool = false
    ) throws(TapeError) -> TapeWriter {
        let replaced = overwrites ? try TapeFiles.setAside(path) : nil
        do throws(TapeError) {
            let tape = try TapeWriter(creating: path, meta: Recorder.meta(source: source))
            if let replaced { unlink(replaced) }
            return tape
        } catch {
            if let replaced { rename(replaced, path) }
            throw error
        }
    }
}

/// What a tape tells of a book that was read: every change, and why. It is replayed as it was heard.
package struct TapeReading {
    private let tape: TapeReader

    package init(_ tape: TapeReader) { self.tape = tape }

    /// - Parameter write: takes one line of output, without its end.
    package func run(asJSON: Bool, write: (String) throws -> Void) throws {
        var (run, isOfBook) = (try VirtualRun(tape, TapePlaying(isFresh: false)), false)
        if !asJSON { try write(ReadingLine.header) }
        try run.run { item in
            guard case .reading(let record, let note) = item, !record.isPreparing else { return }
            isOfBook = true
            let line = ReadingLine(note.time, record)
            try write(asJSON ? line.json.text : line.text)
        }
        if !asJSON, !isOfBook { try write("# this recording contains no book") }
    }
}

/// Says, once each, why another language is read than the only one that was wanted.
package struct ModeHints {
    private var said: Set<String> = []

    package init() {}

    /// - Returns: what is to be said now.
    package mutating func new(_ reader: BookReader) -> String? {
        guard let hint = reader.modeHint, said.insert(hint).inserted else { return nil }
        return hint
    }
}
