import CSndfile
import Events
import Platform

/// A file of sound that libsndfile reads, as `decodeSound` has it, but as much at a time as is wanted. A frame is the same sample,
/// however it was reached; of MP3 to the last of its 16 bits.
package final class FileStream: SoundStream {
    package let rate: Int
    package let channels: Int
    package let announced: Int?
    /// Whether it ends where it says that it does.
    let isReliable: Bool
    private let file: OpenFile
    private let source: UnsafeMutablePointer<cameo_sound_file>
    private let front: UnsafeMutablePointer<UInt8>
    private let sound: OpaquePointer
    private let channelsInFile: Int
    private var piece: [Float] = []

    private static let pieceFrames = 4_096
    /// Decoded in front of a place that is sought: a frame of MP3 needs what is in up to 32 frames before it, one of Vorbis the block
    /// before, and the first ones come out otherwise.
    private static let warmUp = 40_000
    /// Nobody listens for so long, and no sum of it overflows.
    private static let mostFrames = 1 << 46

    /// - Parameter file: can be sought in; it is closed with this.
    /// - Throws: `SoundError` for what the library does not read.
    package init(_ file: OpenFile, _ limits: SoundLimits = SoundLimits()) throws(SoundError) {
        self.file = file
        let bytes = FileBytes(descriptor: file.descriptor)
        let size = bytes.count
        guard size > 0 else { throw .empty }
        var beginning: [UInt8] = []
        let mp3 = MP3Frame(in: bytes, beginning: &beginning)
        var (tag, start) = ([UInt8](), 0)
        if let mp3, mp3.tag == nil {
            // As `MP3Scan.files`: without a tag the library reads as far as the first frame's bit rate says.
            let frames = MP3Frames(in: bytes, from: mp3.start)
            if frames.isVariable {
                (tag, start) = (mp3.header.newTag(of: frames.count, like: Array(beginning.prefix(4))), mp3.start)
            }
        }
        front = .allocate(capacity: max(1, tag.count))
        front.initialize(from: tag, count: tag.count)
        source = .allocate(capacity: 1)
        source.initialize(
            to: cameo_sound_file(
                front: front, front_count: Int64(tag.count), descriptor: file.descriptor, start: Int64(start),
                count: Int64(size - start + tag.count), at: 0))
        var info = SF_INFO()
        let opened = Self.opened(source, &info)
        do throws(SoundError) {
            guard let opened else { throw .unreadable(SoundFaultWords.reading(nil)) }
            try limits.check(rate: Int(info.samplerate), channels: Int(info.channels))
            sound = opened
        } catch {
            if let opened { sf_close(opened) }
            front.deallocate()
            source.deallocate()
            throw error
        }
        (rate, channelsInFile) = (Int(info.samplerate), Int(info.channels))
        channels = channelsInFile == 2 ? 2 : 1
        let frames = Int(info.frames)
        announced = (1..<Self.mostFrames).contains(frames) ? frames : nil
        isReliable =
            switch Int(info.format) & Int(SF_FORMAT_TYPEMASK) {
            case Int(SF_FORMAT_WAV): announced != nil
            case Int(SF_FORMAT_MPEG): mp3.map { SoundExtent.isWhole(beginning, $0, of: size) } ?? false
            default: false
            }
    }

    deinit {
        sf_close(sound)
        front.deallocate()
        source.deallocate()
    }

    private static func opened(
        _ source: UnsafeMutablePointer<cameo_sound_file>, _ info: inout SF_INFO
    ) -> OpaquePointer? {
        var opened: OpaquePointer?
        quietly { opened = cameo_sound_open_file(source, &info) }
        return opened
    }

    // MARK: Reading

    package func seek(to frame: Int) throws(SoundError) {
        let from = max(0, frame - Self.warmUp)
        // The library refuses what lies behind the end that is announced, which need not be the true one.
        let isThere = frame <= Self.mostFrames && stands(at: from)
        guard isThere || stands(at: 0) else { throw .unreadable(SoundFaultWords.reading(sound)) }
        try skip(frame - (isThere ? from : 0))
    }

    private func stands(at frame: Int) -> Bool {
        quietly { sf_seek(sound, sf_count_t(frame), SEEK_SET) == sf_count_t(frame) }
    }

    private func skip(_ frames: Int) throws(SoundError) {
        var left = frames
        while left > 0 {
            let count = readPiece(left)
            guard count > 0 else { return }
            left -= count
        }
    }

    package func read(_ frames: Int) throws(SoundError) -> [Int16] {
        var values: [Int16] = []
        values.reserveCapacity(frames * channels)
        while values.count < frames * channels {
            let count = readPiece(frames - values.count / channels)
            guard count > 0 else { break }
            append(piece, frames: count, channels: channelsInFile, to: &values)
        }
        return values
    }

    private func readPiece(_ most: Int) -> Int {
        if piece.isEmpty { piece = [Float](repeating: 0, count: Self.pieceFrames * channelsInFile) }
        let wanted = min(most, Self.pieceFrames)
        return quietly { min(wanted, max(0, Int(sf_readf_float(sound, &piece, sf_count_t(wanted))))) }
    }
}

/// Bytes of an open file, wherever they are wanted; it stays where it stands.
struct FileBytes {
    let descriptor: Int32

    /// 0 for what is no file.
    var count: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
    }

    /// As many as there are.
    func bytes(from start: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(start + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }
}
