import JSON
import SocketIO

/// A line of a frame log made of what a client, or the server itself, says about a frame (specification 1.13).
package enum FrameRecordLine {
    /// In the order of the columns, with the names that they have in a request.
    private static let columns = [
        "timestamp", "source", "session", "chunk", "seq", "anim", "base_frame", "overlay_key", "sync_status", "fps",
        "sprite", "char", "buffer", "next_chunk",
    ]
    private static let longestField = 200
    /// The source of the lines that the server itself writes.
    package static let server = "BACKEND"

    /// - Parameter time: of the server, where the record has none.
    package static func text(_ record: JSONObject, session: String, time: String) -> String {
        columns.map { column in
            switch column {
            case "timestamp": field(record["timestamp"] ?? .string(time))
            case "session": field(.string(session))
            case "source": field(record["source"] ?? "UNKNOWN")
            default: field(record[column])
            }
        }.joined(separator: "|")
    }

    /// What separates columns and lines, and what a terminal obeys, is replaced.
    private static func field(_ value: JSON?) -> String {
        let text = value?.lenientString ?? ""
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longestField) {
            let isHarmless = scalar.value >= 0x20 && scalar != "|" && !(0x7F...0x9F).contains(scalar.value)
            kept.append(isHarmless ? scalar : "_")
        }
        return String(kept)
    }

    /// What the server itself writes down: a record for each overlay frame of a batch that it has sent, with what it demands.
    /// It draws nothing, so there is no rate.
    package static func sent(_ message: WireMessage) -> [JSONObject] {
        guard message.event == .batch, let object = message.arguments.first?.object,
            let frames = object["frames"]?.array
        else { return [] }
        return frames.compactMap(\.object).map { frame in
            [
                "source": .string(server), "chunk": object["chunk_index"] ?? .null,
                "seq": frame["sequence_index"] ?? .null, "anim": frame["animation_name"] ?? .null,
                "base_frame": frame["matched_sprite_frame_number"] ?? .null,
                "overlay_key": frame["overlay_id"] ?? .null, "sync_status": "SYNC",
                "sprite": frame["matched_sprite_frame_number"] ?? .null, "char": frame["char"] ?? .null,
            ]
        }
    }

    /// A name that is safe as a file's: letters, digits, `-`, `_` and dots inside, at most 80; `nil` when nothing is left.
    package static func safeName(_ text: String) -> String? {
        let kept = text.unicodeScalars.prefix(80).map { scalar -> Character in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            return isPlain || "-_.".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        }
        let name = String(kept.drop { $0 == "." })
        return name.isEmpty ? nil : name
    }
}
