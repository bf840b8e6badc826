import Events
import JSON

/// How a sentence stands in its text, as a member `block` of a sentence in a chunk's file; files of others have none.
extension TextBlock {
    var json: JSON {
        var object: JSONObject = ["kind": .string(name)]
        switch kind {
        case .paragraph: break
        case .heading(let level): object.append("level", .number(level))
        case .item(let sign, let depth):
            object.append("sign", .string(sign))
            object.append("depth", .number(depth))
        }
        object.append("start", .bool(isStart))
        return .object(object)
    }

    /// `nil`, with a note, for what is none.
    static func read(_ value: JSON, _ odd: inout Oddities) -> TextBlock? {
        guard let fields = value.object, let kind = kind(fields) else {
            odd.note("block is \(Oddities.shown(value)), no paragraph, heading or item")
            return nil
        }
        return TextBlock(kind, isStart: fields["start"] == .bool(true))
    }

    private static func kind(_ fields: JSONObject) -> Kind? {
        switch fields["kind"]?.string {
        case "paragraph": return .paragraph
        case "heading": return .heading(level: (fields["level"]?.lenientInt ?? 1).clamped(to: levels))
        case "item":
            let sign = (fields["sign"]?.string ?? "").cut(to: longestSign)
            return .item(sign: sign, depth: (fields["depth"]?.lenientInt ?? 0).clamped(to: depths))
        default: return nil
        }
    }
}
