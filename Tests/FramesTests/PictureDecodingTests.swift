import Events
import Support
import Testing

@testable import Frames

/// 5x3 pixels as the fixtures' "formula" says.
private let formula = Picture(size(5, 3)) { x, y in
    [UInt8(50 * x), UInt8(100 * y), UInt8(200 - 10 * x), UInt8(255 - 60 * y)]
}

/// Decodes, and gives the error instead of a picture.
private func failure(_ bytes: [UInt8]) -> PictureError? {
    do throws(PictureError) {
        _ = try decodePicture(bytes)
        return nil
    } catch { return error }
}

private func isNear(_ a: [UInt8], _ b: [UInt8], _ distance: Int) -> Bool {
    zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= distance }
}

@Suite struct PictureDecodingTests {
    @Test("PNGs of 16 bits, interlaced and of 8 bits, and a lossless WebP give the same exact pixels")
    func exactFormats() throws {
        let eightBits = try encodePNG(formula)
        for file in [Fixtures.sixteenBit, Fixtures.interlaced, Fixtures.losslessWebP, eightBits] {
            #expect(try decodePicture(file) == formula)
        }
    }

    @Test("what is no picture is told without decoding, and what follows a picture's end is nothing")
    func examined() throws {
        let whole = [
            Fixtures.sixteenBit, Fixtures.interlaced, Fixtures.losslessWebP, Fixtures.palette, Fixtures.jpeg,
            Fixtures.progressiveJPEG,
        ]
        for file in whole {
            #expect(examinePicture(file) == nil)
            for count in [0, 8, file.count / 2, file.count - 30] {
                #expect(examinePicture(Array(file[..<count])) == failure(Array(file[..<count])), "\(count)")
            }
        }
        // Of a WebP file no end is looked for: its header says how long it is.
        for file in [Fixtures.palette, Fixtures.jpeg] { #expect(examinePicture(file + [0, 1, 2]) == nil) }
        #expect(examinePicture(Array("no picture".utf8)) != nil)
    }

    @Test("a palette with transparency becomes RGBA")
    func palette() throws {
        let picture = try decodePicture(Fixtures.palette)
        #expect(
            picture
                == Picture(size(5, 3)) { x, y in
                    let entry = (x + y) % 4
                    return [UInt8(60 * entry), UInt8(20 * entry), UInt8(255 - 60 * entry), UInt8(85 * entry)]
                })
    }

    @Test("gray of four bits becomes RGBA")
    func gray() throws {
        let expected = Picture(size(5, 3)) { x, y in
            let gray = UInt8(17 * ((3 * x + y) % 16))
            return [gray, gray, gray, 255]
        }
        #expect(try decodePicture(Fixtures.gray) == expected)
        #expect(expected.isOpaque)
    }

    @Test("JPEG: baseline, progressive, gray and CMYK")
    func jpeg() throws {
        for file in [Fixtures.jpeg, Fixtures.progressiveJPEG] {
            let picture = try decodePicture(file)
            #expect(picture.size == size(16, 12))
            #expect(isNear(picture.pixel(2, 6), [200, 100, 60, 255], 3))
            #expect(isNear(picture.pixel(13, 6), [40, 100, 220, 255], 3))
        }
        #expect(isNear(try decodePicture(Fixtures.grayJPEG).pixel(3, 3), [120, 120, 120, 255], 1))
        #expect(isNear(try decodePicture(Fixtures.cmykJPEG).pixel(3, 3), [0, 204, 204, 255], 2))
    }

    @Test("a lossy WebP keeps its alpha")
    func lossyWebP() throws {
        let picture = try decodePicture(Fixtures.lossyWebP)
        #expect(isNear(picture.pixel(3, 2), [200, 100, 60, 255], 12))
        #expect(picture.pixel(3, 9)[3] == 128)
        #expect(!picture.isOpaque)
    }

