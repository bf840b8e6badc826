import CWebP
import Events

/// What a picture file says about itself before any of its pixels is read.
package struct PictureHeader: Hashable, Sendable {
    package let format: PictureFormat
    package let size: PixelSize

    /// Cost: of the header, and for JPEG of the segments before the frame header.
    /// - Throws: `PictureError`; a size beyond `Limits.pictureSide` is `badSize`.
    package init(reading bytes: [UInt8]) throws(PictureError) {
        guard !bytes.isEmpty else { throw .empty }
        guard let format = PictureFormat.sniff(bytes) else {
            throw .unknownFormat(firstBytes: Array(bytes.prefix(12)))
        }
        switch format {
        case .webP: self = try Self.webP(bytes)
        case .png: self = try Self.png(bytes)
        case .jpeg: self = try Self.jpeg(bytes)
        }
        let sides = 1...Limits.pictureSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw .badSize(format, size, limit: Limits.pictureSide)
        }
    }

    /// Whether a file with this header ends as its format has it: ISO 10918-1 B.1.1.3, ISO 15948 11.2.5. The length of a WebP
    /// file stands in its header.
    func isEnd(of bytes: [UInt8]) -> Bool {
        switch format {
        case .webP: true
        case .png: bytes.suffix(12).elementsEqual([0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        case .jpeg: bytes.suffix(2).elementsEqual([0xFF, 0xD9])
        }
    }

    private init(_ format: PictureFormat, _ size: PixelSize) {
        self.format = format
        self.size = size
    }

    private static func webP(_ bytes: [UInt8]) throws(PictureError) -> PictureHeader {
        let fields = ByteFields(bytes)
        // The RIFF header counts what follows its own eight bytes.
        let announced = 8 + (fields.littleEndian32(at: 4) ?? 0)
        guard announced <= bytes.count else {
            throw .truncated(.webP, expectedBytes: announced, foundBytes: bytes.count)
        }
        var features = WebPBitstreamFeatures()
        switch WebPGetFeatures(bytes, bytes.count, &features) {
        case VP8_STATUS_OK: break
        case VP8_STATUS_NOT_ENOUGH_DATA:
            throw .truncated(.webP, expectedBytes: bytes.count + 1, foundBytes: bytes.count)
        default: throw .corrupt(.webP, reason: "no valid header")
        }
        guard features.has_animation == 0 else {
            throw .unsupported(.webP, reason: "an animation, expected one picture")
        }
        let size = PixelSize(width: Int(features.width), height: Int(features.height))
        return PictureHeader(.webP, size)
    }

    private static func png(_ bytes: [UInt8]) throws(PictureError) -> PictureHeader {
        let fields = ByteFields(bytes)
        guard let length = fields.bigEndian32(at: 8), let width = fields.bigEndian32(at: 16),
            let height = fields.bigEndian32(at: 20), fields.count >= 26
        else { throw .truncated(.png, expectedBytes: 33, foundBytes: bytes.count) }
        guard length == 13, bytes[12..<16].elementsEqual("IHDR".utf8) else {
            throw .corrupt(.png, reason: "the file does not start with its header")
        }
        return PictureHeader(.png, PixelSize(width: width, height: height))
    }

    private static func jpeg(_ bytes: [UInt8]) throws(PictureError) -> PictureHeader {
        let fields = ByteFields(bytes)
        var place = 2
        while let marker = fields.byte(at: place), let code = fields.byte(at: place + 1) {
            guard marker == 0xFF else { throw .corrupt(.jpeg, reason: "expected a marker at byte \(place)") }
            if code == 0xFF {
                place += 1  // any number of fill bytes
            } else if isJPEGFrameHeader(code) {
                return try jpegFrame(fields, at: place)
            } else if code == 0xD9 || code == 0xDA {
                throw .corrupt(.jpeg, reason: "no frame header before byte \(place)")
            } else {
                guard let length = fields.bigEndian16(at: place + 2) else { break }
                guard length >= 2 else { throw .corrupt(.jpeg, reason: "a segment of \(length) bytes") }
                place += 2 + length
            }
        }
        throw .truncated(.jpeg, expectedBytes: max(place + 4, bytes.count + 1), foundBytes: bytes.count)
    }

    /// SOF0 to SOF15; C4, C8 and CC of that range mean other things.
    private static func isJPEGFrameHeader(_ code: UInt8) -> Bool {
        (0xC0...0xCF).contains(code) && code != 0xC4 && code != 0xC8 && code != 0xCC
    }

    private static func jpegFrame(_ fields: ByteFields, at place: Int) throws(PictureError) -> PictureHeader {
        guard let height = fields.bigEndian16(at: place + 5), let width = fields.bigEndian16(at: place + 7) else {
            throw .truncated(.jpeg, expectedBytes: place + 9, foundBytes: fields.count)
        }
        return PictureHeader(.jpeg, PixelSize(width: width, height: height))
    }
}

/// Numbers inside bytes from outside; `nil` wherever the bytes end too early.
struct ByteFields {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    func byte(at place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

    func bigEndian16(at place: Int) -> Int? {
        guard let high = byte(at: place), let low = byte(at: place + 1) else { return nil }
        return Int(high) << 8 | Int(low)
    }

    func bigEndian32(at place: Int) -> Int? {
        guard let high = bigEndian16(at: place), let low = bigEndian16(at: place + 2) else { return nil }
        return high << 16 | low
    }

    func littleEndian32(at place: Int) -> Int? { bigEndian32(at: place).map { Int(UInt32($0).byteSwapped) } }
}
