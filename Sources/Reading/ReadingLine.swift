import Events
import JSON
import Reader
import Scripts

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
