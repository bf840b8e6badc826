import Events
import JSON
import Sessions

/// One line of `cameo check --json`, as far as a report needs it.
struct ReportLine: Sendable {
    struct Exceeded: Hashable, Sendable {
        let limit: String
        let allowed: Double
        /// `nil` where it could not be measured.
        let found: Double?
    }

    let file: String
    let verdict: CheckResult.Verdict
    let error: String?
    let exceeded: [Exceeded]
    let frames: Int
    let chunks: Int
    let duration: TimeSpan
    let statuses: [(name: String, count: Int)]
    /// What nobody looked at, in few words.
    let notJudged: [String]
    /// One line of words each, of those that tell of a limit that was not kept; the last one says how many more there are.
    let findings: [String]

    /// - Throws: `CommandError.unusable`, the reason alone, when the line is none of `cameo check --json`: a line without what that
    ///   always writes says nothing about a tape, whatever its verdict.
    init(_ line: [UInt8]) throws(CommandError) {
        let value: JSON
        do { value = try JSON.parse(line) } catch { throw .unusable(error.reason) }
        guard let object = value.object, let file = object["file"]?.string,
            let verdict = object["verdict"]?.string.flatMap(CheckResult.Verdict.init(rawValue:)),
            let exceeded = object["exceeded"]?.array, object["findings"]?.array != nil,
            let frames = object["frames"]?.lenientInt, let chunks = object["chunks"]?.lenientInt,
            let milliseconds = object["duration_ms"]?.lenientDouble, let statuses = object["statuses"]?.object
        else { throw .unusable("not a line of `cameo check --json`") }
        // One that contradicts itself was not written by a check.
        guard verdict == .unreadable || (verdict == .beyond) == !exceeded.isEmpty else {
            throw .unusable("has verdict \(verdict.rawValue) with \(plural(exceeded.count, "limit")) exceeded")
        }
        self.file = file
        self.verdict = verdict
        error = object["error"]?.string
        guard (verdict == .unreadable) == (error != nil) else {
            throw .unusable("has verdict \(verdict.rawValue) with \(error == nil ? "no error" : "an error")")
        }
        self.exceeded = exceeded.compactMap { Self.exceeded($0) }
        self.frames = Self.count(frames)
        self.chunks = Self.count(chunks)
        duration = max(.zero, TimeSpan(seconds: milliseconds / 1_000))
        self.statuses = statuses.members.prefix(100).map { ($0.key, Self.count($0.value.lenientInt ?? 0)) }
        notJudged = (object["not_judged"]?.array ?? []).prefix(20).compactMap(\.string)
        let measures = self.exceeded.compactMap { CheckMeasure(rawValue: $0.limit) }
        let kinds = Set(measures.flatMap { $0.kinds.map(\.rawValue) + $0.bookKinds.map(\.rawValue) })
        let places = [object, object["book"]?.object, object["reading"]?.object].compactMap { $0 }
        let all = places.flatMap { Self.byCause(($0["findings"]?.array ?? []).compactMap(\.object)) }.filter {
            kinds.contains($0["kind"]?.string ?? "")
        }
        let dropped = places.flatMap { $0["findings_dropped"]?.object?.members ?? [] }.filter { kinds.contains($0.key) }
        let more = dropped.reduce(all.count - min(all.count, Self.findingsKept)) {
            $0 + Self.count($1.value.lenientInt ?? 0)
        }
        findings = Self.chosen(all).map(Self.words) + (more > 0 ? ["... and \(more) more"] : [])
    }

    private static let findingsKept = 3

    /// In their order, each cause before its consequences.
    private static func byCause(_ findings: [JSONObject]) -> [JSONObject] {
        let causes = findings.map { $0["cause"]?.lenientInt }
        let keys = findings.indices.map { (causes[$0] ?? $0, causes[$0] == nil ? 0 : 1, $0) }
        return keys.sorted { $0 < $1 }.map { findings[$0.2] }
    }

    /// In their order, the first of each kind before any second one: many of one kind do not hide what else is wrong.
    private static func chosen(_ all: [JSONObject]) -> [JSONObject] {
        var kinds: Set<String> = []
        let firsts = all.indices.filter { kinds.insert(all[$0]["kind"]?.string ?? "").inserted }
        let others = Set(all.indices).subtracting(firsts).sorted()
        return (firsts + others).prefix(findingsKept).sorted().map { all[$0] }
    }

    /// Counts are others' numbers: kept small enough to be added up.
    private static func count(_ value: Int) -> Int { value.clamped(to: 0...1 << 32) }

    private static func exceeded(_ value: JSON) -> Exceeded? {
        guard let object = value.object, let limit = object["limit"]?.string,
            let allowed = object["allowed"]?.lenientDouble
        else { return nil }
        let found = object["found"]?.lenientDouble
        guard found != nil || object["found"] == nil else { return nil }
        return Exceeded(limit: limit, allowed: allowed, found: found)
    }

    private static func words(_ finding: JSONObject) -> String {
        let frame = finding["frame"]?.lenientInt.map { "frame \($0), " } ?? ""
        let sentence = finding["sentence"]?.lenientInt.map { "sentence \($0), " } ?? ""
        let time = finding["t_ms"]?.lenientDouble.map { "\(Instant(seconds: $0 / 1_000).inSeconds) s: " } ?? ""
        let kind = finding["kind"]?.string ?? ""
        let words = AuditFinding.sentence(
            AuditFinding.Kind(rawValue: kind), expected: finding["expected"]?.string ?? "",
            found: finding["found"]?.string ?? "")
        return "\(kind) \(frame)\(sentence)\(time)\(words)"
    }
}
