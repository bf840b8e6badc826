import Engine
import Events
import Files
import JSON
import Panels
import Sessions

/// Lines of the log on their way to a file, some of them at a time. The file appears when all are in it, and not at all
/// when this goes before that.
package struct LogWriting {
    package enum Form: String {
        case txt, csv, ndjson, jsonl, log

        /// By the end of the file's name.
        package init?(path: String) {
            guard let ending = path.split(separator: ".").last else { return nil }
            self.init(rawValue: ending.lowercased())
        }
    }

    /// So many that keys are answered in between.
    package static let linesAtOnce = 250

    package let path: String
    /// Lines that were asked for.
    private let count: Int
    /// Those of them that are in the file so far; `Form.log` leaves some out. Without the names of the columns.
    private var writtenCount = 0
    private let file: OutputFile
    private let form: Form
    private var rest: ArraySlice<Int>
    private var isBegun = false

    /// - Parameter places: of the lines, in `SessionLog.entries`.
    /// - Throws: as `OutputFile.init`.
    package init(_ places: [Int], to path: String, _ form: Form) throws(CommandError) {
        self.path = path
        self.form = form
        count = places.count
        rest = places[...]
        file = try OutputFile(path, partial: OutputFile.partial(of: path))
    }

    package var restCount: Int { rest.count }
    /// How much has been written, from 0 to 1.
    package var progress: Double { count == 0 ? 1 : 1 - Double(rest.count) / Double(count) }

    /// What came of it, in words.
    package var report: String {
        let written = "wrote \(plural(writtenCount, "line")) to \(path)"
        let leftOut = count - rest.count - writtenCount
        return leftOut == 0 ? written : "\(written); \(leftOut) omitted (.log has only drawn frames of chunks)"
    }

    /// Writes the next lines, at most so many; `true` when the file is complete.
    /// - Throws: `CommandError.failed` when it cannot be written.
    package mutating func write(_ log: SessionLog, atMost lines: Int) throws(CommandError) -> Bool {
        let places = Array(rest.prefix(lines))
        rest = rest.dropFirst(lines)
        let end = form == .csv ? "\r\n" : "\n"
        // Each part comes with the names of the columns.
        let part = form.lines(places, log)
        writtenCount += part.count - form.headingCount
        let text = part.dropFirst(isBegun ? form.headingCount : 0)
        isBegun = true
        try file.write(Array(text.map { $0 + end }.joined().utf8))
        guard rest.isEmpty else { return false }
        try file.finish()
        return true
    }
}

extension LogWriting.Form {
    fileprivate var headingCount: Int {
        switch self {
        case .txt, .csv, .log: 1
        case .ndjson, .jsonl: 0
        }
    }

    fileprivate func lines(_ places: [Int], _ log: SessionLog) -> [String] {
        switch self {
        case .txt: LogExport.text(places, of: log)
        case .csv: LogExport.csv(places, of: log)
        case .ndjson, .jsonl: places.map { Self.json(log.entries[$0], log) }
        case .log: OriginalLog.lines(places, of: log, session: "cameo", epoch: nil)
        }
    }

    private static func json(_ entry: LogEntry, _ log: SessionLog) -> String {
        let members = LogExport.fields(entry, in: log).map { field -> JSONObject.Member in
            switch field.value {
            case .nothing: .init(field.name, .null)
            case .text(let text): .init(field.name, .string(text))
            case .mode(let mode): .init(field.name, .string(mode.rawValue))
            case .integer(let number): .init(field.name, .number(number))
            case .time(let microseconds): .init(field.name, .double(Double(microseconds) / 1_000))
            case .flag(let flag): .init(field.name, .bool(flag))
            }
        }
        return JSON.object(JSONObject(members)).text
    }
}
