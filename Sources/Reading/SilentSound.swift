import Events
import Files
import Platform
import Sound

/// Silence as a file of sound: what has no sound is read by the clock of the device that plays it.
enum SilentSound {
    private static let rate = 8_000
    /// What a WAV of this kind can be at most is three days.
    static let longest = Span.seconds(48 * 3_600)

    /// 16-bit WAV on one channel. Its samples take no room: the file is one hole behind its header.
    /// - Throws: `DiskFailure`.
    static func file(_ length: Span) throws(DiskFailure) -> sending OpenFile {
        let count = 2 * Int((min(max(length, .milliseconds(1)), longest).seconds * Double(rate)).rounded(.up))
        let header = WAVHeader.pcm16(rate: rate, channels: 1, byteCount: count)
        let file = try OpenFile.inMemory(header)
        guard ftruncate(file.descriptor, off_t(header.count + count)) == 0 else {
            throw DiskFailure(path: "a file in memory", code: errno)
        }
        return file
    }
}
