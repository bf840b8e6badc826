import Events

/// Events that describe a chunk: its sound, its place, its frames ahead of their pictures.
enum AudioReading {
    /// `receive_audio`. Clip, base index and zone are those of the first element that has them, frames those of all elements.
    static func audio(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let chunk = fields.chunk(&odd) else { return nil }
        let elements = elements(fields, &odd)
        var audio = AudioChunk(chunk: chunk)
        audio.group = fields.int("master_chunk_index", &odd)
        audio.sound = fields.payload("audio_data", &odd)
        audio.firstClip = first(elements, &odd) { $0.clip(&$1) }
        audio.firstBaseIndex = first(elements, &odd) { $0.int("master_frame_play_at", &$1) }
        audio.zone = first(elements, &odd) { $0.zone(&$1) } ?? fields.zone(&odd)
        audio.totalFrames = fields.count("total_frame_images", limit: Limits.chunkFrames, &odd)
        audio.firstPicture = fields.payload("first_frame_image", &odd)
        audio.firstSheet = fields.value("first_frame_image")?.object.flatMap { Fields($0).text("sheet_filename", &odd) }
        var reading = SectionReading()
        for element in elements { reading.read(element, clip: nil, &odd) }
        audio.frames = reading.frames
        audio.words = SpokenWords.read(fields.object["words"])
        audio.emitted = fields.emitted()
        return .audioArrived(audio)
    }

    /// `animation_chunk_metadata`, in both of its forms.
    static func description(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let chunk = fields.chunk(&odd) else { return nil }
        var description = ChunkDescription(chunk: chunk)
        description.totalFrames =
            fields.count("total_frame_images", limit: Limits.chunkFrames, &odd)
            ?? fields.count("total_frames", limit: Limits.chunkFrames, &odd)
        description.firstPicture = fields.payload("first_frame_image", &odd)
        var reading = SectionReading()
        reading.read(fields, clip: fields.clip(&odd), &odd)
        description.frames = reading.frames
        description.emitted = fields.emitted()
        return .chunkDescribed(description)
    }

    /// `animationFramesChunk`: an array of objects, or one object by itself.
    private static func elements(_ fields: Fields, _ odd: inout Oddities) -> [Fields] {
        guard let value = fields.value("animationFramesChunk") else { return [] }
        if let object = value.object { return [Fields(object)] }
        guard let values = value.array else {
            odd.note("animationFramesChunk is \(Oddities.shown(value))")
            return []
        }
        let objects = values.compactMap(\.object)
        if objects.count != values.count { odd.note("animationFramesChunk holds what is no object") }
        return objects.map { Fields($0) }
    }

    private static func first<Found>(
        _ elements: [Fields], _ odd: inout Oddities, _ read: (Fields, inout Oddities) -> Found?
    ) -> Found? {
        for element in elements { if let found = read(element, &odd) { return found } }
        return nil
    }
}

extension [JSON] {
    /// Whether the sections of a chunk are its frames, without a list around them.
    var areFrames: Bool { !isEmpty && allSatisfy { $0.object.map { $0["frames"] == nil } ?? false } }
}

/// The frame lists of `sections` and `frames`. A section is an array of frames, or an object with `frames`.
///
/// A frame without `section_index` is in section 0, as in the batches that bring its picture; one without
/// `sequence_index` follows the frames before it.
private struct SectionReading {
    private var reading = FrameReading()
    private var next = 0

    var frames: [OverlayFrame] { reading.frames }

    mutating func read(_ fields: Fields, clip: ClipName?, _ odd: inout Oddities) {
        if let frames = fields.object["frames"]?.array { read(frames, clip: clip, section: nil, &odd) }
        guard let sections = fields.object["sections"] else { return }
        guard let sections = sections.array else { return odd.note("sections is no array") }
        if sections.areFrames { return read(sections, clip: clip, section: nil, &odd) }
        for section in sections { read(section: section, clip: clip, &odd) }
    }

    private mutating func read(section: JSON, clip: ClipName?, _ odd: inout Oddities) {
        if let frames = section.array { return read(frames, clip: clip, section: nil, &odd) }
        guard let object = section.object, let frames = object["frames"]?.array else {
            return odd.note("a section is no list of frames")
        }
        let fields = Fields(object)
        read(frames, clip: fields.clip(&odd) ?? clip, section: fields.count("section_index", &odd), &odd)
    }

    private mutating func read(_ values: [JSON], clip: ClipName?, section: Int?, _ odd: inout Oddities) {
        let start = section == nil ? next : 0
        reading.read(values, .init(section: section ?? 0, firstSequence: start, clip: clip), &odd)
        next += values.count
    }
}
