import CSndfile

/// A kind of sound file that can be written.
package enum SoundFormat: String, CaseIterable, Hashable, Sendable {
    case mp3
    /// Vorbis.
    case ogg
    /// 16 bits.
    case wav

    fileprivate var type: Int32 {
        switch self {
        case .mp3: Int32(SF_FORMAT_MPEG) | Int32(SF_FORMAT_MPEG_LAYER_III)
        case .ogg: Int32(SF_FORMAT_OGG) | Int32(SF_FORMAT_VORBIS)
        case .wav: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16)
        }
    }

    /// Whether the library that is installed writes it: MP3 since 1.1.0, where it was built with it.
    package var canBeWritten: Bool {
        var info = info(rate: 22_050, channels: 1)
        return sf_format_check(&info) != 0
    }

    fileprivate func info(rate: Int, channels: Int) -> SF_INFO {
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (Int32(clamping: rate), Int32(clamping: channels), type)
        return info
    }

    /// The rate nearest to this one, from above where there is one, at which it can be written.
    fileprivate func rate(for rate: Int) -> Int {
        guard self == .mp3 else { return rate }
        return Self.mpegRates.first { $0 >= rate } ?? Self.mpegRates[Self.mpegRates.count - 1]
    }

    private static let mpegRates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
}

/// Writes a sound file.
/// - Parameter descriptor: of a file that can be sought in, which stands at its beginning; it stays open.
/// - Throws: `SoundError.unwritable` with what is wrong, also when the file cannot be written to.
package func encodeSound(_ samples: Samples, as format: SoundFormat, to descriptor: Int32) throws(SoundError) {
    let samples = try samples.resampled(to: format.rate(for: samples.rate))
    var info = format.info(rate: samples.rate, channels: samples.channels)
    guard let file = sf_open_fd(descriptor, Int32(SFM_WRITE), &info, 0) else {
        throw .unwritable(SoundFaultWords.writing(sf_error(nil)))
    }
    let written = sf_writef_short(file, samples.values, sf_count_t(samples.frameCount))
    let words = SoundFaultWords.writing(sf_error(file))
    // Encoders keep their last frames until then.
    let failure = sf_close(file)
    guard written == sf_count_t(samples.frameCount) else { throw .unwritable(words) }
    guard failure == 0 else { throw .unwritable(SoundFaultWords.writing(failure)) }
}
