import Events
import JSON
import SocketIO
import Wire

/// Where the pictures of a pack's mouths are.
package protocol OverlaySource: Sendable {
    /// The bytes of `overlays/<clip>/<index>/<sheet>`.
    func picture(_ clip: ClipName, index: Int, sheet: String) throws -> [UInt8]
}

/// Puts chunks into the words of a backend (specification 1.6-1.8), sounds in base64 and pictures in binary, as backends do.
package struct SpeechScript: Sendable {
    /// Frames of one batch (specification 1.6.2).
    static let batchSize = 50

    private let zone: JSON
    private let shapes: MouthShapes
    private let conversation: String
    private let source: any OverlaySource

    init(_ pack: AvatarPack, in conversation: String, _ source: any OverlaySource) {
        zone = [.number(pack.zone.x), .number(pack.zone.y)]
        (shapes, self.conversation, self.source) = (pack.shapes, conversation, source)
    }

    func messages(of chunk: SpeechChunk, at time: StatedTime?) throws -> [WireMessage] {
        let ready: JSON = [
            "chunk_index": .number(chunk.number), "total_images_sent": .number(chunk.frames.count),
        ]
        return [text(of: chunk), sound(of: chunk, at: time)].compactMap { $0 } + (try batches(of: chunk, at: time))
            + [WireMessage(event: .sent, arguments: [ready])]
    }

    func ending(_ returnClip: ClipName?) -> [WireMessage] {
        let request = returnClip.map { clip in
            let payload: JSON = ["animation_name": .string(clip.rawValue)]
            return WireMessage(event: .baseAnimation, arguments: [payload])
        }
        return [request, WireMessage(event: .audioEnd, arguments: [[:]])].compactMap { $0 }
    }

    private func text(of chunk: SpeechChunk) -> WireMessage? {
        guard let text = chunk.text, !text.isEmpty else { return nil }
        var payload: JSONObject = [
            "conversation_id": .string(conversation), "message": .string(text),
            "sender": ["id": .string("cameo")], "master_chunk_index": .number(chunk.group),
        ]
        if chunk.beginsParagraph { payload.append(TextSegment.paragraphMember, true) }
        return WireMessage(event: .text, arguments: [.object(payload)])
    }

    private func sound(of chunk: SpeechChunk, at time: StatedTime?) -> WireMessage? {
        let first = chunk.frames.first?.base
        let description: JSON = [
            "animation_name": .string(first?.clip.rawValue ?? ""), "zone_top_left": zone,
            "master_frame_play_at": .number(first?.index ?? 0), "mode": "talking",
            "sections": [.array(chunk.frames.enumerated().map { .object(place($1, $0)) })],
        ]
        var payload: JSONObject = [
            "chunk_index": .number(chunk.number), "master_chunk_index": .number(chunk.group),
            "audio_data": .string(Base64.encode(chunk.sound.waveFile)),
            "animationFramesChunk": [description], "total_frame_images": .number(chunk.frames.count),
        ]
        if !chunk.words.isEmpty { payload.append("words", SpokenWords.json(chunk.words)) }
        if let time { payload.append("timestamp", .string(time.text)) }
        return WireMessage(event: .audio, arguments: [.object(payload)])
    }

    private func batches(of chunk: SpeechChunk, at time: StatedTime?) throws -> [WireMessage] {
        let total = (chunk.frames.count + Self.batchSize - 1) / Self.batchSize
        return try (0..<total).map { batch in
            let range = batch * Self.batchSize..<min((batch + 1) * Self.batchSize, chunk.frames.count)
            var attachments: [[UInt8]] = []
            var payload: JSONObject = [
                "chunk_index": .number(chunk.number), "batch_index": .number(batch),
                "batch_start_index": .number(range.lowerBound), "batch_size": .number(range.count),
                "total_batches": .number(total),
            ]
            if let time { payload.append("emission_timestamp", .int(time.microseconds / 1_000)) }
            payload.append("frames", .array(try range.map { try frame(chunk.frames[$0], $0, &attachments) }))
            let arguments: [JSON] = [.object(payload)]
            return WireMessage(event: .batch, arguments: arguments, attachments: attachments)
        }
    }

    /// What a frame is, without its picture.
    private func place(_ frame: SpeechChunk.Frame, _ sequence: Int) -> JSONObject {
        let (clip, index, sheet) = (frame.base.clip.rawValue, frame.base.index, shapes.all[frame.mouth.shape].sheet)
        return [
            "sequence_index": .number(sequence), "matched_sprite_frame_number": .number(index),
            "animation_name": .string(clip), "sheet_filename": .string(sheet),
            "overlay_id": .string("\(clip)/\(index)/\(sheet)"),
        ]
    }

    private func frame(
        _ frame: SpeechChunk.Frame, _ sequence: Int, _ attachments: inout [[UInt8]]
    ) throws -> JSON {
        let sheet = shapes.all[frame.mouth.shape].sheet
        let picture = try source.picture(frame.base.clip, index: frame.base.index, sheet: sheet)
        attachments.append(picture)
        var object: JSONObject = [
            "image_data": WireMessage.placeholder(attachments.count - 1),
            "image_mime": .string(PictureKind.mimeType(of: picture)),
        ]
        object.members += place(frame, sequence).members
        object.append("section_index", 0)
        object.append("frame_index", .number(sequence))
        object.append("char", .string(frame.mouth.phoneme.isEmpty ? "_" : frame.mouth.phoneme))
        object.append("viseme", .string(frame.mouth.viseme.rawValue))
        return .object(object)
    }
}
