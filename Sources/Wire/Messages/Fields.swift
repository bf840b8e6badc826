import Events
import JSON

/// One object of a message, read leniently: any spelling of a number, `null` the same as absent (N62), several names
/// for one thing. What cannot be read is noted and counts as absent.
package struct Fields {
    package let object: JSONObject
    /// Where a member is looked for when `object` does not have it.
    var outer: JSONObject?

    /// Bytes of a name; names are kept for as long as their frames wait.
    static let textLimit = 4_096

    package init(_ object: JSONObject, outer: JSONObject? = nil) {
        self.object = object
        self.outer = outer
    }

    package func value(_ name: String) -> JSON? { object[name] ?? outer?[name] }

    /// A whole number of any sign, at most `Limits.index` from zero.
    func int(_ name: String, _ odd: inout Oddities) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.lenientInt else {
            odd.note("\(name) is \(Oddities.shown(value)), not a whole number")
            return nil
        }
        if value.hasFraction { odd.note("\(name) is \(Oddities.shown(value)), taken as \(number)") }
        guard number.magnitude <= UInt(Limits.index) else {
            odd.note("\(name) is \(number), beyond the limit of \(Limits.index)")
            return nil
        }
        return number
    }

    /// A number from 0 up to `limit`.
    func count(_ name: String, limit: Int = Limits.index, _ odd: inout Oddities) -> Int? {
        guard let number = int(name, &odd) else { return nil }
        if number < 0 {
            odd.note("\(name) is negative (\(number))")
            return nil
        }
        if number > limit {
            odd.note("\(name) is \(number), beyond the limit of \(limit)")
            return nil
        }
        return number
    }

    /// Text of at most `limit` bytes, or a number as text; empty is absent.
    func text(_ name: String, limit: Int = textLimit, _ odd: inout Oddities) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.lenientString else {
            odd.note("\(name) is \(Oddities.shown(value)), not text")
            return nil
        }
        guard text.utf8.count <= limit else {
            odd.note("\(name) has \(text.utf8.count) bytes, beyond the limit of \(limit)")
            return nil
        }
        return text.isEmpty ? nil : text
    }

    /// `animation_name` or `animation_type`: both spellings occur everywhere (specification 1.6.6).
    package func clip(_ odd: inout Oddities) -> ClipName? {
        (text("animation_name", &odd) ?? text("animation_type", &odd)).map { ClipName($0) }
    }

    /// `chunk_index`, without which a message belongs nowhere.
    func chunk(_ odd: inout Oddities) -> Int? {
        guard value("chunk_index") != nil else {
            odd.note("chunk_index is missing")
            return nil
        }
        return count("chunk_index", &odd)
    }

    /// `zone_top_left`: two numbers, rounded to pixels; negative ones are kept and clipped later (N59).
    func zone(_ odd: inout Oddities) -> PixelPoint? {
        guard let value = value("zone_top_left") else { return nil }
        guard let numbers = pixels(value, atLeast: 2) else {
            odd.note("zone_top_left is \(value.array == nil ? Oddities.shown(value) : "not two numbers")")
            return nil
        }
        return PixelPoint(x: numbers[0], y: numbers[1])
    }

    /// `coordinates` as destination rectangle (specification 1.9, rule 1).
    func destination(_ odd: inout Oddities) -> PixelRect? {
        guard let value = value("coordinates"), value.array?.isEmpty != true else { return nil }
        guard let numbers = pixels(value, atLeast: 4) else {
            odd.note("coordinates are not four numbers")
            return nil
        }
        guard numbers[2] > 0, numbers[3] > 0 else {
            odd.note("coordinates have the size \(numbers[2])x\(numbers[3])")
            return nil
        }
        return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    private func pixels(_ value: JSON, atLeast count: Int) -> [Int]? {
        guard let elements = value.array, elements.count >= count else { return nil }
        let numbers = elements.prefix(count).compactMap(\.lenientInt)
        guard numbers.count == count, numbers.allSatisfy({ $0.magnitude <= UInt(Limits.index) }) else { return nil }
        return numbers
    }
}

extension Fields {
    /// The bytes under a name, which may be one object deeper: `frame_data.data`, `image_data.image`,
    /// `first_frame_image.image_data`. Missing and empty ones are `nil`.
    func payload(_ name: String, _ odd: inout Oddities) -> Payload? {
        value(name).flatMap { Self.payload($0, name, &odd, depth: 0) }
    }

    private static func payload(_ value: JSON, _ name: String, _ odd: inout Oddities, depth: Int) -> Payload? {
        switch value {
        case .string(let text):
            if text.utf8.contains(where: { $0 > 0x20 }) {
                odd.note("\(name) is not base64, but \(NotBase64.words(text))")
            }
            return nil
        case .object(let object):
            if let reference = PayloadReference(object) {
                note(reference.form, name, &odd)
                return reference.byteCount > 0 ? Payload(hash: reference.hash, byteCount: reference.byteCount) : nil
            }
            if object["_placeholder"] != nil {
                odd.note(
                    "\(name) names a missing attachment (\(object["num"].map(Oddities.shown) ?? "none"))")
                return nil
            }
            guard depth == 0, let inner = ["data", "image_data", "image"].lazy.compactMap({ object[$0] }).first else {
                // Of a picture other members may say where it is.
                if name == "audio_data", !object.members.isEmpty { odd.note("\(name) is \(NotBase64.words(value))") }
                return nil
            }
            return payload(inner, name, &odd, depth: 1)
        default:
            odd.note("\(name) is \(NotBase64.words(value))")
            return nil
        }
    }

    /// Bytes that were read all the same.
    private static func note(_ form: PayloadReference.Form, _ name: String, _ odd: inout Oddities) {
        switch form {
        case .binary, .base64, .dataURL: break
        case .base64WithBlanks:
            odd.note("\(name) has blanks where base64 has \"+\", read as \"+\"; encode \"+\" as %2B in forms")
        case .nodeBuffer:
            odd.note("\(name) is a Node Buffer as JSON, read as its bytes; send base64 or a binary attachment")
        }
    }
}
