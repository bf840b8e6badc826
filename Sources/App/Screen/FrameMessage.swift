import Engine
import Events
import JSON
import Tapes

/// The message on a tape that brought a frame, as the inspector shows it: the frame's own object, then the beginning of the whole.
struct FrameMessage {
    let name: String
    let text: String
    let byteCount: Int

    private static let longest = 4_096

    /// `nil` when the entry does not speak of the frame.
    init?(_ tape: TapeReader, _ entry: Int64, _ position: FramePosition) {
        guard let found = try? tape.entry(entry), let message = try? found.message(),
            case .object(let payload)? = message.arguments.first
        else { return nil }
        guard Self.number(payload["chunk_index"]) == position.chunk else { return nil }
        let body = found.body ?? ""
        var parts: [String] = []
        if let frame = Self.frame(position, in: .object(payload)) { parts.append(frame.text) }
        if parts.isEmpty, payload["first_frame_image"] == nil { return nil }
        parts.append(String(decoding: body.utf8.prefix(Self.longest), as: UTF8.self))
        name = found.name
        text = parts.joined(separator: "\n")
        byteCount = body.utf8.count
    }

    /// The first object, at any depth that batches and descriptions have, that names the frame's place.
    private static func frame(_ position: FramePosition, in value: JSON) -> JSON? {
        switch value {
        case .array(let values): return values.lazy.compactMap { frame(position, in: $0) }.first
        case .object(let object):
            let isFrame = number(object["sequence_index"]) == position.sequence
            if isFrame, (number(object["section_index"]) ?? position.section) == position.section { return value }
            return object.members.lazy.compactMap { frame(position, in: $0.value) }.first
        default: return nil
        }
    }

    private static func number(_ value: JSON?) -> Int? { value?.lenientDouble.flatMap { Int(exactly: $0) } }
}
