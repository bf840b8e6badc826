import Events
import JSON
import Platform
import Programs

/// The program `ffmpeg`, for what libsndfile does not read: AAC and what videos have of sound. It gets a file that is open already on its
/// standard input and no name that a stranger gave; of what a file names nothing is opened, and only formats that hold their own
/// sound are read.
package struct SoundProgram: Hashable, Sendable {
    package let decoder: String
    let prober: String

    /// The one in a folder of `PATH`; `nil` where there is none.
    package static let installed: SoundProgram? = {
        let path = Environment.all["PATH"]
        guard let decoder = ProgramPlace.find("ffmpeg", beside: nil, path: path),
            let prober = ProgramPlace.find("ffprobe", beside: nil, path: path)
        else { return nil }
        return SoundProgram(decoder: decoder, prober: prober)
    }()

    package init(decoder: String, prober: String) { (self.decoder, self.prober) = (decoder, prober) }

    // MARK: What it is asked for

    /// No lists of files (HLS, concat), no network and no devices are among these.
    private static let formats =
        "mov,mp4,m4a,3gp,matroska,webm,aac,mp3,ogg,wav,flac,avi,mpegts,mpeg,asf,flv,caf,ac3,eac3,amr,w64,aiff"

    /// Memory that it may ask for at once.
    private static let mostBytes = 256 << 20

    private static let input = [
        "-protocol_whitelist", "file", "-format_whitelist", formats, "-max_alloc", String(mostBytes),
    ]
    private static let source = "file:/dev/fd/0"

    var probing: [String] {
        [prober, "-v", "error"] + Self.input + [
            "-show_entries", "stream=codec_type,sample_rate,channels:format=duration", "-of", "json", Self.source,
        ]
    }

    /// - Parameter start: frames of `rate`.
    func decoding(from start: Int, rate: Int, channels: Int) -> [String] {
        let (seconds, rest) = start.quotientAndRemainder(dividingBy: rate)
        let microseconds = seconds * 1_000_000 + (rest * 1_000_000 + rate / 2) / rate
        return reading(from: TimeSpan(microseconds: Int64(microseconds)))
            + ["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1"]
            // Sound that begins later than its pictures is silent until then.
            + ["-af", "aresample=\(rate):async=1:first_pts=0", "-ac", "\(channels)", "-f", "s16le", "pipe:1"]
    }

    /// Pictures of a film in the binary form of PPM, one after the other (module Reading).
    /// - Parameters:
    ///   - rate: pictures a second.
    ///   - side: none is wider or higher.
    package func picturing(from start: TimeSpan, rate: Int, side: Int) -> [String] {
        let size =
            "scale=iw*sar:ih,setsar=1,scale=w='min(\(side),iw)':h='min(\(side),ih)':force_original_aspect_ratio=decrease"
        return reading(from: start) + ["-map", "0:v:0", "-an", "-sn", "-dn", "-map_metadata", "-1"]
            + ["-vf", "fps=fps=\(rate):start_time=0,\(size)", "-f", "image2pipe", "-c:v", "ppm", "pipe:1"]
    }

    private func reading(from start: TimeSpan) -> [String] {
        let millionths = String(1_000_000 + start.microseconds % 1_000_000).dropFirst()
        return [decoder, "-nostdin", "-v", "error", "-threads", "1"] + Self.input
            + (start > .zero ? ["-ss", "\(start.microseconds / 1_000_000).\(millionths)"] : [])
            + ["-i", Self.source]
    }

    // MARK: A run of it

    private static let grace = TimeSpan.milliseconds(100)

    /// - Parameter file: can be sought in.
    package static func start(_ command: [String], _ file: OpenFile) throws(SoundError) -> ChildProgram {
        do throws(ProgramNotStarted) {
            return try ChildProgram(command, reading: file.descriptor, grace: grace)
        } catch {
            throw .programFailed("cannot start: \(error.reason)")
        }
    }

    /// What it said last, without the name under which it reads.
    /// - Parameter words: where it said nothing.
    package static func failure(of child: ChildProgram, _ words: String) -> SoundError {
        let last = child.lastWords.replacing("\(source): ", with: "")
        return .programFailed(last.isEmpty ? words : last)
    }

    // MARK: For what

    /// Whether a file begins as one of those that it is for.
    /// - Parameter beginning: 16 bytes, and those behind a tag, or more.
    static func isFor(_ beginning: [UInt8]) -> Bool {
        guard beginning.count >= 12 else { return false }
        func has(_ text: String, _ place: Int) -> Bool { beginning[place...].starts(with: text.utf8) }
        func has(_ bytes: [UInt8]) -> Bool { beginning.starts(with: bytes) }
        return has("ftyp", 4) || has("moov", 4) || has("mdat", 4) || has("wide", 4) || has("free", 4)
            || has([0x1A, 0x45, 0xDF, 0xA3]) || has("FLV", 0) || has("ADIF", 0) || has("RIFF", 0) || has("OggS", 0)
            || has("caff", 0) || has("#!AMR", 0) || has([0x30, 0x26, 0xB2, 0x75]) || has([0, 0, 1, 0xBA])
            || has([0x0B, 0x77]) || beginning[0] == 0x47 || beginning[0] == 0xFF && beginning[1] & 0xF6 == 0xF0
    }
}

