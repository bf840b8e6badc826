import Events
import Foundation
import Frames
import Support

/// A small stream, written by hand as somebody would: six clips and an answer. Every base frame and every overlay has
/// a color that names it.
struct SampleStream {
    static let side = 64
    static let overlaySide = 24
    static let zone = PixelPoint(x: 20, y: 16)
    static let clips: [(name: String, frames: Int)] = [
        ("idle_1_s_idle_1_e", 8), ("idle_1_e_idle_1_s", 8), ("idle_1_e_talking_1_s", 4),
        ("talking_1_s_talking_1_e", 12), ("talking_1_e_talking_1_s", 12), ("talking_1_e_idle_1_s", 4),
    ]

    var lines: [String] = []

    static func baseColor(_ clip: Int, _ index: Int) -> Color {
        Color(UInt8(20 + 40 * clip), UInt8(10 + 20 * index), UInt8(250 - 20 * index))
    }

    static func overlayColor(_ index: Int) -> Color { Color(250, UInt8(10 + 20 * index), 10) }

    /// Clip and index of a base frame's color; `nil` for any other color.
    static func baseFrame(_ color: Color) -> (clip: String, index: Int)? {
        for (number, clip) in clips.enumerated() {
            for index in 0..<clip.frames where baseColor(number, index) == color { return (clip.name, index) }
        }
        return nil
    }

    static func base(_ clip: Int, _ index: Int) -> Picture {
        Picture(size: PixelSize(width: side, height: side), filledWith: baseColor(clip, index))
    }

    static func overlay(_ index: Int) -> Picture {
        Picture(size: PixelSize(width: overlaySide, height: overlaySide), filledWith: overlayColor(index))
    }

    static func base64(_ picture: Picture) throws -> String { Data(try encodePNG(picture)).base64EncodedString() }

    /// The clips at time 0, then an answer in `chunks` chunks of 24 frames from `start` seconds on.
    init(chunks: Int = 10, start: Double = 0.2, sound: String = "") throws {
        let manifest = Self.clips.map { "\"\($0.name)\":{\"frames\":\($0.frames),\"version\":\"1\"}" }
        add(0, "base_animations_manifest", "{\"animations\":{\(manifest.joined(separator: ","))}}")
        for number in Self.clips.indices { try addClip(number) }
        for chunk in 0..<chunks { try addChunk(chunk, at: start + Double(chunk) * 0.1, sound: sound) }
        if chunks > 0 { add(start + Double(chunks) * 0.1, "audio_end", "{}") }
    }

    mutating func add(_ time: Double, _ event: String, _ data: String) {
        // Sums of doubles have digits that no clock gives.
        let time = (time * 1_000).rounded() / 1_000
        lines.append("{\"t\":\(time),\"event\":\"\(event)\",\"data\":\(data)}")
    }

    private mutating func addClip(_ number: Int) throws {
        let clip = Self.clips[number]
        add(0, "animation_total_frames", "{\"animation_type\":\"\(clip.name)\",\"total_frames\":\(clip.frames)}")
        for index in 0..<clip.frames {
            let data = try Self.base64(Self.base(number, index))
            add(
                0, "receive_base_frame",
                "{\"animation_type\":\"\(clip.name)\",\"frame_index\":\(index),\"frame_data\":{\"data\":\"\(data)\"}}")
        }
        add(0, "animation_frames_complete", "{\"animation_type\":\"\(clip.name)\"}")
    }

    /// - Parameters:
    ///   - sound: base64.
    ///   - overlay: number of a place's overlay.
    mutating func addChunk(
        _ chunk: Int, frames count: Int = 24, at time: Double, sound: String = "",
        overlay: (Int) -> Int = { $0 % clips[3].frames }
    ) throws {
        let zone = "[\(Self.zone.x),\(Self.zone.y)]"
        add(
            time, "receive_audio",
            "{\"audio_data\":\"\(sound)\",\"chunk_index\":\(chunk),\"master_chunk_index\":0,\"total_frame_images\":\(count),"
                + "\"animationFramesChunk\":[{\"animation_name\":\"\(Self.clips[3].name)\",\"zone_top_left\":\(zone)}]}"
        )
        let frames = try (0..<count).map { place in
            let index = place % Self.clips[3].frames
            let shown = overlay(place)
            let data = try Self.base64(Self.overlay(shown))
            return "{\"image_data\":\"\(data)\",\"animation_name\":\"\(Self.clips[3].name)\","
                + "\"overlay_id\":\"\(Self.clips[3].name)/\(index)/J1_X\(shown)_M0.webp\","
                + "\"matched_sprite_frame_number\":\(index),\"sequence_index\":\(place),\"section_index\":0}"
        }
        add(
            time, "receive_frame_images_batch",
            "{\"chunk_index\":\(chunk),\"batch_index\":0,\"batch_start_index\":0,\"batch_size\":\(count),"
                + "\"total_batches\":1,\"frames\":[\(frames.joined(separator: ","))]}")
        add(time, "chunk_images_ready", "{\"chunk_index\":\(chunk),\"total_images_sent\":\(count)}")
    }

    /// 24 frames long: a WAV file of 8,000 samples a second, one channel of 8 bits, base64.
    static let silence: String = {
        let samples = 6_400
        var bytes = Array("RIFF".utf8) + word(36 + samples) + Array("WAVEfmt ".utf8) + word(16) + [1, 0, 1, 0]
        bytes += word(8_000) + word(8_000) + [1, 0, 8, 0] + Array("data".utf8) + word(samples)
        return Data(bytes + [UInt8](repeating: 128, count: samples)).base64EncodedString()
    }()

    private static func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    /// - Returns: the path.
    @discardableResult
    func write(to name: String = "sample.ndjson", in folder: Folder) throws -> String {
        try folder.write(lines.joined(separator: "\n") + "\n", to: name)
    }

    /// A tape of it, made by the program.
    ///
    /// - Parameter hasSound: silence as long as a chunk's frames; else there is none, which is a fault.
    static func tape(chunks: Int = 10, hasSound: Bool = false, in folder: Folder) async throws -> String {
        try SampleStream(chunks: chunks, sound: hasSound ? silence : "").write(in: folder)
        let run = try await Program.run("convert", "sample.ndjson", "sample.cameo", in: folder)
        guard run.status == 0 else { throw ChildProcess.Failed(description: "convert: \(run.errors)") }
        return folder.file("sample.cameo")
    }
}
