import Events
import JSON

extension InterpretTests {
    static let chunkReadings = audioReadings + batchReadings + singleReadings + descriptionReadings

    private static let audioReadings: [Reading] = [
        Reading(
            "receive_audio", "receive_audio",
            [
                "chunk_index": 0, "master_chunk_index": 4, "audio_data": "SUQzBA==", "total_frame_images": 2,
                "animationFramesChunk": [
                    [
                        "animation_name": "idle_1_e_talking_1_s", "zone_top_left": [486, 402], "mode": "talking",
                        "master_frame_play_at": 0,
                        "sections": [
                            [
                                ["sequence_index": 0, "animation_name": "a", "overlay_id": "a/0/x"],
                                ["sequence_index": 1, "matched_sprite_frame_number": 7, "section_index": 0],
                            ]
                        ],
                    ]
                ], "timestamp": "2026-03-01 12:00:31.402",
            ],
            .audioArrived(
                AudioChunk(
                    chunk: 0, group: 4, sound: payload(sound), firstClip: "idle_1_e_talking_1_s",
                    frames: [
                        OverlayFrame(sequence: 0, clip: "a", overlayID: "a/0/x"),
                        OverlayFrame(sequence: 1, baseIndex: 7),
                    ], zone: PixelPoint(x: 486, y: 402), totalFrames: 2, firstBaseIndex: 0,
                    emitted: EmissionTime(.text, microseconds: 1_772_366_431_402_000)))),
        Reading(
            "frames of all elements and sections, counted on", "receive_audio",
            [
                "chunk_index": "1",
                "animationFramesChunk": [
                    ["sections": [[["char": "G"], [:]], [["char": 5]]]],
                    ["animation_name": "b", "zone_top_left": [1, 2], "sections": [["frames": [["viseme": "oo"]]]]],
                ],
            ],
            .audioArrived(
                AudioChunk(
                    chunk: 1, firstClip: "b",
                    frames: [
                        OverlayFrame(sequence: 0, character: "G"), OverlayFrame(sequence: 1),
                        OverlayFrame(sequence: 2, character: "5"),
                        OverlayFrame(sequence: 3, viseme: "oo"),
                    ], zone: PixelPoint(x: 1, y: 2)))),
        Reading(
            "sections that share one numbering", "receive_audio",
            ["chunk_index": 1, "animationFramesChunk": [["sections": numbered([0, 1], [2, 3])]]],
            .audioArrived(AudioChunk(chunk: 1, frames: (0..<4).map { OverlayFrame(sequence: $0) }))),
        Reading(
            "sections whose numbers begin again, in two elements", "receive_audio",
            [
                "chunk_index": 1,
                "animationFramesChunk": [
                    ["sections": numbered([0, 1], [0])], ["sections": numbered([0, 1])],
                    ["sections": [[[:], ["section_index": 7]]]],
                ],
            ],
            .audioArrived(
                AudioChunk(
                    chunk: 1,
                    frames: [
                        OverlayFrame(sequence: 0), OverlayFrame(sequence: 1), OverlayFrame(section: 1, sequence: 0),
                        OverlayFrame(section: 2, sequence: 0), OverlayFrame(section: 2, sequence: 1),
                        OverlayFrame(section: 3, sequence: 0), OverlayFrame(section: 7, sequence: 1),
                    ]))),
        Reading(
            "sections that are named, and whose numbers begin again", "receive_audio",
            [
                "chunk_index": 1,
                "animationFramesChunk": [
                    [
                        "sections": [
                            [["section_index": 4, "sequence_index": 0]], [["section_index": 2, "sequence_index": 0]],
                        ]
                    ]
                ],
            ],
            .audioArrived(
                AudioChunk(
                    chunk: 1,
                    frames: [OverlayFrame(section: 4, sequence: 0), OverlayFrame(section: 2, sequence: 0)]))),
        Reading(
            "sound missing, first picture ahead", "receive_audio",
            [
                "chunk_index": 2, "audio_data": "",
                "first_frame_image": ["image_data": "SUQzBA==", "sheet_filename": "J1_X2_M0.webp"],
            ],
            .audioArrived(AudioChunk(chunk: 2, firstPicture: payload(sound), firstSheet: "J1_X2_M0.webp"))),
        Reading(
            "sound with line breaks", "receive_audio", ["chunk_index": 2, "audio_data": "SUQ\r\n zBA=="],
            .audioArrived(AudioChunk(chunk: 2, sound: payload(sound)))),
        Reading(
            "sound that is not base64 loses only the sound", "receive_audio", ["chunk_index": 2, "audio_data": "%%%%"],
            .audioArrived(AudioChunk(chunk: 2)), "audio_data is not base64, but \"%%%%\""),
        Reading(
            "b-text-none: a missing value turned into text", "receive_audio", ["chunk_index": 2, "audio_data": "None"],
            .audioArrived(AudioChunk(chunk: 2)),
            "audio_data is not base64, but the text \"None\": a missing value turned into text"),
        Reading(
            "b-text-bytes: bytes as Python prints them", "receive_audio",
            ["chunk_index": 2, "audio_data": "b'SUQzBA=='"],
            .audioArrived(AudioChunk(chunk: 2)),
            "audio_data is not base64, but Python bytes as printed (b'...'); decode them to text first"),
        Reading(
            "b-text-url: an address", "receive_audio", ["chunk_index": 2, "audio_data": "https://a.example/1.mp3"],
            .audioArrived(AudioChunk(chunk: 2)),
            "audio_data is not base64, but the address \"https://a.example/1.mp3\": a URL instead of the bytes"),
        Reading(
            "b-text-object: an object turned into text", "receive_audio",
            ["chunk_index": 2, "audio_data": "[object Object]"],
            .audioArrived(AudioChunk(chunk: 2)),
            "audio_data is not base64, but \"[object Object]\": an object that JavaScript turned into text"),
        Reading(
            "b-text-buffer: a Buffer of Node is read", "receive_audio",
            ["chunk_index": 2, "audio_data": ["type": "Buffer", "data": [73, 68, 51, 4]]],
            .audioArrived(AudioChunk(chunk: 2, sound: payload(sound))),
            "audio_data is a Node Buffer as JSON, read as its bytes; send base64 or a binary attachment"),
        Reading(
            "bytes as a list of numbers", "receive_audio", ["chunk_index": 2, "audio_data": [73, 68, 51, 4]],
            .audioArrived(AudioChunk(chunk: 2)), "audio_data is an array of 4 numbers instead of base64"),
        Reading(
            "bytes as a typed array", "receive_audio", ["chunk_index": 2, "audio_data": ["0": 73, "1": 68]],
            .audioArrived(AudioChunk(chunk: 2)), "audio_data is a typed array as JSON ({\"0\": …}) instead of base64"),
        Reading(
            "a TTS server's error as an object", "receive_audio",
            ["chunk_index": 2, "audio_data": ["detail": "no credits"]],
            .audioArrived(AudioChunk(chunk: 2)), "audio_data is the object {\"detail\":\"no credits\"}"),
        Reading(
            "fewer frames than its list has", "receive_audio",
            [
                "chunk_index": 1, "total_frame_images": 1,
                "animationFramesChunk": [["sections": numbered([0, 1, 1])]],
            ],
            .audioArrived(
                AudioChunk(chunk: 1, frames: [0, 1, 1].map { OverlayFrame(sequence: $0) }, totalFrames: 1)),
            "total_frame_images is 1, but the list has 2 frames"),
        Reading(
            "as many frames as there are places in its list", "receive_audio",
            [
                "chunk_index": 1, "total_frame_images": 2,
                "animationFramesChunk": [["sections": numbered([0, 1, 1])]],
            ],
            .audioArrived(
                AudioChunk(chunk: 1, frames: [0, 1, 1].map { OverlayFrame(sequence: $0) }, totalFrames: 2))),
        Reading(
            "absurd count of frames", "receive_audio", ["chunk_index": 0, "total_frame_images": 20_001],
            .audioArrived(AudioChunk(chunk: 0)), "total_frame_images is 20001, beyond the limit of 20000"),
        zone("N59 zone of floats is rounded", [486.4, 401.5], PixelPoint(x: 486, y: 402)),
        zone("N59 negative zone is kept", [-5, "-7"], PixelPoint(x: -5, y: -7)),
        zone("N59 zone outside the canvas is kept", [100_000, 0, 3], PixelPoint(x: 100_000, y: 0)),
        zone("N59 short zone", [5], nil, "zone_top_left is not two numbers"),
        zone("N59 empty zone", [], nil, "zone_top_left is not two numbers"),
        zone("N59 zone that is not an array", "5,5", nil, "zone_top_left is \"5,5\""),
        zone("N59 zone of nulls", [nil, 1], nil, "zone_top_left is not two numbers"),
        zone("N59 absurd zone", [1e300, 1], nil, "zone_top_left is not two numbers"),
        zone("N59 missing zone", nil, nil),
    ]

