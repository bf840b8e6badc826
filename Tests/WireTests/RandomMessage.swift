import JSON
import SocketIO
import Support

/// Messages for properties, the same for the same numbers.
enum RandomMessage {
    /// Values with placeholders in all kinds of places, mostly in order.
    static func message(_ numbers: inout SplitMix64) -> WireMessage {
        var attachments: [[UInt8]] = []
        var arguments = (0..<Int.random(in: 0..<3, using: &numbers)).map { _ in RandomJSON.value(&numbers, depth: 0) }
        arguments.append(.object(RandomJSON.object(&numbers, depth: 0)))
        let placed = arguments.map { placing($0, &attachments, &numbers) }
        if Int.random(in: 0..<8, using: &numbers) == 0 { attachments.append([9, 9]) }
        if Int.random(in: 0..<8, using: &numbers) == 0 { attachments.reverse() }
        let names = ["receive_frame_images_batch", "receive_audio", "x", ""]
        return WireMessage(
            name: names.randomElement(using: &numbers) ?? "", arguments: placed, attachments: attachments)
    }

    private static func placing(
        _ value: JSON, _ attachments: inout [[UInt8]], _ numbers: inout SplitMix64
    ) -> JSON {
        switch value {
        case .array(let values): return .array(values.map { placing($0, &attachments, &numbers) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { .init($0.key, placing($0.value, &attachments, &numbers)) }))
        case .int:
            let number = Int.random(in: 0..<10, using: &numbers) == 0 ? 7 : attachments.count
            if number == attachments.count { attachments.append(picture(UInt8(number), count: number % 3)) }
            return WireMessage.placeholder(number)
        default: return value
        }
    }
}
