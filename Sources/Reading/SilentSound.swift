import Events
import Files
import Platform

/// Silence as a file of sound: what has no sound is read by the clock of the device that plays it.
enum SilentSound {
    private static let rate = 8_000
    /// What a WAV of this kind can be at most is three days.
    static let longest = Span.seconds(48 * 3_600)

    /// 16-bit WAV on one channel. Its samples take no room: the file is one hole behind its header.
    /// - Throws: `DiskFailure`.
    static func file(_ length: Span) throws(DiskFailure) -> sending OpenFile {
        let count = 2 * Int((min(max(length, .milliseconds(1)), longest).seconds * Double(rate)).rounded(.up))
        let file = try OpenFile.inMemory(header(count))
        guard ftruncate(file.descriptor, off_t(headerBytes + count)) == 0 else {
            throw DiskFailure(path: "a file in memory", code: errno)
        }
        return file
    }

    private static let headerBytes = 44

    private static func header(_ count: Int) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let format = number(16, 4) + number(1, 2) + number(1, 2) + number(rate, 4) + number(2 * rate, 4)
        return Array("RIFF".utf8) + number(headerBytes - 8 + count, 4) + Array("WAVEfmt ".utf8) + format
            + number(2, 2) + number(16, 2) + Array("data".utf8) + number(count, 4)
    }
}
