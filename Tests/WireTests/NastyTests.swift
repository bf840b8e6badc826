import Events
import JSON
import SocketIO
import Support
import Testing

@testable import Wire

@Suite struct NastyTests {
    @Test("N6 binary, base64, data URL and base64 with line breaks in one batch are the same picture")
    func pictureForms() throws {
        let bytes = picture(3)
        let text = Base64.encode(bytes)
        let broken = text.enumerated().map { $0 % 20 == 19 ? "\($1)\r\n" : "\($1)" }.joined()
        let forms: [JSON] = [
            WireMessage.placeholder(0), .string(text), .string("data:image/webp;base64," + text), .string(broken),
        ]
        let frames = forms.map { JSON.object(["image_data": $0]) }
        let message = WireMessage(
            name: "receive_frame_images_batch", arguments: [["chunk_index": 0, "frames": .array(frames)]],
            attachments: [bytes])
        let (event, oddities) = interpret(ingest(message).message)
        guard case .overlaysArrived(let batch) = event else { throw WireError.unknownInput(name: "\(event)") }
        #expect(batch.frames.map(\.picture) == Array(repeating: payload(bytes), count: 4))
        #expect(oddities.isEmpty)
        #expect(try roundTrip(message) == message)
    }

    @Test("N5 the mime type plays no part: the bytes are kept as they are")
    func mimeType() {
        let frame: JSON = ["image_data": .string(Base64.encode(picture(1))), "image_mime": "image/png"]
        let (event, oddities) = meaning("receive_frame_images_batch", ["chunk_index": 0, "frames": [frame]])
        let expected = OverlayFrame(sequence: 0, picture: payload(picture(1)))
        #expect(event == .overlaysArrived(OverlayBatch(chunk: 0, frames: [expected])))
        #expect(oddities.isEmpty)
    }

    @Test("the batch of the worked example, 27 attachments with a change of clip at 20")
    func workedExample() throws {
        let frames = (0..<27).map { number -> JSON in
            let clip = number < 20 ? "idle_1_e_talking_1_s" : "talking_1_s_talking_1_e"
            return [
                "image_data": WireMessage.placeholder(number), "image_mime": "image/webp",
                "animation_name": .string(clip),
                "matched_sprite_frame_number": .int(Int64(number % 20)), "sequence_index": .int(Int64(number)),
            ]
        }
        let argument: JSON = [
            "chunk_index": 0, "batch_index": 0, "batch_start_index": 0, "batch_size": 27, "total_batches": 1,
            "frames": .array(frames),
        ]
        let (event, oddities) = meaning("receive_frame_images_batch", argument, (0..<27).map { picture($0) })
        guard case .overlaysArrived(let batch) = event else { throw WireError.unknownInput(name: "\(event)") }
        #expect(oddities.isEmpty)
        #expect(batch.frames.map(\.sequence) == Array(0..<27))
        #expect(batch.frames[20].clip == "talking_1_s_talking_1_e")
        #expect(batch.frames[20].baseIndex == 0)
        #expect(batch.frames[26].picture == payload(picture(26)))
    }

    @Test("more frames than a chunk may have: the rest is dropped, and oddities stay few")
    func manyFrames() throws {
        let frames = [JSON](repeating: ["zone_top_left": [1], "image_data": "SUQzBA=="], count: Limits.chunkFrames + 5)
        let (event, oddities) = meaning("receive_frame_images_batch", ["chunk_index": 0, "frames": .array(frames)])
        guard case .overlaysArrived(let batch) = event else { throw WireError.unknownInput(name: "\(event)") }
        #expect(batch.frames.count == Limits.chunkFrames)
        #expect(oddities.count == 21)
        #expect(oddities.last == "and 19981 more")
    }

    @Test("attachments that nothing names are kept and noted")
    func looseAttachments() throws {
        let message = WireMessage(name: "audio_end", arguments: [[:]], attachments: [[1], [2]])
        let (stored, blobs) = ingest(message)
        #expect(blobs.count == 2)
        #expect(interpret(stored).event == .audioEnded)
        #expect(interpret(stored).oddities == ["2 unreferenced attachments"])
        #expect(try roundTrip(message) == message)
    }

    @Test("5,000 random changes of good messages neither trap nor lose anything")
    func mutations() throws {
        var numbers = SplitMix64(seed: 11)
        let good = (InterpretTests.clipReadings + InterpretTests.chunkReadings).map { ($0.name, $0.argument) }
        var ignored = 0
        for round in 0..<5_000 {
            let (name, argument) = good[round % good.count]
            let message = WireMessage(
                name: name, arguments: [Mutation.changed(argument, &numbers)], attachments: [[1, 2, 3]])
            let (event, _) = interpret(ingest(message).message)
            if case .ignored = event { ignored += 1 }
            #expect(try roundTrip(message) == message)
        }
        #expect(ignored > 100 && ignored < 4_000)
    }
}

/// Changes about one value in eight into something else.
private enum Mutation {
    static func changed(_ value: JSON, _ numbers: inout SplitMix64) -> JSON {
        if Int.random(in: 0..<8, using: &numbers) == 0 { return strange(&numbers) }
        switch value {
        case .array(let values):
            let kept = values.map { changed($0, &numbers) }
            return .array(Bool.random(using: &numbers) ? kept : kept + kept)
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.compactMap { member in
                        let fate = Int.random(in: 0..<20, using: &numbers)
                        if fate == 0 { return nil }
                        return .init(fate == 1 ? member.key + "x" : member.key, changed(member.value, &numbers))
                    }))
        default: return value
        }
    }

    private static func strange(_ numbers: inout SplitMix64) -> JSON {
        let values: [JSON] = [
            nil, true, -1, 0, 20_000, 2_147_483_648, .int(.max), .int(.min), 1e300, -1e300, 0.5, "12.0", "", "x",
            "\u{0}",
            [], [[]], [1], [nil, nil], [1e300, -1e300], [.int(.min), .int(.max), .int(.max), .int(.max)], [:],
            ["data": "AQI="], ["_blob": "00"], WireMessage.placeholder(0), WireMessage.placeholder(-1),
            ["_placeholder": true, "num": "0"],
        ]
        return values.randomElement(using: &numbers) ?? nil
    }
}
