import Events
import JSON

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