    /// Lists of frames of which only their numbers are said.
    private static func numbered(_ lists: [Int64]...) -> JSON {
        .array(lists.map { numbers in .array(numbers.map { ["sequence_index": .int($0)] }) })
    }

    private static func zone(_ title: String, _ value: JSON, _ point: PixelPoint?, _ oddities: String...) -> Reading {
        var reading = Reading(
            title, "receive_audio", ["chunk_index": 0, "animationFramesChunk": [["zone_top_left": value]]],
            .audioArrived(AudioChunk(chunk: 0, zone: point)))
        reading.oddities = oddities
        return reading
    }

    private static let batchReadings: [Reading] = [
        batch(
            "a whole frame",
            [
                "image_data": "SUQzBA==", "image_mime": "image/webp", "overlay_id": "a/12/J1", "animation_name": "a",
                "matched_sprite_frame_number": 12, "sheet_filename": "J1", "sequence_index": 0, "section_index": 1,
                "frame_index": 3, "sprite_index_folder": 9, "char": "vowel", "viseme": "v",
                "coordinates": [1, 2.5, "30", 40.0], "zone_top_left": [7, 8],
            ],
            OverlayFrame(
                section: 1, sequence: 0, clip: "a", baseIndex: 12, overlayID: "a/12/J1", sheet: "J1",
                picture: payload(sound), destination: PixelRect(x: 1, y: 3, width: 30, height: 40),
                zone: PixelPoint(x: 7, y: 8), originalIndex: 3, character: "vowel", viseme: "v")),
        batch("N28 empty names are absent", ["overlay_id": "", "animation_name": "", "sheet_filename": ""], at0()),
        batch("the other spelling of the clip", ["animation_type": "t"], at0 { $0.clip = "t" }),
        batch(
            "N62 null in every field",
            [
                "image_data": nil, "overlay_id": nil, "animation_name": nil, "matched_sprite_frame_number": nil,
                "sheet_filename": nil, "sequence_index": nil, "section_index": nil, "frame_index": nil, "char": nil,
                "coordinates": nil, "zone_top_left": nil,
            ], at0 { $0.picture = nil }, "no image_data"),
        batch("a picture of no bytes", ["image_data": ""], at0 { $0.picture = nil }, "no image_data"),
        batch("N31 base index as float", ["matched_sprite_frame_number": 12.0], at0 { $0.baseIndex = 12 }),
        batch("N31 base index as text", ["matched_sprite_frame_number": "12"], at0 { $0.baseIndex = 12 }),
        batch("N31 negative base index is kept", ["matched_sprite_frame_number": -3], at0 { $0.baseIndex = -3 }),
        batch(
            "N31 base index beyond every clip is kept", ["matched_sprite_frame_number": 70_000],
            at0 { $0.baseIndex = 70_000 }),
        batch(
            "N31 absurd base index keeps its sign", ["matched_sprite_frame_number": -1e300],
            at0 { $0.baseIndex = -2_147_483_647 }, "matched_sprite_frame_number is -1e+300, not a whole number"),
        batch(
            "N31 base index with a fraction", ["matched_sprite_frame_number": 12.4], at0 { $0.baseIndex = 12 },
            "matched_sprite_frame_number is 12.4, taken as 12"),
        batch("coordinates without size", ["coordinates": [1, 2, 0, 4]], at0(), "coordinates have the size 0x4"),
        batch("short coordinates", ["coordinates": [1, 2, 3]], at0(), "coordinates are not four numbers"),
        batch("empty coordinates", ["coordinates": []], at0()),
        batch(
            "coordinates in a sprite sheet",
            ["coordinates": [0, 0, 497, 210], "sheet_filename": "3_sheet_1.png", "image_data": nil],
            at0 { ($0.sheet, $0.picture) = ("3_sheet_1.png", nil) },
            "coordinates lie in the sprite sheet \"3_sheet_1.png\", which is not supported"),
        batch("negative sequence", ["sequence_index": -1], at0(), "sequence_index is negative (-1)"),
        Reading(
            "sequence follows batch_start_index", "receive_frame_images_batch",
            [
                "chunk_index": 1, "batch_index": 1, "batch_start_index": 50, "total_batches": 2, "batch_size": 3,
                "frames": [[:], 5, ["sequence_index": "99"]], "emission_timestamp": 1_772_366_431_520,
            ],
            .overlaysArrived(
                OverlayBatch(
                    chunk: 1, batch: 1, totalBatches: 2,
                    frames: [OverlayFrame(sequence: 50), OverlayFrame(sequence: 99)],
                    emitted: EmissionTime(.unix, microseconds: 1_772_366_431_520_000))),
            "frame 0: no image_data", "frame 1: expected an object, found 5", "frame 2: no image_data"),
        Reading(
            "total_batches is 1 by default, batch_size may be wrong", "receive_frame_images_batch",
            ["chunk_index": 1, "batch_index": 0, "batch_size": 9, "frames": []],
            .overlaysArrived(OverlayBatch(chunk: 1, batch: 0, totalBatches: 1, frames: [])),
            "batch_size is 9, but there are 0 frames"),
        Reading(
            "frames missing", "receive_frame_images_batch", ["chunk_index": 1, "frames": [:]],
            .overlaysArrived(OverlayBatch(chunk: 1, frames: [])), "frames is not an array"),
        Reading(
            "a place beyond the limit", "receive_frame_images_batch",
            ["chunk_index": 1, "frames": [["sequence_index": 20_000]]],
            .overlaysArrived(OverlayBatch(chunk: 1, frames: [])),
            "frame 0: place 0/20000 is beyond the limit of 20000 frames in a chunk"),
        Reading(
            "chunk_images_ready", "chunk_images_ready", ["chunk_index": 1.0, "total_images_sent": "60"],
            .chunkSent(chunk: 1, totalSent: 60)),
        Reading(
            "chunk_images_ready without count", "chunk_images_ready", ["chunk_index": 1],
            .chunkSent(chunk: 1, totalSent: nil)),
    ]

