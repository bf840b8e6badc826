import Events
import Frames
import JSON
import Playback
import SocketIO
import Sound
import Tapes
import Wire

/// A stream as a backend sends it, with pictures that are pictures.
package struct WrittenStream {
    package private(set) var messages: [(time: Instant, message: WireMessage)] = []

    package init() {}

    package static let idle = "idle_1_s_idle_1_e"
    package static let talking = "talking_1_s_talking_1_e"
    package static let home = "talking_1_e_idle_1_s"
    package static let side = 16

    /// A PNG in one color that belongs to `number` alone.
    package static func picture(_ number: Int, side: Int = side) throws -> [UInt8] {
        let color = Color(UInt8(number & 255), UInt8(number >> 8 & 255), 77)
        return try encodePNG(Picture(size: PixelSize(width: side, height: side), filledWith: color))
    }

    package mutating func say(_ seconds: Double, _ name: String, _ data: JSON, _ attachments: [[UInt8]] = []) {
        let message = WireMessage(name: name, arguments: [data], attachments: attachments)
        messages.append((Instant(seconds: seconds), message))
    }

    /// A whole clip. Base frame `n` is picture `first + n`.
    package mutating func clip(_ name: String, frames: Int, first: Int, at seconds: Double = 0) throws {
        say(seconds, "animation_total_frames", ["animation_name": .string(name), "total_frames": .int(Int64(frames))])
        for index in 0..<frames {
            try baseFrame(name, index, Self.picture(first + index), at: seconds)
        }
        say(
            seconds, "animation_frames_complete",
            ["animation_name": .string(name), "total_frames": .int(Int64(frames))])
    }

    package mutating func baseFrame(_ name: String, _ index: Int, _ bytes: [UInt8], at seconds: Double) throws {
        say(
            seconds, "receive_base_frame",
            [
                "animation_name": .string(name), "frame_index": .int(Int64(index)),
                "frame_data": WireMessage.placeholder(0),
            ], [bytes])
    }

    /// As long as so many frames, and another one for each chunk.
    package static func sound(_ chunk: Int, frames: Int) -> [UInt8] {
        Samples.numbered(seconds: Double(frames) / 30, rate: 8_000, first: chunk * 1_000).file
    }

    package mutating func audio(_ chunk: Int, frames: Int, at seconds: Double, sound: [UInt8]? = nil) {
        say(
            seconds, "receive_audio",
            [
                "chunk_index": .int(Int64(chunk)), "master_chunk_index": .int(Int64(chunk)),
                "total_frame_images": .int(Int64(frames)), "zone_top_left": [4, 4],
                "audio_data": WireMessage.placeholder(0),
            ], [sound ?? Self.sound(chunk, frames: frames)])
    }

    /// Frames `range` of a chunk in one batch; `bytes` gives their pictures.
    package mutating func batch(
        _ chunk: Int, _ range: Range<Int>, number: Int = 0, of total: Int = 1, at seconds: Double,
        bases: (Int) -> Int = { $0 }, bytes: (Int) throws -> [UInt8]
    ) throws {
        let frames = range.map { place -> JSON in
            [
                "sequence_index": .int(Int64(place)), "animation_name": .string(Self.talking),
                "matched_sprite_frame_number": .int(Int64(bases(place))), "overlay_id": .string("\(chunk)/\(place)"),
                "image_data": WireMessage.placeholder(place - range.lowerBound),
            ]
        }
        say(
            seconds, "receive_frame_images_batch",
            [
                "chunk_index": .int(Int64(chunk)), "batch_index": .int(Int64(number)),
                "total_batches": .int(Int64(total)), "frames": .array(frames),
            ], try range.map(bytes))
    }

    package mutating func sent(_ chunk: Int, _ total: Int, at seconds: Double) {
        say(
            seconds, "chunk_images_ready",
            ["chunk_index": .int(Int64(chunk)), "total_images_sent": .int(Int64(total))])
    }

    /// A whole chunk at one moment.
    package mutating func chunk(_ chunk: Int, frames: Int, at seconds: Double) throws {
        audio(chunk, frames: frames, at: seconds)
        try batch(chunk, 0..<frames, at: seconds) { try Self.picture(10_000 + chunk * 100 + $0, side: 4) }
        sent(chunk, frames, at: seconds)
    }

    /// Two clips and a message of two chunks.
    package static func message() throws -> WrittenStream {
        var stream = WrittenStream()
        try stream.clip(idle, frames: 4, first: 0)
        try stream.clip(talking, frames: 20, first: 100)
        try stream.chunk(0, frames: 12, at: 0.5)
        stream.say(0.5, "new_message", ["message": "Hello", "master_chunk_index": 0])
        try stream.chunk(1, frames: 15, at: 0.7)
        stream.say(0.8, "audio_end", [:])
        return stream
    }

    /// Three clips and a message of chunks of a second, each at its moment, that says nowhere when it was emitted. As
    /// `cameo say` records one: what is short comes at once, the rest while that is played.
    package static func answer(_ moments: [Double] = [1, 1, 1, 1.6, 2.6, 3.6]) throws -> WrittenStream {
        var stream = WrittenStream()
        let clips = [(idle, 4), (talking, 40), (home, 10)]
        let named = clips.map { JSONObject.Member($0.0, ["frames": .int(Int64($0.1)), "version": "1"]) }
        stream.say(0, "base_animations_manifest", ["animations": .object(JSONObject(named))])
        for (place, clip) in clips.enumerated() {
            try stream.clip(clip.0, frames: clip.1, first: place * 100, at: Double(place) / 5)
        }
        for (chunk, moment) in moments.enumerated() { try stream.chunk(chunk, frames: 30, at: moment) }
        stream.say(moments.last ?? 1, "audio_end", [:])
        return stream
    }

    /// - Parameter lost: a picture or sound that the tape lacks.
    /// - Returns: the tape, opened.
    package func tape(_ path: String, without lost: [UInt8]? = nil) async throws -> TapeReader {
        let writer = try TapeWriter(creating: path, meta: Recorder.meta(source: "test"))
        for (time, message) in messages {
            let (stored, blobs) = ingest(message)
            try await writer.append(stored, blobs: blobs.filter { $0.bytes != lost }, at: time)
        }
        try await writer.close()
        return try TapeReader(path: path)
    }
}
