import Events
import JSON
import Panels
import PictureInPicture
import Typesetting

/// What the tile shows from a moment on, as a line.
enum TileLine {
    private static let columns: [(name: String, width: Int)] = [
        ("time", 9), ("content", 13), ("picture", 11), ("place", 13), ("signs", 9), ("member", 16),
    ]

    static var header: String {
        columns.map { TerminalText.column($0.name, toCells: $0.width + 1) }.joined() + "reason"
    }

    static func text(_ record: TileRecord, at time: Instant) -> String {
        let snapshot = record.snapshot
        let fields = [
            time.inSeconds, record.content.rawValue, record.picture.rawValue, record.place.map(place) ?? "-",
            signs(snapshot), snapshot.shownName ?? "-",
        ]
        return zip(fields, columns).map { TerminalText.column($0, toCells: $1.width + 1) }.joined() + record.reason
    }

    private static func place(_ rect: CellRect) -> String {
        "\(rect.size.columns)x\(rect.size.rows) \(rect.origin.column),\(rect.origin.row)"
    }

    /// Pinned, hand raised, paused, microphone off, mirrored, speaking, quality.
    private static func signs(_ snapshot: TileSnapshot) -> String {
        guard snapshot.member != nil else { return "-" }
        let overlays = snapshot.overlays
        let flags: [(Bool, String)] = [
            (overlays.isPinned, "P"), (overlays.hasRaisedHand, "!"), (overlays.isPaused, "="),
            (!overlays.hasAudio, "x"), (overlays.isMirrored, "<"),
            (overlays.isSpeaking, "*"),
        ]
        return flags.filter(\.0).map(\.1).joined() + String(overlays.quality.rawValue)
    }

    /// Keys as picture-in-picture 10 lists them.
    static func json(_ record: TileRecord, at time: Instant) -> JSON {
        let snapshot = record.snapshot
        let overlays = snapshot.overlays
        return [
            "t_ms": .milliseconds(time),
            "content": .string(record.content.rawValue),
            "member": .text(snapshot.member),
            "source": snapshot.source.map {
                ["name": .string($0.name), "instance": .number($0.instance)]
            } ?? .null,
            "name": .text(snapshot.name),
            "image": .bool(record.isImageLoaded),
            "initials": .text(record.initials),
            "mic": .bool(overlays.hasAudio),
            "paused": .bool(overlays.isPaused),
            "pinned": .bool(overlays.isPinned),
            "hand": .bool(overlays.hasRaisedHand),
            "quality": .number(overlays.quality.rawValue),
            "speaking": .bool(overlays.isSpeaking),
            "mirror": .bool(overlays.isMirrored),
            "picture": .string(record.picture.rawValue),
            "active": .bool(record.isActive),
            "place": record.place.map {
                [
                    .number($0.origin.column), .number($0.origin.row), .number($0.size.columns), .number($0.size.rows),
                ]
            } ?? .null,
            "reason": .string(record.reason),
        ]
    }
}
