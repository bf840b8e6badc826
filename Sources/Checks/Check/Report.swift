import Events
import Files
import JSON
import Platform
import Typesetting

/// `cameo report`: many lines of `cameo check --json`, from any number of machines, as one summary, worst first.
package struct Report {
    private struct Broken {
        /// Hashes of their names.
        var tapes: Set<Int> = []
        var worst: (exceeded: ReportLine.Exceeded, file: String)?

        mutating func add(_ exceeded: ReportLine.Exceeded, _ file: String) {
            tapes.insert(file.hashValue)
            if worst.map({ exceeded.distance > $0.exceeded.distance }) ?? true { worst = (exceeded, file) }
        }
    }

    /// Tapes that there have to be, when that is known: a machine that could not be reached leaves no lines.
    package var expectedTapes: Int?
    /// Tapes that are listed.
    private let listed: Int
    private let keepsAll: Bool
    private var frames = 0
    private var chunks = 0
    private var duration = TimeSpan.zero
    private var statuses: [String: Int] = [:]
    /// Tapes of which something was not judged, by what that is.
    private var notJudged: [String: Int] = [:]
    private var limits: [String: Broken] = [:]
    private var worst: [ReportLine] = []
    /// The worst line of each tape, in the order of the first ones; only where all are kept.
    private var cases: [ReportLine] = []
    private var casePlaces: [Int: Int] = [:]
    private var badLines: [String] = []
    private var badCount = 0
    /// By the hash of its name the worst that is said of each tape: of a million tapes, the names are too much to keep.
    private var verdicts: [Int: CheckResult.Verdict] = [:]
    private var doubled: [String] = []
    private var doubledCount = 0

    /// Bad lines, and tapes with more than one line, that are named.
    private static let namedKept = 10
    private static let namesKept = 200

    /// - Parameter keepsAll: every tape's name is kept, for a JUnit file.
    package init(listing listed: Int, keepsAll: Bool) {
        self.listed = listed
        self.keepsAll = keepsAll
    }

    // MARK: Reading

    /// - Parameter path: `-` is standard input.
    /// - Throws: `CommandError.unusable` when it cannot be read at all.
    package mutating func read(_ path: String) throws {
        var lines = Lines(path: path)
        if path == "-" {
            try ChunkedFileReader.read(STDIN_FILENO, named: "standard input") { receivePiece($0, &lines) }
        } else {
            try ChunkedFileReader.read(path) { receivePiece($0, &lines) }
        }
        finishLine(lines)
    }

    /// The line that is being read.
    private struct Lines {
        let path: String
        var number = 1
        var line: [UInt8] = []
        var isTooLong = false

        mutating func next() { self = Lines(path: path, number: number + 1) }
    }

    private mutating func receivePiece(_ piece: ArraySlice<UInt8>, _ lines: inout Lines) {
        for part in piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if part.offset > 0 {
                finishLine(lines)
                lines.next()
            }
            if lines.line.count + part.element.count > Limits.messageBytes {
                lines.isTooLong = true
            } else {
                lines.line += part.element
            }
        }
    }

    /// All of a line has been read.
    private mutating func finishLine(_ lines: Lines) {
        let line = lines.number == 1 ? Array(lines.line.withoutByteOrderMark) : lines.line
        guard lines.isTooLong || line.contains(where: { $0 > 0x20 }) else { return }
        do throws(CommandError) {
            if lines.isTooLong { throw .unusable("longer than \(Limits.messageBytes) bytes") }
            receiveLine(try ReportLine(line))
        } catch {
            badCount += 1
            if badLines.count < Self.namedKept { badLines.append("\(lines.path):\(lines.number): \(error.reason)") }
        }
    }

    private mutating func receiveLine(_ line: ReportLine) {
        let before = verdicts[line.file.hashValue]
        verdicts[line.file.hashValue] = max(before ?? .clean, line.verdict)
        if before == nil { addFigures(line) } else { addDoubled(line.file) }
        for exceeded in line.exceeded where limits[exceeded.limit] != nil || limits.count < Self.namesKept {
            limits[exceeded.limit, default: Broken()].add(exceeded, line.file)
        }
        if keepsAll { keep(line) }
        guard line.verdict != .clean else { return }
        worst.append(line)
        // Sorted now and then, so that a million bad tapes take no more memory than the listed ones.
        if worst.count > 2 * listed + 100 { sortWorst() }
    }

    private mutating func addFigures(_ line: ReportLine) {
        frames += line.frames
        chunks += line.chunks
        duration += line.duration
        for (name, count) in line.statuses where statuses[name] != nil || statuses.count < Self.namesKept {
            statuses[name, default: 0] += count
        }
        for part in Set(line.notJudged) where notJudged[part] != nil || notJudged.count < Self.namesKept {
            notJudged[part, default: 0] += 1
        }
    }

    private mutating func addDoubled(_ file: String) {
        doubledCount += 1
        if doubled.count < Self.namedKept, !doubled.contains(file) { doubled.append(file) }
    }

    private mutating func sortWorst() {
        worst.sort { $0.badness == $1.badness ? $0.file < $1.file : $0.badness > $1.badness }
        var named: Set<String> = []
        worst = Array(worst.filter { named.insert($0.file).inserted }.prefix(listed))
    }

    private mutating func keep(_ line: ReportLine) {
        guard let place = casePlaces[line.file.hashValue] else {
            casePlaces[line.file.hashValue] = cases.count
            cases.append(line)
            return
        }
        if line.badness > cases[place].badness { cases[place] = line }
    }

    // MARK: Saying

    private var unreadLines: String { "\(plural(badCount, "unreadable line"))" }

    private func count(_ verdict: CheckResult.Verdict) -> Int { verdicts.values.count { $0 == verdict } }

    /// Whether nothing was there to be read: whatever was to write the lines has died.
    package var isEmpty: Bool { verdicts.isEmpty && badCount == 0 }

    /// What is wrong with the number of different tapes that have a line; `nil` for nothing.
    private var wrongNumber: String? {
        guard let expectedTapes, expectedTapes != verdicts.count || doubledCount > 0 else { return nil }
        let again = doubledCount == 0 ? "" : ", plus \(plural(doubledCount, "duplicate line"))"
        return "expected \(plural(expectedTapes, "tape")), found \(verdicts.count)\(again)"
    }

    /// Tapes that several lines are of, where they are named.
    private var doubledLines: [String] {
        guard doubledCount > 0 else { return [] }
        return ["\(plural(doubledCount, "duplicate line"))"]
            + doubled.map { "  \(Self.shown($0))" }
    }

    /// 0 all clean, 1 something beyond its limit, 2 something unreadable, lines of the input included, or not one line of each
    /// of the tapes that were expected.
    package var status: Int32 {
        badCount > 0 || isEmpty || wrongNumber != nil ? ExitStatus.unusable : Checking.status(verdicts.values)
    }

    /// - Throws: `CommandError.unwritten`.
    package func writeJUnit(to path: String) throws(CommandError) {
        var junit = JUnit()
        for line in cases {
            junit.add(
                line.file, line.verdict, error: line.error, exceeded: line.exceeded.map(Self.text),
                findings: line.findings,
                notJudged: line.notJudged.isEmpty ? "" : "not judged: " + line.notJudged.joined(separator: ", "))
        }
        if isEmpty { junit.add("all lines", .unreadable, error: "no results") }
        if badCount > 0 {
            let lines = badLines.joined(separator: "; ")
            junit.add("all lines", .unreadable, error: "\(unreadLines): \(lines)")
        }
        if let wrongNumber { junit.add("all tapes", .unreadable, error: wrongNumber) }
        try Checking.write(junit, to: path)
    }

    package mutating func lines() -> [String] {
        sortWorst()
        let hours = duration.seconds / 3_600
        let length = hours >= 1 ? "\(CheckText.number(hours)) h" : "\(CheckText.number(duration.seconds)) s"
        var lines = [
            "\(plural(verdicts.count, "tape")): \(count(.clean)) clean, \(count(.beyond)) beyond limits, "
                + "\(count(.unreadable)) unreadable\(badCount == 0 ? "" : ", \(unreadLines)"); \(plural(frames, "frame")), "
                + "\(plural(chunks, "chunk")), \(length)"
        ]
        let all = statuses.filter { $0.value > 0 }.sorted {
            $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value
        }
        if !all.isEmpty {
            lines.append("status: " + all.map { "\(Self.shown($0.key)) \($0.value)" }.joined(separator: ", "))
        }
        if !notJudged.isEmpty {
            let parts = notJudged.sorted { $0.key < $1.key }.map {
                "\(Self.shown($0.key)) of \(plural($0.value, "tape"))"
            }
            lines.append("not judged: " + parts.joined(separator: ", "))
        }
        for (name, broken) in sortedLimits { lines.append("  " + Self.text(name, broken)) }
        if !worst.isEmpty { lines.append("worst first") }
        for line in worst { lines += Self.text(line) }
        let more = count(.beyond) + count(.unreadable) - worst.count
        if more > 0 { lines.append("  ... and \(more) more not clean") }
        if badCount > 0 { lines.append(unreadLines) }
        lines += badLines.map { "  \(Self.shown($0))" } + doubledLines
        return lines + (wrongNumber.map { [$0] } ?? [])
    }

    private var sortedLimits: [(key: String, value: Broken)] {
        limits.sorted {
            let (a, b) = ($0.value.tapes.count, $1.value.tapes.count)
            return a == b ? $0.key < $1.key : a > b
        }
    }

    private static func text(_ name: String, _ broken: Broken) -> String {
        let worst = broken.worst.map {
            ", worst \(found($0.exceeded)) (limit \(CheckText.exact($0.exceeded.allowed))) in \(shown($0.file))"
        }
        return "\(shown(name)): \(plural(broken.tapes.count, "tape"))\(worst ?? "")"
    }

    private static func text(_ exceeded: ReportLine.Exceeded) -> String {
        "\(exceeded.limit): \(found(exceeded)), limit \(CheckText.exact(exceeded.allowed))"
    }

    private static func found(_ exceeded: ReportLine.Exceeded) -> String {
        exceeded.found.map { CheckText.number($0, besides: exceeded.allowed) } ?? "not judged"
    }

    private static func text(_ line: ReportLine) -> [String] {
        let reason = line.error ?? line.exceeded.map(text).joined(separator: "; ")
        return ["  \(line.verdict.label)\(shown(line.file))  \(shown(reason))"]
            + line.findings.map { "      \(shown($0))" }
    }

    private static func shown(_ text: String) -> String {
        OutsideText.shown(text, cells: 2 * Limits.shownNameCells)
    }

    package mutating func json() -> String {
        sortWorst()
        let value: JSON = [
            "tapes": .number(verdicts.count), "clean": .number(count(.clean)), "beyond": .number(count(.beyond)),
            "unreadable": .number(count(.unreadable)), "expected": .number(expectedTapes),
            "bad_lines": .number(badCount),
            "not_judged": Self.counts(notJudged),
            "doubled_lines": .number(doubledCount),
            "doubled": .array(doubled.map(JSON.string)), "frames": .number(frames),
            "chunks": .number(chunks), "duration_ms": .milliseconds(duration),
            "statuses": Self.counts(statuses),
            "limits": .array(sortedLimits.map(limit)),
            "worst": .array(worst.map(tape)),
        ]
        return value.text
    }

    private static func counts(_ counts: [String: Int]) -> JSON {
        .object(JSONObject(counts.sorted { $0.key < $1.key }.map { .init($0.key, .number($0.value)) }))
    }

    private func limit(_ name: String, _ broken: Broken) -> JSON {
        [
            "limit": .string(name), "tapes": .number(broken.tapes.count),
            "worst": broken.worst?.exceeded.found.map { .double($0) } ?? .null,
            "allowed": broken.worst.map { .double($0.exceeded.allowed) } ?? .null,
            "file": broken.worst.map { .string($0.file) } ?? .null,
        ]
    }

    private func tape(_ line: ReportLine) -> JSON {
        [
            "file": .string(line.file), "verdict": .string(line.verdict.rawValue),
            "error": .text(line.error),
            "exceeded": .array(
                line.exceeded.map { CheckJSON.exceeded($0.limit, allowed: $0.allowed, found: $0.found) }),
            "findings": .array(line.findings.map(JSON.string)),
        ]
    }
}

extension ReportLine {
    /// The worse, the larger: how far it is beyond its limits, then how many they are.
    fileprivate var badness: (CheckResult.Verdict, Double, Int) {
        let distance = exceeded.reduce(0) { sum, passed in
            // Times and counts are added: what lasts as long as a frame weighs as much as one.
            sum + (passed.limit.hasSuffix("_ms") ? passed.distance / Self.frameMilliseconds : passed.distance)
        }
        return (verdict, distance, exceeded.count)
    }

    private static let frameMilliseconds = 1_000.0 / 30
}

extension ReportLine.Exceeded {
    /// How far it is beyond its limit, whichever side that is; 0 where it could not be measured.
    fileprivate var distance: Double { found.map { ($0 - allowed).magnitude } ?? 0 }
}
