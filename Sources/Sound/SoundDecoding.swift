import CSndfile
import Events
import Platform

/// What is taken from a sound file (architecture, promise 8).
package struct SoundLimits: Hashable, Sendable {
    /// As long as the longest chunk of pictures, `Limits.chunkFrames` at 30 a second, and some more.
    package var duration = TimeSpan.seconds(720)
    /// Decoded, as it came and at the device's rate; few files of that length have more.
    package var byteCount = 96 << 20
    package var rates = 1_000...384_000
    package var channels = 64

    package init() {}

    var tooLarge: SoundError {
        .beyondLimit("expected at most \(ByteText.mebibytes(byteCount)) of decoded sound, found more")
    }

    var tooLong: SoundError { .beyondLimit("expected at most \(Int(duration.seconds)) s of sound, found more") }
}

/// Any sound file that libsndfile reads: MP3, WAV, Ogg Vorbis, Opus, FLAC and others (specification 1.14), as players hear it: files that
/// were joined one after the other, and what stands in front of an MP3's first frame is skipped. Of more than two
/// channels the mean is taken. What is broken off in the middle is as long as what could be read of it, whatever it announces.
/// - Throws: `SoundError`.
package func decodeSound(_ bytes: [UInt8], _ limits: SoundLimits = SoundLimits()) throws(SoundError) -> Samples {
    try decodeJoined(bytes, limits).samples
}

/// The same, and what not every player can do with it.
func decodeJoined(
    _ bytes: [UInt8], _ limits: SoundLimits
) throws(SoundError) -> (samples: Samples, remark: String?) {
    guard !bytes.isEmpty else { throw .empty }
    return try SoundParts(bytes).decoded(limits) { file throws(SoundError) in try decodeFile(file, limits) }
}

/// One file, as the library reads it.
func decodeFile(_ bytes: [UInt8], _ limits: SoundLimits) throws(SoundError) -> Samples {
    let decoded = bytes.withUnsafeBufferPointer { buffer in
        Result { () throws(SoundError) in
            try quietly { () throws(SoundError) in
                do throws(SoundError) {
                    return try decode(buffer, limits)
                } catch .unreadable(let reason) {
                    throw .unreadable(SoundKind.words(bytes, reason))
                }
            }
        }
    }
    return try decoded.get()
}

/// Frames that are read at once.
private let pieceFrames = 4_096

private func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: SoundLimits) throws(SoundError) -> Samples {
    let count = Int64(bytes.count)
    var source = cameo_sound_file(
        front: bytes.baseAddress, front_count: count, descriptor: -1, start: 0, count: count, at: 0)
    return try withUnsafeMutablePointer(to: &source) { source throws(SoundError) in
        var info = SF_INFO()
        guard let file = cameo_sound_open_file(source, &info) else { throw .unreadable(SoundFaultWords.reading(nil)) }
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
            throw limits.tooLong
        }
        guard (values.count + count * kept) * MemoryLayout<Int16>.size <= limits.byteCount else {
            throw limits.tooLarge
        }
        append(piece, frames: min(count, pieceFrames), channels: channels, to: &values)
    }
    guard !values.isEmpty else { throw .unreadable("no samples can be decoded") }
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
