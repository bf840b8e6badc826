import CSndfile
import Events
import Platform

/// What is taken from a sound file (architecture, promise 8).
package struct SoundLimits: Hashable, Sendable {
    /// As long as the longest chunk of pictures, `Limits.chunkFrames` at 30 a second, and some more.
    package var duration = Span.seconds(720)
    /// Decoded, as it came and at the device's rate; few files of that length have more.
    package var byteCount = 96 << 20
    package var rates = 1_000...384_000
    package var channels = 64

    package init() {}

    var tooLarge: SoundError {
        .beyondLimit("expected at most \(ByteText.mebibytes(byteCount)) of decoded sound, found more")
    }
}

/// Any sound file that libsndfile reads: MP3, WAV, Ogg Vorbis, Opus, FLAC and others (specification 1.14). Of more than two
/// channels the mean is taken. What is broken off in the middle is as long as what could be read of it, whatever it announces.
/// - Throws: `SoundError`.
package func decodeSound(_ bytes: [UInt8], _ limits: SoundLimits = SoundLimits()) throws(SoundError) -> Samples {
    guard !bytes.isEmpty else { throw .empty }
    let decoded = (MP3Frame.tagged(bytes) ?? bytes).withUnsafeBufferPointer { bytes in
        Result { () throws(SoundError) in try quietly { () throws(SoundError) in try decode(bytes, limits) } }
    }
    return try decoded.get()
}

/// The same; a continuation without header is tried again with the beginning of the message's first sound in front.
package func decodeSound(
    _ bytes: [UInt8], continuing first: [UInt8]?, _ limits: SoundLimits = SoundLimits()
) throws(SoundError) -> Samples {
    let alone = Result { () throws(SoundError) in try decodeSound(bytes, limits) }
    return try alone.orContinued { decodeSound(bytes, behindHeaderOf: first, limits) }.result.get()
}

/// With the header of another sound in front; `nil` where that one has none, or these bytes are none that lack it
/// (`BorrowedHeader`).
package func decodeSound(
    _ bytes: [UInt8], behindHeaderOf first: [UInt8]?, _ limits: SoundLimits = SoundLimits()
) -> Result<Samples, SoundError>? {
    guard let joined = first.flatMap({ BorrowedHeader.joined($0, bytes) }) else { return nil }
    return Result { () throws(SoundError) in try decodeSound(joined, limits) }
}

extension Result where Failure == SoundError {
    /// This is what came of a sound alone. One that cannot be read may be a continuation without header, which can with that of its
    /// message's first sound (specification 1.14, N25).
    /// - Parameter behindHeader: decodes it so; `nil` where there is no header, or it is no continuation.
    /// - Returns: what came of it, and whether it needed the header. If it cannot be read with it either, the first reason is the one
    ///   that says something about the bytes that came.
    package func orContinued(_ behindHeader: () -> Result?) -> (result: Result, isContinued: Bool) {
        guard case .failure(.unreadable) = self, let found = behindHeader(), case .success = found else {
            return (self, false)
        }
        return (found, true)
    }
}

/// Frames that are read at once.
private let pieceFrames = 4_096

private func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: SoundLimits) throws(SoundError) -> Samples {
    var source = cameo_sound_source(bytes: bytes.baseAddress, count: Int64(bytes.count), at: 0)
    return try withUnsafeMutablePointer(to: &source) { source throws(SoundError) in
        var info = SF_INFO()
        guard let file = cameo_sound_open(source, &info) else { throw .unreadable(words(sf_strerror(nil))) }
        defer { sf_close(file) }
        return try read(file, info, limits)
    }
}

extension SoundLimits {
    /// - Throws: `SoundError.beyondLimit`.
    func check(rate: Int, channels: Int) throws(SoundError) {
        guard rates.contains(rate) else {
            throw .beyondLimit("expected \(rates.lowerBound) to \(rates.upperBound) samples a second, found \(rate)")
        }
        guard (1...self.channels).contains(channels) else {
            throw .beyondLimit("expected 1 to \(self.channels) channels, found \(channels)")
        }
    }
}

private func read(_ file: OpaquePointer, _ info: SF_INFO, _ limits: SoundLimits) throws(SoundError) -> Samples {
    let (rate, channels) = (Int(info.samplerate), Int(info.channels))
    try limits.check(rate: rate, channels: channels)
    let most = Int(limits.duration.seconds * Double(rate))
    let kept = channels == 2 ? 2 : 1
    var values: [Int16] = []
    // What is announced may be anything: room grows with what is there.
    var piece = [Float](repeating: 0, count: pieceFrames * channels)
    while true {
        let count = Int(sf_readf_float(file, &piece, sf_count_t(pieceFrames)))
        guard count > 0 else { break }
        guard values.count / kept + count <= most else {
            throw .beyondLimit("expected at most \(Int(limits.duration.seconds)) s of sound, found more")
        }
        guard (values.count + count * kept) * MemoryLayout<Int16>.size <= limits.byteCount else {
            throw limits.tooLarge
        }
        append(piece, frames: min(count, pieceFrames), channels: channels, to: &values)
    }
    guard !values.isEmpty else { throw .unreadable("no sample can be read") }
    return Samples(rate: rate, channels: kept, values: values)
}

/// 16-bit sources come out as they went in.
func append(_ piece: [Float], frames: Int, channels: Int, to values: inout [Int16]) {
    if channels <= 2 {
        for value in piece[..<(frames * channels)] { values.append(sample(value)) }
    } else {
        for frame in 0..<frames {
            let sum = piece[frame * channels..<(frame + 1) * channels].reduce(0, +)
            values.append(sample(sum / Float(channels)))
        }
    }
}

private func sample(_ value: Float) -> Int16 {
    // Not-a-number comes from files of floating-point samples.
    guard value.isFinite else { return 0 }
    return Int16(min(max((value * 32_768).rounded(), -32_768), 32_767))
}

func words(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "unknown" }
    var words = String(cString: text)
    while let last = words.last, last == "." || last.isWhitespace { words.removeLast() }
    return words
}
