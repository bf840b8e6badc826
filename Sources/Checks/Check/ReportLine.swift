import Events
import Wire

/// One line of `cameo check --json`, as far as a report needs it.
struct ReportLine: Sendable {
    struct Exceeded: Hashable, Sendable {
        let limit: String
        let allowed: Double
        let found: Double
    }

    let file: String
    let verdict: CheckResult.Verdict
    let error: String?
    let exceeded: [Exceeded]
    let frames: Int
    let chunks: Int
    let milliseconds: Double
    let statuses: [(name: String, count: Int)]
    /// One line of words each, of those that tell of a limit that was not kept.
    let findings: [String]

    /// - Throws: `CommandError.unusable`, the reason alone, when the line is none of `cameo check --json`.
    init(_ line: [UInt8]) throws(CommandError) {
        let value: JSON
        do { value = try JSON.parse(line) } catch { throw .unusable(error.reason) }
        guard let object = value.object, let file = object["file"]?.string,
            let verdict = object["verdict"]?.string.flatMap(CheckResult.Verdict.init(rawValue:))
        else { throw .unusable("is no line of `cameo check --json`") }
        self.file = file
        self.verdict = verdict
        error = object["error"]?.string
        exceeded = (object["exceeded"]?.array ?? []).compactMap { Self.exceeded($0) }
        frames = Self.count(object["frames"])
        chunks = Self.count(object["chunks"])
        milliseconds = max(0, object["duration_ms"]?.lenientDouble ?? 0)
        statuses = (object["statuses"]?.object?.members ?? []).prefix(100).map { ($0.key, Self.count($0.value)) }
        let measures = exceeded.compactMap { CheckMeasure(rawValue: $0.limit) }
        let kinds = Set(measures.flatMap { $0.kinds.map(\.rawValue) + $0.bookKinds.map(\.rawValue) })
        let places = [object, object["book"]?.object, object["reading"]?.object].compactMap { $0 }
        findings = places.flatMap { $0["findings"]?.array ?? [] }.compactMap { $0.object }.filter {
            kinds.contains($0["kind"]?.string ?? "")
        }.prefix(Self.findingsKept).map(Self.words)
    }

    private static let findingsKept = 3

    /// Counts are others' numbers: kept small enough to be added up.
    private static func count(_ value: JSON?) -> Int { (value?.lenientInt ?? 0).clamped(to: 0...1 << 32) }

    private static func exceeded(_ value: JSON) -> Exceeded? {
        guard let object = value.object, let limit = object["limit"]?.string,
            let allowed = object["allowed"]?.lenientDouble, let found = object["found"]?.lenientDouble
        else { return nil }
        return Exceeded(limit: limit, allowed: allowed, found: found)
    }

    private static func words(_ finding: JSONObject) -> String {
        let frame = finding["frame"]?.lenientInt.map { "frame \($0), " } ?? ""
        let sentence = finding["sentence"]?.lenientInt.map { "sentence \($0), " } ?? ""
        let time = finding["t_ms"]?.lenientDouble.map { "\(Instant(seconds: $0 / 1_000).inSeconds) s: " } ?? ""
        return "\(finding["kind"]?.string ?? "") \(frame)\(sentence)\(time)"
            + "expected \(finding["expected"]?.string ?? ""), found \(finding["found"]?.string ?? "")"
    }
}