/// A file of sound, whoever reads it.
package enum SoundOpening {
    /// - Parameter file: can be sought in; it is closed with the stream.
    /// - Throws: `SoundError.noProgram` for what only a program reads that is not here.
    package static func stream(
        _ file: OpenFile, _ program: SoundProgram? = .installed
    ) throws(SoundError) -> any SoundStream {
        let failure: SoundError
        do throws(SoundError) {
            return try FileStream(file)
        } catch {
            failure = error
        }
        let bytes = FileBytes(descriptor: file.descriptor)
        let tag = MP3Header.tagByteCount(bytes.bytes(from: 0, count: 10))
        guard case .unreadable = failure, SoundProgram.isFor(bytes.bytes(from: tag, count: 16)) else { throw failure }
        guard let program else { throw .noProgram }
        return try ProgramStream(file, program)
    }
}

/// Sound that a program decodes while it is read: another run of it for each place that is sought. What is sought is the same sound to
/// a sample or two, in Matroska to a millisecond. It runs no further ahead than a pipe holds, and is ended with this.
package final class ProgramStream: SoundStream {
    package let rate: Int
    package let channels: Int
    package let announced: Int?
    private let file: OpenFile
    private let program: SoundProgram
    private var child: ChildProgram?
    private var bytes: ArraySlice<UInt8> = []
    private var hasEnded = false

    /// Nothing that is decoded keeps somebody waiting for longer.
    private static let patience = TimeSpan.seconds(20)
    private static let answerBytes = 256 << 10
    /// What decoders of AAC need in front of a place to be right at it.
    private static let warmUpSeconds = 0.5

    /// - Parameter file: can be sought in; it is closed with this.
    /// - Throws: `SoundError.programFailed` for what has no sound.
    init(_ file: OpenFile, _ program: SoundProgram, _ limits: SoundLimits = SoundLimits()) throws(SoundError) {
        (self.file, self.program) = (file, program)
        let probed = try Self.probe(file, program)
        guard
            let stream = probed.object?["streams"]?.array?.compactMap(\.object).first(where: {
                $0["codec_type"]?.string == "audio"
            })
        else {
            throw .programFailed("it contains no sound")
        }
        let found = stream["sample_rate"]?.string.flatMap { Int($0) } ?? 0
        // Those of a file that lies about itself are made.
        rate = limits.rates.contains(found) ? found : 48_000
        channels = stream["channels"] == .number(1) ? 1 : 2
        let seconds = probed.object?["format"]?.object?["duration"]?.string.flatMap { Double($0) } ?? 0
        let isLength = seconds > 0 && seconds < Limits.sessionLength.seconds
        announced = isLength ? Int((seconds * Double(rate)).rounded()) : nil
    }

    private static func probe(_ file: OpenFile, _ program: SoundProgram) throws(SoundError) -> JSON {
        let child = try SoundProgram.start(program.probing, file)
        let deadline = Deadline(in: patience)
        var (answer, nothing): ([UInt8], ArraySlice<UInt8>) = ([], [])
        while true {
            switch child.next(sending: &nothing, until: deadline) {
            case .output(let piece):
                answer += piece
                guard answer.count <= answerBytes else { throw .programFailed("too much output about this file") }
            case .ended(.exited(0)):
                guard let probed = try? JSON.parse(answer) else { throw .programFailed("no output about this file") }
                return probed
            case .ended(let end): throw SoundProgram.failure(of: child, end.words)
            case .late, .stopped:
                throw SoundProgram.failure(of: child, "no answer within \(patience.wholeMilliseconds / 1_000) s")
            }
        }
    }

    // MARK: Reading

    package func seek(to frame: Int) throws(SoundError) {
        let from = max(0, frame - Int(Self.warmUpSeconds * Double(rate)))
        (child, bytes, hasEnded) = (nil, [], false)
        child = try SoundProgram.start(program.decoding(from: from, rate: rate, channels: channels), file)
        var left = frame - from
        while left > 0, case let count = try read(min(left, 1 << 16)).count / channels, count > 0 { left -= count }
    }

    package func read(_ frames: Int) throws(SoundError) -> [Int16] {
        if child == nil, !hasEnded { try seek(to: 0) }
        let wanted = frames * channels * 2
        var collected = Array(bytes)
        while collected.count < wanted, !hasEnded { try collected += more() }
        let whole = min(wanted, collected.count / (2 * channels) * 2 * channels)
        bytes = collected[whole...]
        return collected.withUnsafeBytes { raw in
            (0..<whole / 2).map { Int16(littleEndian: raw.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)) }
        }
    }

    private func more() throws(SoundError) -> [UInt8] {
        guard let child else { return [] }
        var nothing: ArraySlice<UInt8> = []
        switch child.next(sending: &nothing, until: Deadline(in: Self.patience)) {
        case .output(let piece): return piece
        case .ended:
            // What is broken off is as long as what could be read of it.
            (self.child, hasEnded) = (nil, true)
            return []
        case .late, .stopped:
            (self.child, hasEnded) = (nil, true)
            throw SoundProgram.failure(of: child, "no sound within \(Self.patience.wholeMilliseconds / 1_000) s")
        }
    }
}
