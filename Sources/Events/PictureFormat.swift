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

/// Why bytes are no picture.
package enum PictureError: ReasonedError, Hashable {
    case empty
    /// The first bytes, at most 12, are those of no format that is read here.
    case unknownFormat(firstBytes: [UInt8])
    /// The file is shorter than it says, or ends inside a header.
    case truncated(PictureFormat, expectedBytes: Int, foundBytes: Int)
    /// `reason` is the decoder's own word, printable ASCII.
    case corrupt(PictureFormat, reason: String)
    case unsupported(PictureFormat, reason: String)
    /// A side of 0, or one above `limit` pixels.
    case badSize(PictureFormat, PixelSize, limit: Int)

    /// One line for logs and for `pictureFailed`, without control characters. It tells what was found: in a finding it
    /// stands behind that word.
    package var reason: String {
        switch self {
        case .empty: "no bytes"
        case .unknownFormat(let first):
            "not WebP, PNG or JPEG: starts with bytes \(first.map { hexadecimal($0) }.joined(separator: " "))"
        case .truncated(let format, let expected, let found):
            "\(format.name) truncated: \(found) of at least \(expected) bytes"
        case .corrupt(let format, let reason): "\(format.name) is corrupt: \(reason)"
        case .unsupported(let format, let reason): "\(format.name) not supported: \(reason)"
        case .badSize(let format, let size, let limit):
            "\(format.name) of \(size.width)x\(size.height) pixels: sides must be 1 to \(limit)"
        }
    }

    private func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
