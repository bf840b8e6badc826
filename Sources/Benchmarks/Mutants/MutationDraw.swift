import Events
import JSON
import Rewriting
import Sound

/// One fault in the making: where it is put, and the rules for it.
struct MutationDraw {
    typealias Chunk = MutationMaterial.Chunk
    typealias Frame = MutationMaterial.Frame

    let material: MutationMaterial
    let message: MutationMaterial.Message
    var chance: Chance

    /// A frame's place in its message.
    struct Place: Hashable {
        var chunk: Int
        var section: Int
        var sequence: Int

        init(_ chunk: Int, _ frame: Frame) {
            (self.chunk, section, sequence) = (chunk, frame.section, frame.sequence)
        }
    }

    /// A chunk that is to be: its frames by their places in the speech, and its sound.
    struct Piece {
        var frames: [Int]
        var sound: Samples
    }

    /// A message's frames and sound in one, as they are played: the sound of each chunk from its first frame to its last.
    struct Speech {
        var frames: [Frame] = []
        var samples: Samples
        let period: TimeSpan

        /// The sound between two times from the beginning, with silence for what there is none of.
        func sound(from start: TimeSpan, to end: TimeSpan) -> Samples {
            samples.piece(place(start)..<place(max(start, end)))
        }
        func sound(ofFrames frames: Range<Int>, later shift: TimeSpan = .zero) -> Samples {
            sound(from: period * Int64(frames.lowerBound) - shift, to: period * Int64(frames.upperBound) - shift)
        }
        func frame(at time: TimeSpan) -> Int {
            min(max(0, Int(time.seconds / period.seconds + 0.01)), frames.count - 1)
        }
        var length: TimeSpan { period * Int64(frames.count) }

        fileprivate func place(_ time: TimeSpan) -> Int { Int((time.seconds * Double(samples.rate)).rounded()) }
    }

    /// - Returns: `nil` for a tape without speech.
    init?(_ material: MutationMaterial, _ chance: Chance) {
        var chance = chance
        guard !material.messages.isEmpty else { return nil }
        message = material.messages[chance.below(material.messages.count)]
        (self.material, self.chance) = (material, chance)
    }

    // MARK: Where

    mutating func one<Item>(of items: [Item]) -> Item? { items.isEmpty ? nil : items[chance.below(items.count)] }

    mutating func span(from low: TimeSpan, to high: TimeSpan) -> TimeSpan {
        low + .milliseconds(Int64(chance.below(1 + Int((high - low).milliseconds))))
    }

    var events: String { "message=\(message.number)" }
    var sounds: String { "name=receive_audio \(events)" }
    var batches: String { "name=receive_frame_images_batch \(events)" }
    static func of(_ chunk: Chunk) -> String { "chunk=\(chunk.index)" }
    static func of(_ frame: Frame, _ chunk: Chunk) -> String {
        "chunk=\(chunk.index) section=\(frame.section) sequence=\(frame.sequence)"
    }

    /// `nil` where the chunks' sounds are of different forms.
    var speech: Speech? {
        guard let first = message.chunks.first?.samples,
            message.chunks.allSatisfy({ $0.samples.rate == first.rate && $0.samples.channels == first.channels })
        else { return nil }
        var speech = Speech(
            samples: Samples(rate: first.rate, channels: first.channels, values: []), period: material.period)
        var values: [Int16] = []
        for chunk in message.chunks {
            let start = speech.place(speech.length)
            speech.frames += chunk.frames
            values += chunk.samples.piece(0..<speech.place(speech.length) - start).values
        }
        speech.samples = Samples(rate: first.rate, channels: first.channels, values: values)
        return speech
    }

    /// Each chunk with the places of its frames in the speech.
    var placed: [(chunk: Chunk, frames: Range<Int>)] {
        var count = 0
        return message.chunks.map { chunk in
            defer { count += chunk.frames.count }
            return (chunk, count..<count + chunk.frames.count)
        }
    }

    // MARK: Rules

    /// Chunks, by index, get other sounds.
    func rules(_ name: String, sounds new: [Int: Samples]) throws -> [RewriteRule] {
        let blobs = new.mapValues { Blob($0.waveFile) }
        let edit = RewriteEdit(name) { value, _, made in
            value.changeObject { payload in
                guard let blob = payload["chunk_index"]?.lenientInt.flatMap({ blobs[$0] }) else { return false }
                payload.put("audio_data", blob, &made)
                return true
            }
        }
        return [try RewriteRule(edit, where: sounds)]
    }

