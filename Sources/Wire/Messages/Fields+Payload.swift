import Events

extension Fields {
    /// The bytes under a name, which may be one object deeper: `frame_data.data`, `image_data.image`,
    /// `first_frame_image.image_data`. Missing and empty ones are `nil`.
    func payload(_ name: String, _ odd: inout Oddities) -> Payload? {
        value(name).flatMap { Self.payload($0, name, &odd, depth: 0) }
    }

    private static func payload(_ value: JSON, _ name: String, _ odd: inout Oddities, depth: Int) -> Payload? {
        switch value {
        case .string(let text):
            if text.utf8.contains(where: { $0 > 0x20 }) { odd.note("\(name) is no base64") }
            return nil
        case .object(let object):
            if let reference = PayloadReference(object) {
                return reference.byteCount > 0 ? Payload(hash: reference.hash, byteCount: reference.byteCount) : nil
            }
            if object["_placeholder"] != nil {
                odd.note(
                    "\(name) names an attachment that did not come (\(object["num"].map(Oddities.shown) ?? "none"))")
                return nil
            }
            guard depth == 0, let inner = ["data", "image_data", "image"].lazy.compactMap({ object[$0] }).first else {
                return nil
            }
            return payload(inner, name, &odd, depth: 1)
        default:
            odd.note("\(name) is \(Oddities.shown(value)), which is no picture and no sound")
            return nil
        }
    }
}
