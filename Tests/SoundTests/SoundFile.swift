import CSndfile
import Foundation

/// Sound files as other programs write them.
struct SoundFile {
    var rate = 44_100
    var channels = 1
    var format = SF_FORMAT_WAV | SF_FORMAT_PCM_16

    /// Its bit rate varies with the sound.
    var isVariable = false

    static let mp3 = SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III

    /// - Parameter values: interleaved, from -1 to 1.
    func bytes(_ values: [Float]) throws -> [UInt8] {
        try write { _ = sf_writef_float($0, values, sf_count_t(values.count / channels)) }
    }

    /// - Parameter values: interleaved.
    func bytes(_ values: [Int16]) throws -> [UInt8] {
        try write { _ = sf_writef_short($0, values, sf_count_t(values.count / channels)) }
    }

    private func write(_ body: (OpaquePointer) -> Void) throws -> [UInt8] {
        let path = NSTemporaryDirectory() + "sound-\(UUID().uuidString)"
        defer { unlink(path) }
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (Int32(rate), Int32(channels), Int32(format))
        guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
            throw Failed(reason: String(cString: sf_strerror(nil)))
        }
        var mode = Int32(isVariable ? SF_BITRATE_MODE_VARIABLE : SF_BITRATE_MODE_CONSTANT)
        if format == Self.mp3 { sf_command(file, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size)) }
        body(file)
        sf_close(file)
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    struct Failed: Error { let reason: String }

    /// A tone, the same on all channels.
    func tone(_ hertz: Double, seconds: Double, loudness: Float = 0.5) -> [Float] {
        (0..<Int(seconds * Double(rate))).flatMap { frame in
            let value = loudness * Float(sin(2 * .pi * hertz * Double(frame) / Double(rate)))
            return [Float](repeating: value, count: channels)
        }
    }
}
