import Emulator
import Foundation
import Support
import Testing

/// Streams of real programs, and generated ones: the screens are tmux's, cell by cell (`Tests/Emulation/README.md`).
@Suite("Recordings")
struct RecordingTests {
    /// How many cells equal tmux's.
    private struct Score {
        var cells = 0
        var equal = 0
        var percent: Double { cells == 0 ? 100 : 100 * Double(equal) / Double(cells) }

        mutating func add(_ other: Score) {
            cells += other.cells
            equal += other.equal
        }
    }

    @Test("programs and generated streams look as in tmux, but for what is known")
    func asInTmux() throws {
        let expected = try OracleScreen.ofTmux()
        #expect(expected.count > 500)
        var (sessions, streams) = (Score(), [String: Score]())
        for (file, screens) in Dictionary(grouping: expected, by: \.file) {
            let recording = try #require(Recording(Repository.file("Tests/Emulation/" + file)), "\(file)")
            var score = Score()
            let numbered = Dictionary(uniqueKeysWithValues: screens.map { ($0.snapshot, $0) })
            recording.play { number, _, terminal in
                guard let screen = numbered[number], screen.columns == terminal.size.columns,
                    screen.rows == terminal.size.rows
                else { return }
                score.add(Self.score(terminal, screen))
            }
            let name = String(file.split(separator: "/").last?.split(separator: ".").first ?? "")
            if file.hasPrefix("synthetic") {
                streams[name, default: Score()].add(score)
            } else {
                sessions.add(score)
            }
        }
        #expect(sessions.percent >= 99.97, "sessions: \(sessions.percent) % of \(sessions.cells)")
        let known = Dictionary(uniqueKeysWithValues: KnownDifference.all.map { ($0.stream, $0.floor) })
        for (name, score) in streams {
            let floor = name.hasPrefix("common") ? 100 : known[name] ?? 99.9
            #expect(score.percent >= floor, "\(name): \(score.percent) %")
        }
        for name in known.keys { #expect(streams[name] != nil, "there is no stream \(name)") }
    }

    private static func score(_ terminal: VirtualTerminal, _ screen: OracleScreen) -> Score {
        var score = Score()
        for row in 0..<screen.rows {
            let seen = terminal.seen(row)
            for column in 0..<screen.columns {
                guard let cell = screen.cell(column, row) else { continue }
                score.cells += 1
                if seen[column] == cell { score.equal += 1 }
            }
        }
        return score
    }
}

/// What another terminal shows, as `oracle.py` prints it.
private struct OracleScreen {
    let file: String
    let snapshot: Int
    let columns: Int
    let rows: Int
    private let cells: [[Any]]

    /// One run.
    static func ofTmux() throws -> [OracleScreen] {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        python.arguments = ["python3", "oracle.py", "tmux"] + (try files())
        python.currentDirectoryURL = URL(fileURLWithPath: Repository.file("Tests/Emulation"))
        let output = Pipe()
        python.standardOutput = output
        try python.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
        return try bytes.split(separator: 10).map { try #require(OracleScreen($0)) }
    }

    /// All would take two minutes: those by chance and vttest's are compared by hand, and one value of TERM is enough.
    private static func files() throws -> [String] {
        try ["sessions", "synthetic"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: Repository.file("Tests/Emulation/" + folder)).sorted()
                .filter { !$0.hasPrefix("fuzz-") && !$0.hasPrefix("vttest") && !$0.contains("tmux-256color") }
                .map { folder + "/" + $0 }
        }
    }

    private init?(_ line: Data) {
        guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
            let file = object["file"] as? String, let snapshot = object["snapshot"] as? Int,
            let columns = object["columns"] as? Int, let rows = object["rows"] as? Int,
            let cells = object["cells"] as? [[Any]]
        else { return nil }
        (self.file, self.snapshot, self.columns, self.rows, self.cells) = (file, snapshot, columns, rows, cells)
    }

    /// In the normal form; `nil` where it cannot be told.
    func cell(_ column: Int, _ row: Int) -> SeenCell? {
        guard row < cells.count, column < cells[row].count else { return .blank }
        guard let parts = cells[row][column] as? [Any], parts.count == 5, let text = parts[0] as? String,
            let width = parts[1] as? Int, let attributes = parts[4] as? [String]
        else { return nil }
        return SeenCell(
            text: text, width: width, foreground: "\(parts[2])", background: "\(parts[3])",
            attributes: attributes.sorted()
        ).normal
    }
}