    /// Of one frame, which has a picture unless it says something of it.
    private static func batch(
        _ title: String, _ frame: JSONObject, _ expected: OverlayFrame, _ oddities: String...
    ) -> Reading {
        var frame = frame
        if !frame.members.contains(where: { $0.key == "image_data" }) { frame.append("image_data", "SUQzBA==") }
        var reading = Reading(
            title, "receive_frame_images_batch", ["chunk_index": 0, "frames": [.object(frame)]],
            .overlaysArrived(OverlayBatch(chunk: 0, frames: [expected])))
        reading.oddities = oddities.map { "frame 0: \($0)" }
        return reading
    }

    private static func at0(_ change: (inout OverlayFrame) -> Void = { _ in }) -> OverlayFrame {
        var frame = OverlayFrame(sequence: 0, picture: payload(sound))
        change(&frame)
        return frame
    }

    private static let singleReadings: [Reading] = [
        Reading(
            "receive_frame_image, flat", "receive_frame_image",
            [
                "chunk_index": 1, "section_index": 0, "sequence_index": 4, "image_data": "SUQzBA==",
                "overlay_id": "o", "animation_name": "a", "matched_sprite_frame_number": 5, "sheet_filename": "s",
                "coordinates": [1, 2, 3, 4],
            ],
            single(
                OverlayFrame(
                    sequence: 4, clip: "a", baseIndex: 5, overlayID: "o", sheet: "s", picture: payload(sound),
                    destination: PixelRect(x: 1, y: 2, width: 3, height: 4)))),
        Reading(
            "receive_frame_image, nested", "receive_frame_image",
            [
                "chunk_index": 1, "animation_name": "outer",
                "frame_data": [
                    "section_index": 2, "frame_index": 6, "matched_sprite_frame_number": 9,
                    "image_data": "data:image/webp;base64,SUQzBA==",
                ],
            ],
            single(
                OverlayFrame(
                    section: 2, sequence: 6, clip: "outer", baseIndex: 9, picture: payload(sound), originalIndex: 6))),
        Reading(
            "receive_frame_image without place", "receive_frame_image", ["chunk_index": 1],
            single(OverlayFrame(sequence: 0)), "sequence_index is missing", "no image_data"),
    ]

