import Platform

/// How many bytes a sound file says that it has.
package enum SoundExtent {
    /// Bytes that are missing at the end of a file that says how many it has; 0 where it says nothing, or has them all.
    ///
    /// RIFF (WAV) says it in its header, MP3 in the `Xing` or `Info` frame that encoders put in front. What a stream's encoder could
    /// not know beforehand says nothing, nor does a length that no sound here has (`WAVFile`).
    package static func missingBytes(in bytes: [UInt8]) -> Int {
        if let wav = WAVFile(bytes) { return lastMissing(bytes, wav) }
        return max(0, (MP3Frame(in: bytes).flatMap { mp3(bytes, $0) } ?? 0) - bytes.count)
    }

    /// Of files that were joined the last one may lack its end.
    private static func lastMissing(_ bytes: [UInt8], _ wav: WAVFile) -> Int {
        var last = wav
        while let next = last.next.flatMap({ WAVFile(bytes, at: $0) }) { last = next }
        return last.missingBytes
    }

    /// The same of a file, of which only the beginning is read.
    package static func missingBytes(in file: OpenFile) -> Int {
        let file = FileBytes(descriptor: file.descriptor)
        if let wav = WAVFile(file.bytes(from: 0, count: headerBytes), size: file.count) { return wav.missingBytes }
        var beginning: [UInt8] = []
        let frame = MP3Frame(in: file, beginning: &beginning)
        return max(0, (frame.flatMap { mp3(beginning, $0) } ?? 0) - file.count)
    }

    /// Samples of a WAV begin before.
    private static let headerBytes = 4_096

    /// - Parameter bytes: in which the frame's tag stands.
    private static func mp3(_ bytes: [UInt8], _ frame: MP3Frame) -> Int? {
        guard let place = frame.tag, place + 16 <= bytes.count else { return nil }
        let flags = big(bytes, place + 4)
        // Frames, then bytes, each only where its flag is set.
        guard flags & 2 != 0 else { return nil }
        return frame.start + big(bytes, place + 8 + (flags & 1 != 0 ? 4 : 0))
    }

    /// Whether an MP3 of this size ends where its tag says, and that says how many frames it has.
    /// - Parameter beginning: of its first frame.
    static func isWhole(_ beginning: [UInt8], _ frame: MP3Frame, of size: Int) -> Bool {
        guard let place = frame.tag, place + 16 <= beginning.count, big(beginning, place + 4) & 3 == 3 else {
            return false
        }
        return frame.start + big(beginning, place + 12) <= size
    }

    private static func big(_ bytes: [UInt8], _ place: Int) -> Int {
        (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }
}
