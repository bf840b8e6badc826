import CSndfile
import Events

/// How long a file of sound is, without keeping any of it.
package enum SoundLength {
    private static let pieceFrames = 16_384

    /// As long as what can be read of it: what a header says is believed where the file is not compressed, and counted where it is.
    /// - Parameter descriptor: stays open; where it stands afterwards is not said.
    /// - Throws: `SoundError` for what is no sound.
    package static func of(_ descriptor: Int32) throws(SoundError) -> Span {
        var info = SF_INFO()
        guard let file = sf_open_fd(descriptor, Int32(SFM_READ), &info, 0) else {
            throw .unreadable(String(cString: sf_strerror(nil)))
        }
        defer { sf_close(file) }
        let (rate, channels) = (Int(info.samplerate), Int(info.channels))
        let limits = SoundLimits()
        guard limits.rates.contains(rate), (1...limits.channels).contains(channels) else {
            throw .beyondLimit("found \(rate) samples a second on \(channels) channels")
        }
        let type = Int(info.format) & Int(SF_FORMAT_TYPEMASK)
        if type == Int(SF_FORMAT_WAV) { return Samples.span(Int(info.frames), rate) }
        return Samples.span(count(file, channels), rate)
    }

    private static func count(_ file: OpaquePointer, _ channels: Int) -> Int {
        var piece = [Int16](repeating: 0, count: pieceFrames * channels)
        var frames = 0
        while true {
            let count = Int(sf_readf_short(file, &piece, sf_count_t(pieceFrames)))
            guard count > 0 else { return frames }
            frames += count
        }
    }
}
