import Debugger
import Engine
import Events
import Sessions
import Typesetting

/// Findings of one kind about one frame after another, or about the same moment, or nearly, where they are about none: one line
/// tells of all.
struct FindingRun {
    let first: AuditFinding
    private var last: AuditFinding { all[all.count - 1] }
    private var count: Int { all.count }
    private(set) var all: [AuditFinding]
    private var words: MergedWords
    /// Whether its place says of which message it is.
    private let namesMessage: Bool

    private init(_ finding: AuditFinding, namesMessage: Bool) {
        (first, all) = (finding, [finding])
        self.namesMessage = namesMessage
        words = MergedWords(Self.words(finding))
    }

    /// By their first findings, which may be about the same frames as those of other kinds.
    /// - Parameter namesMessages: frames of several messages were shown.
    static func runs(of findings: [AuditFinding], namesMessages: Bool = false) -> [FindingRun] {
        var runs: [FindingRun] = []
        var open: [AuditFinding.Kind: Int] = [:]
        for finding in findings {
            if let place = open[finding.kind], runs[place].add(finding) { continue }
            open[finding.kind] = runs.count
            runs.append(FindingRun(finding, namesMessage: namesMessages))
        }
        return runs
    }

    private mutating func add(_ finding: AuditFinding) -> Bool {
        guard finding.continues(last), words.add(Self.words(finding)) else { return false }
        all.append(finding)
        return true
    }

    // MARK: Saying

    var text: String {
        let fields: [(String, Int)] = [(first.kind.rawValue, 21), (frames, 12), (times, 12), (place, 9)]
        return fields.map { TerminalText.column($0, toCells: $1) }.joined() + words.text
    }

    private var frames: String {
        guard let from = first.frame, let to = last.frame else { return count > 1 ? "\(count) times" : "" }
        return from == to ? "frame \(from)" : "frames \(from)–\(to)"
    }

    private var times: String {
        let (from, to) = (first.time.inSeconds, last.time.inSeconds)
        return from == to ? "\(from) s" : "\(from)–\(to) s"
    }

    /// Message, chunk, section and sequence of its first frame as `why` takes them, and how far it goes; of a moment its message.
    private var place: String {
        guard let begin = first.place(namesMessage: namesMessage)?.typed, let from = first.position,
            let to = last.position
        else { return namesMessage && first.kind.isOfMessage ? "message \(first.generation)" : "" }
        guard from != to else { return begin }
        let isSameChunk = from.chunk == to.chunk && from.section == to.section
        return begin + "–" + (isSameChunk ? "\(to.sequence)" : "\(to.chunk):\(to.section).\(to.sequence)")
    }

    private static func words(_ finding: AuditFinding) -> String {
        finding.madeFor == nil
            ? AuditFinding.sentence(
                finding.kind, expected: CheckText.shown(finding.expected), found: CheckText.shown(finding.found))
            : finding.shortWords
    }
}