    /// Frames are replaced by others, which take their places.
    func rules(_ name: String, frames new: [Place: Frame]) throws -> [RewriteRule] {
        let edit = RewriteEdit(name) { value, _, made in
            value.changeObject { payload in
                guard let chunk = payload["chunk_index"]?.lenientInt, var frames = payload["frames"]?.array else {
                    return false
                }
                var hasFound = false
                for place in frames.indices {
                    guard let old = Frame(frames[place]),
                        let other = new[Place(chunk, old)]
                    else { continue }
                    frames[place] = .object(other.json(at: old.section, old.sequence, &made))
                    hasFound = true
                }
                payload.put("frames", .array(frames))
                return hasFound
            }
        }
        return [try RewriteRule(edit, where: batches)] + (try undescribed())
    }

    /// The message in other chunks. Each is sent when the chunk was in which its first frame was.
    func rules(_ name: String, pieces: [Piece], of speech: Speech) throws -> [RewriteRule] {
        let placed = placed
        let groups = Dictionary(grouping: pieces.indices) { piece in
            placed.first { $0.frames.contains(pieces[piece].frames.first ?? 0) }?.chunk.index ?? -1
        }
        var texts: [String] = []
        for chunk in message.chunks {
            let batches = "\(batches) \(Self.of(chunk))"
            let all = "name=receive_audio|receive_frame_images_batch \(events) \(Self.of(chunk))"
            if chunk.isReported { texts.append("drop where name=chunk_images_ready \(events) \(Self.of(chunk))") }
            guard let own = groups[chunk.index] else {
                texts.append("drop where \(all)")
                continue
            }
            if chunk.batches > 1 { texts.append("drop where \(batches) nth=2..\(chunk.batches)") }
            texts += ["duplicate 0ms \(own.count) times where \(all)", "drop where \(all) copy=0"]
        }
        let firsts = groups.compactMapValues(\.first)
        let (sounds, frames) = (
            pieces.map { Blob($0.sound.waveFile) }, pieces.map { $0.frames.map { speech.frames[$0] } }
        )
        let edit = RewriteEdit(name) { value, copy, made in
            value.changeObject { payload in
                guard let first = payload["chunk_index"]?.lenientInt.flatMap({ firsts[$0] }) else { return false }
                payload.put(piece: first + copy - 1, frames[first + copy - 1], sounds[first + copy - 1], &made)
                return true
            }
        }
        return try texts.map { try RewriteRule($0) }
            + [try RewriteRule(edit, where: self.sounds), try RewriteRule(edit, where: batches)] + (try undescribed())
    }

    /// An event, or a frame of one, comes once more, so much later, with something else in it.
    /// - Parameter change: of the event's payload.
    func twice(
        _ name: String, _ condition: String, later: String = "10ms",
        _ change: @escaping @Sendable (inout JSONObject, inout [Blob]) -> Bool
    ) throws -> [RewriteRule] {
        let event = condition.split(separator: " ").first.map(String.init) ?? ""
        let edit = RewriteEdit(name) { value, _, made in value.changeObject { change(&$0, &made) } }
        return [
            try RewriteRule("duplicate \(later) where \(condition)"), try RewriteRule(edit, where: "\(event) copy=1"),
        ]
    }

    /// Sounds no longer say which frames belong to them: those are others.
    private func undescribed() throws -> [RewriteRule] {
        var texts = ["set first_frame_image=null where \(sounds)"]
        if message.chunks.contains(where: \.hasDescriptions) {
            texts.append("remove animationFramesChunk[].sections where \(sounds)")
        }
        return try texts.map { try RewriteRule($0) }
    }
}

extension MutationMaterial.Frame {
    /// As a batch brings it in that place.
    func json(at section: Int, _ sequence: Int, _ made: inout [Blob]) -> JSONObject {
        var json = json
        json.put("section_index", .int(Int64(section)))
        json.put("sequence_index", .int(Int64(sequence)))
        if json["frame_index"] != nil { json.put("frame_index", .int(Int64(sequence))) }
        if let blob {
            json.put("image_data", blob, &made)
            json.put("image_mime", "image/png")
        }
        return json
    }

    /// The same frame with another picture, which has a name of its own.
    func showing(_ picture: Blob, named prefix: String) -> Self {
        var frame = self
        frame.blob = picture
        if let id = json["overlay_id"]?.string { frame.json.put("overlay_id", .string("\(prefix)/\(id)")) }
        return frame
    }
}

extension JSONObject {
    /// Makes an audio event, or a batch, that of a chunk with this number.
    fileprivate mutating func put(
        piece number: Int, _ frames: [MutationMaterial.Frame], _ sound: Blob, _ made: inout [Blob]
    ) {
        let count = JSON.int(Int64(frames.count))
        put("chunk_index", .int(Int64(number)))
        guard self["frames"] != nil else {
            put("total_frame_images", count)
            put("audio_data", sound, &made)
            return
        }
        for (key, value) in ["batch_index": 0, "batch_start_index": 0, "total_batches": 1, "batch_size": count]
            as [String: JSON]
        where self[key] != nil { put(key, value) }
        put("frames", .array(frames.enumerated().map { .object($1.json(at: 0, $0, &made)) }))
    }
}
