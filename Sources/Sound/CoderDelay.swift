import Events

/// The silence that an encoder of MP3 and the decoder put in front of the sound, where no tag tells the decoder to leave it out.
///
/// With a `LAME` tag the decoder takes it off. Without one nothing in the file says so: only a sound that is as much longer than it
/// should be as coders make it.
package struct CoderDelay: Hashable, Sendable {
    /// In front of the sound.
    package let length: Span
    /// In front and behind, at the most.
    private let most: Span

    /// Of LAME, with which all others agree within a frame.
    private static let encoder = 576
    /// Which the decoder leaves out itself where it is told how many frames there are (`MP3Frame.tagged`).
    private static let decoder = 529
    /// That an encoder fills up at the end.
    private static let framesBehind = 2

    /// - Parameter rate: samples a second.
    /// - Returns: `nil` for what is no MP3, and for MP3 with a tag.
    package init?(in bytes: [UInt8], rate: Int) {
        guard let frame = MP3Frame(in: bytes), frame.tag == nil else { return nil }
        let isTold = MP3Frames(in: bytes, from: frame.start).isVariable
        let samples = Self.encoder + (isTold ? 0 : Self.decoder)
        length = Samples.span(samples, rate)
        most = Samples.span(samples + Self.framesBehind * frame.samples, rate)
    }

    /// What of a sound is left out at its beginning: nothing where its length does not say that the silence is in it.
    /// - Parameter longest: that the sound can be without it; `nil` where nobody knows.
    package func lead(in duration: Span, longest: Span?) -> Span {
        guard let longest, duration > length, duration > longest, duration - longest <= most else { return .zero }
        return length
    }
}

extension Samples {
    /// Without the silence of the coder, where the length says that it is there.
    /// - Parameters:
    ///   - bytes: that these samples were decoded from.
    ///   - longest: that the sound can be without it; `nil` where nobody knows.
    package func withoutCoderDelay(of bytes: [UInt8], longest: Span?) -> Samples {
        let lead = CoderDelay(in: bytes, rate: rate)?.lead(in: duration, longest: longest) ?? .zero
        return lead > .zero ? dropping(frame(at: lead)) : self
    }
}

/// The first frame of an MP3.
struct MP3Frame {
    /// Samples that a frame has of each channel.
    let samples: Int
    /// Where the encoder's `Xing` or `Info` tag stands.
    let tag: Int?
    /// Where the frame begins.
    let start: Int

    /// - Returns: `nil` for what is no MP3.
    init?(in bytes: [UInt8]) {
        start = Self.id3Bytes(bytes)
        // Eleven bits in a row, then the version (1 is none), then layer III.
        guard bytes.count >= start + 4, bytes[start] == 0xFF, bytes[start + 1] & 0xE6 == 0xE2,
            bytes[start + 1] >> 3 & 3 != 1
        else { return nil }
        samples = bytes[start + 1] >> 3 & 3 == 3 ? 1_152 : 576
        let first = start
        // Behind the side information: 4 bytes of header and 9, 17 or 32 more.
        tag = [13, 21, 36].map { first + $0 }.first { place in
            guard place + 16 <= bytes.count else { return false }
            let name = bytes[place..<place + 4]
            return name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8)
        }
    }

    /// Of a tag in front: its sizes have seven bits a byte.
    private static func id3Bytes(_ bytes: [UInt8]) -> Int {
        guard bytes.count > 10, bytes.starts(with: Array("ID3".utf8)) else { return 0 }
        return 10 + (6..<10).reduce(0) { $0 << 7 | Int(bytes[$1] & 0x7F) }
    }
}
