/// The encodings that are read, told apart by their first bytes and never by what the sender calls them.
package enum PictureFormat: String, Hashable, Sendable, CaseIterable {
    case webP = "image/webp"
    case png = "image/png"
    case jpeg = "image/jpeg"

    package var name: String {
        switch self {
        case .webP: "WebP"
        case .png: "PNG"
        case .jpeg: "JPEG"
        }
    }

    /// `nil` when the bytes begin like none of the formats.
    package static func sniff(_ bytes: [UInt8]) -> PictureFormat? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) { return .webP }
        return nil
    }
}
