import Events

/// Which way up a camera stored a picture: tag 0x0112 of EXIF 2.32, 4.6.4.
enum PictureOrientation: Int, CaseIterable {
    case upright = 1
    /// Left and right exchanged.
    case mirrored, turnedAround, flipped
    /// Rows and columns exchanged.
    case transposed
    /// Needs a quarter turn clockwise to stand upright.
    case turnedLeft
    case transversed
    /// Needs a quarter turn counterclockwise.
    case turnedRight

    /// `upright` where the file says nothing that makes sense.
    /// Cost: of the segments or chunks in front of the mark.
    init(reading bytes: [UInt8]) {
        let fields = ByteFields(bytes)
        let start: Int? =
            switch PictureFormat.sniff(bytes) {
            case .jpeg: Self.exifInJPEG(fields)
            case .png: Self.exifInPNG(fields)
            case .webP: Self.exifInWebP(fields)
            case nil: nil
            }
        self = start.flatMap { Self.mark(fields, at: $0) }.flatMap(Self.init(rawValue:)) ?? .upright
    }

    /// The stored pixel that stands at a place of the upright picture.
    fileprivate func stored(_ x: Int, _ y: Int, in size: PixelSize) -> (x: Int, y: Int) {
        let (right, bottom) = (size.width - 1, size.height - 1)
        return switch self {
        case .upright: (x, y)
        case .mirrored: (right - x, y)
        case .turnedAround: (right - x, bottom - y)
        case .flipped: (x, bottom - y)
        case .transposed: (y, x)
        case .turnedLeft: (y, bottom - x)
        case .transversed: (right - y, bottom - x)
        case .turnedRight: (right - y, x)
        }
    }

    /// Whether width and height are exchanged.
    fileprivate var exchangesSides: Bool { rawValue >= Self.transposed.rawValue }

    // MARK: Finding the mark

    /// The value of the tag in the first directory of a TIFF structure (TIFF 6.0, section 2), which may stand behind `Exif\0\0`.
    private static func mark(_ fields: ByteFields, at start: Int) -> Int? {
        let start = fields.holds("Exif\0\0", at: start) ? start + 6 : start
        let isLittle = fields.holds("II*\0", at: start)
        guard isLittle || fields.holds("MM\0*", at: start),
            let directory = isLittle ? fields.littleEndian32(at: start + 4) : fields.bigEndian32(at: start + 4),
            let count = fields.integer16(at: start + directory, isLittle)
        else { return nil }
        for entry in 0..<count {
            let place = start + directory + 2 + entry * 12
            guard let tag = fields.integer16(at: place, isLittle) else { return nil }
            if tag == 0x0112 { return fields.integer16(at: place + 8, isLittle) }
        }
        return nil
    }

    /// The segment APP1 (EXIF 2.32, 4.7.2).
    private static func exifInJPEG(_ fields: ByteFields) -> Int? {
        var place = 2
        while fields.byte(at: place) == 0xFF, let code = fields.byte(at: place + 1), code != 0xDA, code != 0xD9 {
            if code == 0xFF {
                place += 1
                continue
            }
            if code == 0xE1, fields.holds("Exif\0\0", at: place + 4) { return place + 4 }
            guard let length = fields.bigEndian16(at: place + 2), length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }

    /// The chunk eXIf (PNG 3, 11.3.3.5).
    private static func exifInPNG(_ fields: ByteFields) -> Int? {
        var place = 8
        while let length = fields.bigEndian32(at: place) {
            if fields.holds("eXIf", at: place + 4) { return place + 8 }
            place += 12 + length
        }
        return nil
    }

    /// The chunk EXIF (WebP container, "Metadata").
    private static func exifInWebP(_ fields: ByteFields) -> Int? {
        var place = 12
        while let length = fields.littleEndian32(at: place + 4) {
            if fields.holds("EXIF", at: place) { return place + 8 }
            place += 8 + length + length % 2
        }
        return nil
    }
}

extension ByteFields {
    fileprivate func holds(_ text: String, at place: Int) -> Bool {
        text.utf8.enumerated().allSatisfy { byte(at: place + $0) == $1 }
    }

    fileprivate func integer16(at place: Int, _ isLittle: Bool) -> Int? {
        bigEndian16(at: place).map { isLittle ? Int(UInt16($0).byteSwapped) : $0 }
    }
}

extension Picture {
    /// As it stands upright.
    func turned(_ orientation: PictureOrientation) -> Picture {
        guard orientation != .upright else { return self }
        let (width, height) = orientation.exchangesSides ? (size.height, size.width) : (size.width, size.height)
        var turned: [UInt8] = []
        turned.reserveCapacity(bytes.count)
        for y in 0..<height {
            for x in 0..<width {
                let place = orientation.stored(x, y, in: size)
                let start = (place.y * size.width + place.x) * 4
                turned += bytes[start..<start + 4]
            }
        }
        return Picture(size: PixelSize(width: width, height: height), bytes: turned, isOpaque: isOpaque)
    }
}
