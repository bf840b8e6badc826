import Events
import JSON

/// The frame lists of an event, in their order: what `sections` and `frames` describe ahead, or what a batch brings. A section is
/// an array of frames, or an object with `frames`. What the player files and what rules are about is the same by this.
///
/// A frame without `section_index` is in section 0, as in the batches that bring its picture; one without
/// `sequence_index` follows the frames before it. Where the numbers begin again in a further section, nothing but that
/// tells its frames from those before: from then on lists count as the sections that they are.
package struct FrameLists {
    /// One list, and what its frames have when they do not say.
    package typealias Receiver = ([JSON], FrameReading.Defaults, inout Oddities) -> Void

    private var next = 0
    /// Lists in `sections` so far, of all elements.
    private var sections = 0
    /// The highest `sequence_index` at the ends of those.
    private var highest = -1
    private var haveBegunAgain = false

    package init() {}

    package mutating func read(_ fields: Fields, clip: ClipName?, _ odd: inout Oddities, _ receive: Receiver) {
        if let frames = fields.object["frames"]?.array { read(frames, clip: clip, section: nil, &odd, receive) }
        guard let sections = fields.object["sections"] else { return }
        guard let sections = sections.array else { return odd.note("sections is not an array") }
        if sections.areFrames { return read(sections, clip: clip, section: nil, &odd, receive) }
        for section in sections { read(section: section, clip: clip, &odd, receive) }
    }

    private mutating func read(section: JSON, clip: ClipName?, _ odd: inout Oddities, _ receive: Receiver) {
        defer { sections += 1 }
        if let frames = section.array { return read(frames, clip: clip, section: place(of: frames), &odd, receive) }
        guard let object = section.object, let frames = object["frames"]?.array else {
            return odd.note("a section is not a list of frames")
        }
        let fields = Fields(object)
        let (clip, section) = (fields.clip(&odd) ?? clip, fields.count("section_index", &odd) ?? place(of: frames))
        read(frames, clip: clip, section: section, &odd, receive)
    }

    /// The section of a list that names none; `nil` where it goes on with the lists before. Frames in it may name theirs.
    private mutating func place(of frames: [JSON]) -> Int? {
        if let first = Self.number(of: frames.first), first <= highest { haveBegunAgain = true }
        highest = max(highest, Self.number(of: frames.last) ?? -1)
        return haveBegunAgain ? sections : nil
    }

    /// `sequence_index` of a frame that names no section.
    private static func number(of frame: JSON?) -> Int? {
        guard let frame = frame?.object, frame["section_index"] == nil, let number = frame["sequence_index"]?.lenientInt
        else { return nil }
        return number < 0 ? nil : number
    }

    private mutating func read(
        _ values: [JSON], clip: ClipName?, section: Int?, _ odd: inout Oddities, _ receive: Receiver
    ) {
        receive(values, .init(section: section ?? 0, firstSequence: section == nil ? next : 0, clip: clip), &odd)
        next += values.count
    }

    /// `animationFramesChunk`: an array of objects, or one object by itself.
    package static func elements(_ fields: Fields, _ odd: inout Oddities) -> [Fields] {
        guard let value = fields.value("animationFramesChunk") else { return [] }
        if let object = value.object { return [Fields(object)] }
        guard let values = value.array else {
            odd.note("animationFramesChunk is \(Oddities.shown(value))")
            return []
        }
        let objects = values.compactMap(\.object)
        if objects.count != values.count { odd.note("animationFramesChunk contains a value that is not an object") }
        return objects.map { Fields($0) }
    }

    /// What a batch says of frames that do not say it.
    package static func defaults(ofBatch fields: Fields, _ odd: inout Oddities) -> FrameReading.Defaults {
        let start = fields.count("batch_start_index", limit: Limits.chunkFrames, &odd) ?? 0
        return .init(firstSequence: start, bringsPictures: true)
    }

    /// The frame of a single-frame event: flat, or inside `frame_data`, where `frame_index` is the sequence.
    package static func single(_ fields: Fields, _ odd: inout Oddities) -> (frame: Fields, sequence: Int) {
        let inner = fields.object["frame_data"]?.object.flatMap { PayloadReference($0) == nil ? $0 : nil }
        let frame = inner.map { Fields($0, outer: fields.object) } ?? fields
        guard frame.value("sequence_index") == nil else { return (frame, 0) }
        let index = frame.count("frame_index", &odd)
        if index == nil { odd.note("sequence_index is missing") }
        return (frame, index ?? 0)
    }
}

extension [JSON] {
    /// Whether the sections of a chunk are its frames, without a list around them.
    package var areFrames: Bool { !isEmpty && allSatisfy { $0.object.map { $0["frames"] == nil } ?? false } }
}
