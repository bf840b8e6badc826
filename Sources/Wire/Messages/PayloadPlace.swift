import JSON
import SocketIO

/// Where in a message base64 text stands for bytes (specification 1.6-1.8, picture-in-picture 10).
enum PayloadPlaces {
    case ofStream
    /// Only a data URL: a path may look like base64.
    case ofCallMember
    case ofCallFrame

    /// - Parameter message: its name on the wire.
    init(in message: String) {
        self =
            switch EventName(rawValue: message) {
            case .callMember: .ofCallMember
            case .callFrame, .narratorMouth: .ofCallFrame
            default: .ofStream
            }
    }

    /// What stands there taken apart; `nil` for text that is only text.
    /// - Parameter parent: the key of the object around it; arrays in between do not count.
    func payload(_ text: String, key: String, parent: String) -> PayloadText? {
        guard holdsBytes(key: key, parent: parent), let payload = PayloadText(text) else { return nil }
        if case .ofCallMember = self, payload.form != .dataURL { return nil }
        return payload
    }

    /// Whether bytes stand there, in whichever form.
    func holdsBytes(key: String, parent: String) -> Bool {
        switch self {
        case .ofStream: Self.holdsStreamText(key: key, parent: parent)
        case .ofCallMember: key == "image" && parent.isEmpty
        case .ofCallFrame: key == "picture" && parent.isEmpty
        }
    }

    private static func holdsStreamText(key: String, parent: String) -> Bool {
        switch key {
        case "audio_data", "image_data", "frame_data", "first_frame_image", "image": true
        case "data": parent == "frame_data" || parent == "image_data" || parent == "first_frame_image"
        default: false
        }
    }
}

/// Base64 text taken apart.
struct PayloadText {
    /// A data URL's beginning up to and including `base64,`; empty for plain base64.
    let prefix: String
    let bytes: [UInt8]
    /// Whether `prefix` and the encoded bytes give the same text again.
    let isCanonical: Bool
    private let hasLostPlus: Bool

    var form: PayloadReference.Form { hasLostPlus ? .base64WithBlanks : prefix.isEmpty ? .base64 : .dataURL }

    /// `nil` when the text is no base64 or holds no bytes.
    init?(_ text: String) {
        let start = Self.bodyStart(of: text)
        guard !NotBase64.words.contains(text) else { return nil }
        let body = text.utf8[start...]
        let read = Base64.decode(body)
        isCanonical = read.map { Base64.encode($0).utf8.elementsEqual(body) } ?? false
        let mended = isCanonical ? nil : Base64.plusForBlanks(body).flatMap { Base64.decode($0) }
        guard let bytes = mended ?? read, !bytes.isEmpty else { return nil }
        (self.bytes, prefix, hasLostPlus) = (bytes, String(text[..<start]), mended != nil)
    }

    /// After `base64,` when that stands in the first 256 bytes; a comma is no base64 digit, so nothing is mistaken.
    private static func bodyStart(of text: String) -> String.Index {
        guard let comma = text.utf8.prefix(256).firstIndex(of: UInt8(ascii: ",")) else { return text.startIndex }
        let mark = text.utf8[..<comma].suffix(6).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        return mark == Array("base64".utf8) ? text.utf8.index(after: comma) : text.startIndex
    }
}
