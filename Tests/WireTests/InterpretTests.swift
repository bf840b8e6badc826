import Events
import JSON
import Testing

/// A message, what it means, and whether something about it was strange.
struct Reading: Sendable, CustomTestStringConvertible {
    let title: String
    let name: String
    let argument: JSON
    let event: WireEvent
    var oddities: [String] = []

    var testDescription: String { title }

    init(_ title: String, _ name: String, _ argument: JSON, _ event: WireEvent, _ oddities: String...) {
        self.title = title
        self.name = name
        self.argument = argument
        self.event = event
        self.oddities = oddities
    }
}

@Suite struct InterpretTests {
    static let sound: [UInt8] = [0x49, 0x44, 0x33, 4]
    static let soundText = "SUQzBA=="

    @Test("clip events in each spelling", arguments: clipReadings)
    func clips(reading: Reading) { check(reading) }

    @Test("chunk events in each spelling", arguments: chunkReadings)
    func chunks(reading: Reading) { check(reading) }

    @Test("N61 events that are unknown or make no sense are recorded and ignored", arguments: ignoredReadings)
    func ignored(reading: Reading) { check(reading) }

    @Test("N61 no payload and two payloads")
    func argumentCounts() {
        for name in ["chunk_images_ready", "receive_audio", "receive_base_frame", "new_message"] {
            let none = meaning(name, arguments: [])
            #expect(none.event == .ignored(name: name))
            #expect(none.oddities == ["no payload"])
            let two = meaning(name, arguments: [[:], [:]])
            #expect(two.event == .ignored(name: name))
            #expect(two.oddities == ["2 payloads instead of one"])
            for argument: JSON in [nil, 1, "x", [], [[:]]] {
                #expect(meaning(name, argument).event == .ignored(name: name))
                #expect(meaning(name, argument).oddities.count == 1)
            }
        }
    }