    @Test("a picture in the memory of another one is the same, and a broken one is still none")
    func reusing() throws {
        let files = [
            Fixtures.palette, Fixtures.gray, Fixtures.jpeg, Fixtures.progressiveJPEG, Fixtures.cmykJPEG,
            Fixtures.losslessWebP, Fixtures.lossyWebP,
        ]
        for file in files {
            let picture = try decodePicture(file)
            for count in [picture.bytes.count, picture.bytes.count + 4, 3] {
                #expect(try decodePicture(file, reusing: [UInt8](repeating: 0xA5, count: count)) == picture)
            }
            #expect(throws: PictureError.self) {
                try decodePicture(Array(file.dropLast(file.count / 3)), reusing: picture.bytes)
            }
            #expect(try decodePicture(file) == picture)
        }
    }

    @Test("the memory of a picture that is gone is taken, not copied")
    func sameMemory() throws {
        let picture = try decodePicture(Fixtures.losslessWebP)
        var spare = [UInt8](repeating: 1, count: picture.bytes.count)
        let before = spare.withUnsafeMutableBytes { Int(bitPattern: $0.baseAddress) }
        let after = try decodePicture(Fixtures.losslessWebP, reusing: consume spare)
        #expect(after.bytes.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } == before)
    }

    @Test("N5: the type is what the bytes say")
    func sniffing() throws {
        #expect(PictureFormat.sniff(Fixtures.losslessWebP) == .webP)
        #expect(PictureFormat.sniff(Fixtures.gray) == .png)
        #expect(PictureFormat.sniff(Fixtures.jpeg) == .jpeg)
        #expect(PictureFormat.sniff(Array("GIF89a..........".utf8)) == nil)
        #expect(PictureFormat.sniff([]) == nil)
    }

    @Test("the header alone gives format and size")
    func headers() throws {
        let cut = Array(Fixtures.jpeg.prefix(Fixtures.jpeg.count - 60))
        let header = try PictureHeader(reading: cut)
        #expect(header.format == .jpeg)
        #expect(header.size == size(16, 12))
    }

    @Test("a picture beyond the limit is refused by its header, before its pixels are looked at")
    func tooLarge() {
        var png = Fixtures.gray
        png.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xFF])
        #expect(failure(png) == .badSize(.png, size(0x7FFF_FFFF, 3), limit: 4_096))
        png.replaceSubrange(16..<20, with: [0, 0, 0x10, 0x01])
        #expect(failure(png) == .badSize(.png, size(4_097, 3), limit: 4_096))
        png.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        #expect(failure(png) == .badSize(.png, size(0, 3), limit: 4_096))
    }

    @Test("an animated WebP is refused by name")
    func animated() {
        #expect(failure(Fixtures.animatedWebP) == .unsupported(.webP, reason: "an animation, expected one picture"))
    }

    @Test("N2, N3: no bytes, other bytes and damaged bytes are error values that say what was found")
    func errors() {
        #expect(failure([]) == .empty)
        #expect(failure(Array("<html>".utf8)) == .unknownFormat(firstBytes: Array("<html>".utf8)))
        #expect(failure(Array("<html>".utf8))?.reason == "not WebP, PNG or JPEG: starts with bytes 3c 68 74 6d 6c 3e")
        let webP = Fixtures.losslessWebP
        #expect(
            failure(webP.dropLast())
                == .truncated(.webP, expectedBytes: webP.count, foundBytes: webP.count - 1))
        var png = Fixtures.gray
        png[png.count - 14] ^= 1
        guard case .corrupt(.png, let reason) = failure(png) else {
            Issue.record("a PNG with a wrong checksum is corrupt")
            return
        }
        #expect(reason.contains("CRC"))
    }

    @Test("every prefix of a file is an error, never a part of a picture", arguments: Fixtures.stills.indices)
    func prefixes(index: Int) {
        let file = Fixtures.stills[index]
        for count in 0..<file.count {
            #expect(failure(Array(file.prefix(count))) != nil, "\(count) of \(file.count) bytes")
        }
        #expect(failure(file) == nil)
    }

    @Test(
        "2,000 files with flipped bits give pictures of the header's size or errors", arguments: Fixtures.stills.indices
    )
    func flips(index: Int) {
        var random = SplitMix64(seed: UInt64(index) + 1)
        var errors = 0
        for _ in 0..<2_000 {
            var file = Fixtures.stills[index]
            for _ in 0..<random.number(1...3) {
                file[random.number(0...file.count - 1)] ^= 1 << UInt8(random.number(0...7))
            }
            // A flipped size may ask for 4,096 x 4,096 pixels: allowed, and too slow to do often.
            guard let header = try? PictureHeader(reading: file), header.size.count <= 1 << 16 else {
                errors += 1
                continue
            }
            if let picture = try? decodePicture(file) {
                #expect(picture.size == header.size)
            } else {
                errors += 1
            }
        }
        #expect(errors > 0)
    }
}

@Suite struct PictureEncodingTests {
    @Test("what was encoded as PNG is decoded to the same pixels, with and without alpha")
    func roundTrip() throws {
        var random = SplitMix64(seed: 7)
        for isOpaque in [true, false] {
            let picture = random.picture(size(33, 17), isOpaque: isOpaque)
            for level in [0, 6, 9] {
                let file = try encodePNG(picture, compression: PNGCompression(level: level))
                #expect(try decodePicture(file) == picture)
            }
        }
    }

    @Test("a picture without pixels is no PNG")
    func empty() {
        #expect(throws: PictureError.badSize(.png, .zero, limit: 4_096)) {
            try encodePNG(Picture(size: .zero, bytes: []))
        }
    }
}
