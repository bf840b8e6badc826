import Engine
import Events
import Foundation
import Playback
import Support
import Tapes

/// The demo's first four chunks, and what becomes of them.
package enum RewrittenDemo {
    package static let chunkSizes = [54, 36, 86, 63]
    /// The file's bytes, made once.
    private static let cut: Result<Data, any Error> = Result {
        let folder = try Folder()
        var job = RewriteJob()
        job.rules = [
            "drop where chunk=4..", "drop where name=new_message time=9s..", "move 8400ms where name=audio_end",
        ]
        _ = try job.run(Repository.file("assets/demo.cameo"), to: folder.file("cut.cameo"))
        return try Data(contentsOf: URL(fileURLWithPath: folder.file("cut.cameo")))
    }

    /// A tape of it in the folder; its path.
    package static func tape(in folder: Folder) throws -> String {
        let path = folder.file("cut.cameo")
        try cut.get().write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The good recording as it plays.
    private static let goodRun: Result<Played, any Error> = Result {
        let folder = try Folder()
        return try Played(try tape(in: folder))
    }
    package static func good() throws -> Played { try goodRun.get() }

    /// Plays what a recipe makes of a stream, or of the demo.
    package static func played(_ recipe: String, of path: String? = nil, seed: UInt64? = nil) throws -> Played {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = [recipe]
        job.seed = seed
        let output = folder.file("rewritten.cameo")
        _ = try job.run(try path ?? tape(in: folder), to: output)
        return try Played(output)
    }
}

/// What happened while a tape was played afresh.
package struct Played: Sendable {
    package private(set) var records: [FrameRecord] = []
    /// What was on screen with each of them.
    package private(set) var composites: [Composite?] = []
    package private(set) var notes: [Note] = []
    package private(set) var reports: [ChunkReport] = []
    package let counters: Counters
    /// What was heard: time, name and body of each entry.
    package let stream: [String]

    package init(_ path: String) throws {
        let tape = try TapeReader(path: path)
        stream = try tape.entries(limit: 10_000).map { "\($0.time.microseconds) \($0.name) \($0.body ?? "")" }
        var run = try VirtualRun(tape, isFresh: false)
        var (records, composites): ([FrameRecord], [Composite?]) = ([], [])
        var (notes, reports): ([Note], [ChunkReport]) = ([], [])
        try run.run { item in
            switch item {
            case .frame(let record, let composite):
                records.append(record)
                composites.append(composite)
            case .note(let note), .tile(_, let note), .reading(_, let note): notes.append(note)
            case .chunk(let report): reports.append(report)
            }
        }
        (self.records, self.composites, self.notes, self.reports) = (records, composites, notes, reports)
        counters = run.counters
    }

    /// One frame of speech as it was drawn.
    package struct Spoken: Hashable, CustomStringConvertible {
        package var chunk: Int
        package var frame: Int
        package var clip: ClipName?
        package var baseIndex: Int
        package var status: FrameStatus

        package var description: String { "\(chunk)/\(frame) \(clip?.rawValue ?? "-") \(baseIndex) \(status.text)" }
    }

    /// The frames of chunks in the order in which they were shown; of one message, or of all.
    package func spoken(_ generation: Generation? = nil) -> [Spoken] {
        records.filter { $0.mode == .overlay && (generation == nil || $0.generation == generation) }
            .compactMap { record in
                guard let position = record.position, record.status != .held else { return nil }
                return Spoken(
                    chunk: position.chunk, frame: position.frame, clip: record.clip, baseIndex: record.baseIndex,
                    status: record.status)
            }
    }

    package func frames(of chunk: Int) -> [FrameRecord] {
        records.filter { $0.position?.chunk == chunk && $0.mode == .overlay }
    }

    package func count(_ code: Note.Code) -> Int { notes.count { $0.code == code } }
    package func places(_ status: FrameStatus, chunk: Int) -> [Int] {
        frames(of: chunk).filter { $0.status == status }.compactMap { $0.position?.frame }
    }

    package var chunksShown: [Int] { reports.map(\.chunk) }
    package func report(_ chunk: Int) -> ChunkReport? { reports.first { $0.chunk == chunk } }
    /// Milliseconds from one chunk's last frame to the next chunk's first.
    package func pause(before chunk: Int) -> Double? {
        guard let start = report(chunk)?.started,
            let end = records.last(where: {
                $0.shown < start && $0.mode == .overlay && $0.status == .sync
            })?.shown
        else { return nil }
        return (start - end).milliseconds - 1_000.0 / 30
    }
}