    @Test("audio_end needs no payload")
    func endWithoutPayload() { #expect(meaning("audio_end", arguments: []).event == .audioEnded) }

    @Test("a clip's name in the manifest is as long at the most as every other text")
    func longNames() {
        let (longest, longer) = (String(repeating: "n", count: 4_096), String(repeating: "n", count: 4_097))
        var animations = JSONObject()
        for name in [longest, longer] { animations.append(name, ["frames": 3]) }
        let (event, oddities) = meaning("base_animations_manifest", ["animations": .object(animations)])
        #expect(event == .manifestArrived(.clips([ManifestEntry(clip: ClipName(longest), frames: 3, version: "")])))
        #expect(oddities == ["a clip's name has 4097 bytes, beyond the limit of 4096"])
    }

    @Test("of the reason for having no clips no more is kept than of any other text")
    func longReason() {
        let reason = String(repeating: "n", count: Limits.keptTextScalars + 1)
        for error: JSON in [.string(reason), ["error": .string(reason)]] {
            let (event, _) = meaning("base_animations_manifest", ["error": error])
            guard case .manifestArrived(.refused(let kept)) = event else {
                Issue.record("\(event)")
                continue
            }
            #expect(kept.unicodeScalars.count == Limits.keptTextScalars)
        }
    }

    private func check(_ reading: Reading) {
        let (event, oddities) = meaning(reading.name, reading.argument)
        #expect(event == reading.event)
        #expect(oddities == reading.oddities)
    }

    static let clipReadings: [Reading] = [
        Reading(
            "play_base_animation", "play_base_animation", ["animation_name": "talking_1_e_idle_1_s"],
            .baseAnimationRequested("talking_1_e_idle_1_s")),
        Reading(
            "alias with the other spelling", "play_animation", ["animation_type": "talking_1a"],
            .baseAnimationRequested("talking_1a")),
        Reading(
            "empty name", "play_base_animation", ["animation_name": ""], .ignored(name: "play_base_animation"),
            "the clip's name is missing"),
        Reading(
            "total", "animation_total_frames", ["animation_type": "c", "total_frames": 61],
            .clipAnnounced("c", totalFrames: 61)),
        Reading(
            "N62 total as text", "animation_total_frames", ["animation_name": "c", "total_frames": "61"],
            .clipAnnounced("c", totalFrames: 61)),
        Reading(
            "N62 total as float, name null", "animation_total_frames",
            ["animation_name": nil, "animation_type": "c", "total_frames": 61.0], .clipAnnounced("c", totalFrames: 61)),
        Reading(
            "absurd total", "animation_total_frames", ["animation_type": "c", "total_frames": 5_001],
            .ignored(name: "animation_total_frames"), "total_frames is 5001, beyond the limit of 5000"),
        Reading(
            "total missing", "animation_total_frames", ["animation_type": "c"],
            .ignored(name: "animation_total_frames"), "total_frames is missing"),
        Reading(
            "complete", "animation_frames_complete", ["animation_type": "c", "total_frames": 3],
            .clipCompleted("c", totalFrames: 3)),
        Reading(
            "complete without total", "animation_frames_complete", ["animation_name": "c", "total_frames": nil],
            .clipCompleted("c", totalFrames: nil)),
        Reading(
            "base frame", "receive_base_frame",
            ["animation_type": "c", "frame_index": 2, "frame_data": ["mime_type": "image/webp", "data": "SUQzBA=="]],
            .baseFrameArrived("c", index: 2, picture: payload(sound))),
        Reading(
            "base frame as data URL", "receive_base_frame",
            ["animation_type": "c", "frame_index": "2", "frame_data": ["data": "data:image/png;base64,SUQzBA=="]],
            .baseFrameArrived("c", index: 2, picture: payload(sound))),
        Reading(
            "base frame with image_data", "receive_base_frame",
            ["animation_name": "c", "frame_index": 2.0, "image_data": "SUQzBA"],
            .baseFrameArrived("c", index: 2, picture: payload(sound))),
        Reading(
            "base frame without picture", "receive_base_frame",
            ["animation_name": "c", "frame_index": 0, "frame_data": ["data": ""], "image_data": nil],
            .baseFrameArrived("c", index: 0, picture: nil)),
        Reading(
            "base frame with text that is not base64", "receive_base_frame",
            ["animation_name": "c", "frame_index": 0, "frame_data": ["data": "???"]],
            .baseFrameArrived("c", index: 0, picture: nil), "frame_data is not base64, but \"???\""),
        Reading(
            "base frame beyond the limit", "receive_base_frame", ["animation_name": "c", "frame_index": 5_000],
            .ignored(name: "receive_base_frame"), "frame_index is 5000, beyond the limit of 4999"),
        Reading(
            "base frame without index", "receive_base_frame", ["animation_name": "c", "frame_index": nil],
            .ignored(name: "receive_base_frame"), "frame_index is missing"),
        Reading(
            "N32 manifest", "base_animations_manifest",
            [
                "animations": [
                    "idle": ["frames": 61, "version": "a1"], "new": ["frames": "0", "version": 7],
                    "bare": ["frames": 2.0], "bad": 5, "worse": ["version": "x"], "minus": ["frames": -1],
                    "huge": ["frames": 5_001],
                ]
            ],
            .manifestArrived(
                .clips([
                    ManifestEntry(clip: "idle", frames: 61, version: "a1"),
                    ManifestEntry(clip: "new", frames: 0, version: "7"),
                    ManifestEntry(clip: "bare", frames: 2, version: ""),
                ])),
            "the manifest's clip \"bad\" is 5", "frames is missing", "frames is negative (-1)",
            "frames is 5001, beyond the limit of 5000"),
        Reading(
            "N32 manifest with error", "base_animations_manifest", ["error": "no agent"],
            .manifestArrived(.refused("no agent"))),
        Reading(
            "N32 manifest with error as object", "base_animations_manifest", ["error": ["code": 5], "animations": [:]],
            .manifestArrived(.refused("{\"code\":5}"))),
        Reading(
            "N32 manifest with error null", "base_animations_manifest", ["error": nil, "animations": [:]],
            .manifestArrived(.clips([]))),
        Reading(
            "N32 empty manifest", "base_animations_manifest", [:], .manifestArrived(.clips([])),
            "the manifest has no clips"),
        Reading(
            "new_message", "new_message",
            ["conversation_id": "conv_1_u1", "message": "Hello", "sender": ["id": 5], "master_chunk_index": 2],
            .textArrived(TextSegment(text: "Hello", group: 2, sender: "5"))),
        Reading(
            "new_message with a plain sender", "new_message", ["message": "Hello", "sender": "u"],
            .textArrived(TextSegment(text: "Hello", sender: "u"))),
        Reading(
            "new_message without text", "new_message", ["message": nil], .ignored(name: "new_message"),
            "message is missing"),
        Reading(
            "new_image", "new_image", ["master_chunk_index": 1, "image_data": ["image": "SUQzBA=="]],
            .imageArrived(group: 1, picture: payload(sound))),
        Reading(
            "new_image, flat", "new_image", ["image": "data:image/jpeg;base64,SUQzBA=="],
            .imageArrived(group: nil, picture: payload(sound))),
    ]

    static let ignoredReadings: [Reading] = [
        Reading("unknown", "danced", [:], .ignored(name: "danced"), "unknown event"),
        Reading("empty name", "", [:], .ignored(name: ""), "unknown event"),
        Reading("user_audio", "user_audio", ["user_id": 1, "audio_data": "SUQz"], .ignored(name: "user_audio")),
        Reading("test_ping", "test_ping", ["msg": "x"], .ignored(name: "test_ping")),
        Reading("user_message", "user_message", ["message": "hi", "ready_animations": ["idle"]], .userSaid("hi")),
        Reading("user_message without text", "user_message", ["message": 7], .ignored(name: "user_message")),
        Reading(
            "chunk index missing", "chunk_images_ready", ["total_images_sent": 3], .ignored(name: "chunk_images_ready"),
            "chunk_index is missing"),
        Reading(
            "chunk index negative", "receive_audio", ["chunk_index": -1], .ignored(name: "receive_audio"),
            "chunk_index is negative (-1)"),
        Reading(
            "chunk index too large", "receive_frame_images_batch", ["chunk_index": 1e300],
            .ignored(name: "receive_frame_images_batch"), "chunk_index is 1e+300, not a whole number"),
        Reading(
            "chunk index beyond the limit", "receive_frame_images_batch", ["chunk_index": 9_223_372_036_854_775_807],
            .ignored(name: "receive_frame_images_batch"),
            "chunk_index is 9223372036854775807, beyond the limit of 2147483647"),
        Reading(
            "chunk index no number", "receive_frame_image", ["chunk_index": [1]], .ignored(name: "receive_frame_image"),
            "chunk_index is an array, not a whole number"),
        Reading(
            "one character of 4,001 scalars", "chunk_images_ready",
            ["chunk_index": .string("a" + String(repeating: "\u{301}", count: 4_000))],
            .ignored(name: "chunk_images_ready"),
            "chunk_index is \"a\(String(repeating: "\u{301}", count: 39))…\", not a whole number"),
        Reading(
            "a name that ends where C says", "audio_end\0", [:], .ignored(name: "audio_end␀"), "unknown event"),
        Reading(
            "a name of 5,000 bytes", "animation_total_frames",
            ["animation_name": .string(String(repeating: "c", count: 5_000)), "total_frames": 5],
            .ignored(name: "animation_total_frames"), "animation_name has 5000 bytes, beyond the limit of 4096",
            "the clip's name is missing"),
        Reading("audio_end", "audio_end", [:], .audioEnded),
        Reading("audio_end with more", "audio_end", ["x": 1], .audioEnded),
    ]
}
