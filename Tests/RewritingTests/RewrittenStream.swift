import Events
import JSON
import SocketIO
import Wire

@testable import Rewriting

/// A stream in memory, and what rules make of it.
struct RewrittenStream {
    var messages: [(time: Instant, message: StoredMessage)] = []
    var blobs: [ContentHash: [UInt8]] = [:]

    mutating func say(_ milliseconds: Int64, _ name: String, _ data: JSON, _ attachments: [[UInt8]] = []) {
        let (stored, new) = ingest(WireMessage(name: name, arguments: [data], attachments: attachments))
        for blob in new { blobs[blob.hash] = blob.bytes }
        messages.append((.zero + .milliseconds(milliseconds), stored))
    }

    /// Small bytes that look like a WebP file.
    static func picture(_ number: UInt8) -> [UInt8] {
        Array("RIFF....WEBP".utf8) + (0..<40).map { UInt8(truncatingIfNeeded: $0) &* 31 &+ number }
    }

    /// Three chunks of two batches with three frames each, 100 ms apart, then the end.
    static func speech() -> RewrittenStream {
        var stream = RewrittenStream()
        stream.say(0, "base_animations_manifest", ["animations": ["idle_1_s_idle_1_e": ["frames": 2, "version": "a"]]])
        for chunk in 0..<3 {
            let start = 1_000 + Int64(chunk) * 100
            let index = JSON.int(Int64(chunk))
            stream.say(
                start, "receive_audio",
                ["chunk_index": index, "audio_data": .string(Base64.encode(Self.picture(UInt8(200 + chunk))))])
            for batch in 0..<2 {
                let frames = (0..<3).map { place -> JSON in
                    [
                        "sequence_index": .int(Int64(batch * 3 + place)), "image_data": WireMessage.placeholder(place),
                        "matched_sprite_frame_number": .int(Int64(batch * 3 + place)),
                        "overlay_id": .string("\(chunk)/\(batch)/\(place)"),
                    ]
                }
                stream.say(
                    start + 10 + Int64(batch) * 10, "receive_frame_images_batch",
                    [
                        "chunk_index": index, "batch_index": .int(Int64(batch)), "total_batches": 2, "batch_size": 3,
                        "frames": .array(frames),
                    ], (0..<3).map { Self.picture(UInt8(chunk * 10 + batch * 3 + $0)) })
            }
            stream.say(start + 30, "chunk_images_ready", ["chunk_index": index, "total_images_sent": 6])
        }
        stream.say(1_400, "audio_end", [:])
        return stream
    }

    struct Line: Equatable {
        var time: Int64
        var message: StoredMessage
    }

    func index(_ settings: PlaybackSettings? = nil) -> RewriteIndex {
        var index = RewriteIndex()
        if let settings { index.addInput(.settingsChanged(settings), named: "settingsChanged", at: .zero, id: -1) }
        for (id, entry) in messages.enumerated() { index.addMessage(entry.message, at: entry.time, id: Int64(id)) }
        return index
    }

    func plan(_ rules: [String], seed: UInt64 = 0) throws -> RewritePlan {
        var plan = RewritePlan(index(), seed: seed)
        for rule in rules { try plan.apply(try RewriteRule(rule)) }
        return plan
    }

    /// What comes out, times in milliseconds, and the bytes of all pictures in it.
    func rewritten(_ rules: [String], seed: UInt64 = 0) throws -> (lines: [Line], blobs: [ContentHash: [UInt8]]) {
        let plan = try plan(rules, seed: seed)
        var changed: Set<Int> = []
        var bytes = blobs
        let lines = try plan.steps.map { step in
            let original = plan.id(of: step).map { messages[Int($0)].message }
            let (message, new) = try plan.message(of: step, original: original, changed: &changed) { blobs[$0] }
            for blob in new { bytes[blob.hash] = blob.bytes }
            return Line(time: step.time.microseconds / 1_000, message: message)
        }
        if let idle = plan.idleRule(changed: changed) { throw RewriteError.changesNothing(rule: idle.text) }
        return (lines, bytes)
    }
}
