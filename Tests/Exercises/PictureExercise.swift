import Events
import Frames

/// Bytes that may be a WebP, PNG or JPEG file: header and pixels.
enum PictureExercise {
    /// Larger ones take so long that few would be tried: only one in sixteen is, by the input's last byte.
    private static let usualPixels = 1 << 16

    static func run(_ bytes: [UInt8]) throws(Breach) {
        let header: PictureHeader
        do {
            header = try PictureHeader(reading: bytes)
        } catch {
            try expect((try? decodePicture(bytes)) == nil, "a picture without a header is decoded")
            return try check(error)
        }
        let sides = 1...Limits.pictureSide
        try expect(sides.contains(header.size.width) && sides.contains(header.size.height), "a size beyond the limit")
        guard header.size.count <= usualPixels || bytes[bytes.count - 1] & 15 == 0 else { return }
        do {
            let picture = try decodePicture(bytes, reusing: memory(header, 0x00))
            try expect(picture.size == header.size, "a picture has not the size of its header")
            try expect(picture.bytes.count == header.size.count * 4, "a picture has not as many bytes as pixels")
            // What was there before must not shine through where a decoder left something out.
            let again = try decodePicture(bytes, reusing: memory(header, 0xFF))
            try expect(picture == again, "a picture shows the memory that it was decoded into")
            if header.size.count <= 4_096 {
                try expect(try decodePicture(try encodePNG(picture)) == picture, "a PNG of ours is another picture")
            }
        } catch let error as PictureError {
            try check(error)
        } catch {
            throw error as? Breach ?? Breach("\(error)")
        }
    }

    private static func memory(_ header: PictureHeader, _ byte: UInt8) -> [UInt8] {
        [UInt8](repeating: byte, count: header.size.count * 4)
    }

    /// What a file says of itself stands in messages.
    private static func check(_ error: PictureError) throws(Breach) {
        let isPlain = error.reason.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        try expect(isPlain && error.reason.utf8.count < 1_000, "a message holds what a file had: \(error.reason)")
    }
}