    private static func single(_ frame: OverlayFrame) -> WireEvent {
        .overlaysArrived(OverlayBatch(chunk: 1, frames: [frame]))
    }

    private static let descriptionReadings: [Reading] = [
        Reading(
            "animation_chunk_metadata with sections", "animation_chunk_metadata",
            [
                "chunk_index": 0, "total_frame_images": 3,
                "sections": [
                    ["animation_name": "a", "frames": [[:], ["animation_name": "b"]]],
                    ["animation_name": "c", "section_index": 1, "frames": [[:]]],
                ],
            ],
            .chunkDescribed(
                ChunkDescription(
                    chunk: 0, totalFrames: 3,
                    frames: [
                        OverlayFrame(sequence: 0, clip: "a"), OverlayFrame(sequence: 1, clip: "b"),
                        OverlayFrame(section: 1, sequence: 0, clip: "c"),
                    ]))),
        Reading(
            "animation_chunk_metadata, flat", "animation_chunk_metadata",
            [
                "chunk_index": 0, "total_frames": 2, "animation_name": "a", "uniqueSetId": 3,
                "first_frame_image": "SUQzBA==", "frames": [["matched_sprite_frame_number": 3], [:]],
            ],
            .chunkDescribed(
                ChunkDescription(
                    chunk: 0, totalFrames: 2,
                    frames: [OverlayFrame(sequence: 0, clip: "a", baseIndex: 3), OverlayFrame(sequence: 1, clip: "a")],
                    firstPicture: payload(sound)))),
    ]
}
