import Events

/// Events that describe a chunk: its sound, its place, its frames ahead of their pictures.
enum AudioReading {
    /// `receive_audio`. Clip, base index and zone are those of the first element that has them, frames those of all elements.
    static func audio(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let chunk = fields.chunk(&odd) else { return nil }
        let elements = FrameLists.elements(fields, &odd)
        var audio = AudioChunk(chunk: chunk)
        audio.group = fields.int("master_chunk_index", &odd)
        audio.sound = fields.payload("audio_data", &odd)
        audio.firstClip = first(elements, &odd) { $0.clip(&$1) }
        audio.firstBaseIndex = first(elements, &odd) { $0.int("master_frame_play_at", &$1) }
        audio.zone = first(elements, &odd) { $0.zone(&$1) } ?? fields.zone(&odd)
        audio.totalFrames = fields.count("total_frame_images", limit: Limits.chunkFrames, &odd)
        audio.firstPicture = fields.payload("first_frame_image", &odd)
        audio.firstSheet = fields.value("first_frame_image")?.object.flatMap { Fields($0).text("sheet_filename", &odd) }
        var (lists, reading) = (FrameLists(), FrameReading())
        for element in elements { lists.read(element, clip: nil, &odd) { reading.read($0, $1, &$2) } }
        audio.frames = reading.frames
        noteTotal(audio, elements.count, &odd)
        audio.words = SpokenWords.read(fields.object["words"])
        audio.emitted = fields.emitted()
        return .audioArrived(audio)
    }

    /// A chunk has at least the frames of its list. Of several elements each may have a list of its own.
    private static func noteTotal(_ audio: AudioChunk, _ elements: Int, _ odd: inout Oddities) {
        guard elements == 1, let total = audio.totalFrames, audio.frames.count > total else { return }
        let places = Set(audio.frames.map { [$0.section, $0.sequence] }).count
        if places > total { odd.note("total_frame_images is \(total), but the list has \(plural(places, "frame"))") }
    }

    /// `animation_chunk_metadata`, in both of its forms.
    static func description(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let chunk = fields.chunk(&odd) else { return nil }
        var description = ChunkDescription(chunk: chunk)
        description.totalFrames =
            fields.count("total_frame_images", limit: Limits.chunkFrames, &odd)
            ?? fields.count("total_frames", limit: Limits.chunkFrames, &odd)
        description.firstPicture = fields.payload("first_frame_image", &odd)
        var (lists, reading) = (FrameLists(), FrameReading())
        lists.read(fields, clip: fields.clip(&odd), &odd) { reading.read($0, $1, &$2) }
        description.frames = reading.frames
        description.emitted = fields.emitted()
        return .chunkDescribed(description)
    }

    private static func first<Found>(
        _ elements: [Fields], _ odd: inout Oddities, _ read: (Fields, inout Oddities) -> Found?
    ) -> Found? {
        for element in elements { if let found = read(element, &odd) { return found } }
        return nil
    }
}
