import Support

@testable import Wire

/// Values and messages for properties, the same for the same numbers.
enum RandomJSON {
    static func value(_ numbers: inout SplitMix64, depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &numbers) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &numbers))
        case 2: return .int(Int64.random(in: .min ... .max, using: &numbers))
        case 3: return .double(Double.random(in: -1e6...1e6, using: &numbers))
        case 4, 5: return .string(text(&numbers))
        case 6:
            return .array((0..<Int.random(in: 0..<4, using: &numbers)).map { _ in value(&numbers, depth: depth + 1) })
        default: return .object(object(&numbers, depth: depth + 1))
        }
    }

    static func object(_ numbers: inout SplitMix64, depth: Int) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0..<5, using: &numbers) {
            guard let key = keys.randomElement(using: &numbers), !object.members.contains(where: { $0.key == key })
            else { continue }
            object.append(key, value(&numbers, depth: depth))
        }
        return object
    }

    static let keys = [
        "image_data", "audio_data", "frame_data", "data", "image", "first_frame_image", "frames", "chunk_index",
        "sections", "a/b", "m~n", "_blob", "__blob", "_placeholder", "num", "text", "form", "ä",
    ]

    static func text(_ numbers: inout SplitMix64) -> String {
        let texts = [
            "", " ", "UklGRg==", "UklGRg", "Ukl\r\nGRg==", "UklG-_8=", "data:image/webp;base64,UklGRg==",
            "data:image/png;charset=x;base64,Uk lG", "data:text/plain,abc", "not base64!", "UklGR", "\u{0}\u{1B}[2J",
            "é😀", "12", "UklGRh==", "base64,AAAA", "data:;base64,",
        ]
        return texts.randomElement(using: &numbers) ?? ""
    }

    /// Values with placeholders in all kinds of places, mostly in order.
    static func message(_ numbers: inout SplitMix64) -> WireMessage {
        var attachments: [[UInt8]] = []
        var arguments = (0..<Int.random(in: 0..<3, using: &numbers)).map { _ in value(&numbers, depth: 0) }
        arguments.append(.object(object(&numbers, depth: 0)))
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
