import JSON

/// Values for properties, the same for the same numbers.
package enum RandomJSON {
    package static func value(_ numbers: inout SplitMix64, depth: Int) -> JSON {
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

    package static func object(_ numbers: inout SplitMix64, depth: Int) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0..<5, using: &numbers) {
            guard let key = keys.randomElement(using: &numbers), !object.members.contains(where: { $0.key == key })
            else { continue }
            object.append(key, value(&numbers, depth: depth))
        }
        return object
    }

    private static let keys = [
        "image_data", "audio_data", "frame_data", "data", "image", "first_frame_image", "frames", "chunk_index",
        "sections", "a/b", "m~n", "_blob", "__blob", "_placeholder", "num", "text", "form", "ä",
    ]

    private static func text(_ numbers: inout SplitMix64) -> String {
        let texts = [
            "", " ", "UklGRg==", "UklGRg", "Ukl\r\nGRg==", "UklG-_8=", "data:image/webp;base64,UklGRg==",
            "data:image/png;charset=x;base64,Uk lG", "data:text/plain,abc", "not base64!", "UklGR", "\u{0}\u{1B}[2J",
            "é😀", "12", "UklGRh==", "base64,AAAA", "data:;base64,",
        ]
        return texts.randomElement(using: &numbers) ?? ""
    }
}
