import Events
import JSON

/// Overlay frames of the wire (specification 1.8) in normal form.
package struct FrameReading {
    /// What a frame has when it does not say.
    package struct Defaults {
        package var section: Int
        /// `sequence_index` of the first frame of the list.
        package var firstSequence: Int
        package var clip: ClipName?
        /// The frames come with their pictures, and are not described ahead of them.
        package var bringsPictures: Bool

        package init(
            section: Int = 0, firstSequence: Int = 0, clip: ClipName? = nil, bringsPictures: Bool = false
        ) {
            (self.section, self.firstSequence, self.clip) = (section, firstSequence, clip)
            self.bringsPictures = bringsPictures
        }
    }

    private(set) var frames: [OverlayFrame] = []
    private var position = 0
    private var isFull = false

    /// Reads a list of frame objects; others in it are noted and left out, but keep their place in the counting.
    mutating func read(_ values: [JSON], _ defaults: Defaults, _ odd: inout Oddities) {
        defer { odd.frame = nil }
        frames.reserveCapacity(min(frames.count + values.count, Limits.chunkFrames))
        for (offset, value) in values.enumerated() where hasRoom(&odd) {
            odd.frame = position
            position += 1
            guard let object = value.object else {
                odd.note("\(Oddity.noObject)\(Oddities.shown(value))")
                continue
            }
            let sequence = offset &+ defaults.firstSequence
            if let frame = Self.frame(Fields(object), defaults, sequence: sequence, &odd) { frames.append(frame) }
        }
    }

    private mutating func hasRoom(_ odd: inout Oddities) -> Bool {
        if position < Limits.chunkFrames { return true }
        if !isFull {
            odd.frame = nil
            odd.note("more than \(Limits.chunkFrames) frames in a chunk; the rest is dropped")
        }
        isFull = true
        return false
    }

    /// - Parameter sequence: the place of a frame that has no `sequence_index`.
    /// - Returns: `nil` when its place in the chunk is beyond `Limits.chunkFrames`.
    static func frame(
        _ fields: Fields, _ defaults: Defaults, sequence: Int, _ odd: inout Oddities
    ) -> OverlayFrame? {
        let (section, sequence) = place(of: fields, defaults, sequence: sequence, &odd)
        guard section < Limits.chunkFrames, sequence < Limits.chunkFrames else {
            odd.note("place \(section)/\(sequence)\(Oddity.beyond)\(Limits.chunkFrames) frames in a chunk")
            return nil
        }
        let picture = picture(of: fields, defaults, &odd)
        let sheet = fields.text("sheet_filename", &odd)
        return OverlayFrame(
            section: section, sequence: sequence, clip: fields.clip(&odd) ?? defaults.clip,
            baseIndex: baseIndex(fields, &odd), overlayID: fields.text("overlay_id", &odd), sheet: sheet,
            picture: picture, destination: destination(fields, sheet, picture, &odd), zone: fields.zone(&odd),
            originalIndex: fields.int("frame_index", &odd), character: fields.text("char", &odd),
            viseme: fields.text("viseme", &odd))
    }

    /// A frame that should bring its picture and has none stays a frame (1.8). Those of the 2025 generation may be cut
    /// out of a sheet (1.9).
    private static func picture(of fields: Fields, _ defaults: Defaults, _ odd: inout Oddities) -> Payload? {
        let noted = odd.count
        let picture = fields.payload("image_data", &odd)
        let isInSheet = fields.value("sheet_filename")?.lenientString.map(isSpriteSheet) ?? false
        if picture == nil, defaults.bringsPictures, !isInSheet, odd.count == noted { odd.note("no image_data") }
        return picture
    }

    /// The place of a frame in its chunk; it may be beyond the limit.
    package static func place(
        of fields: Fields, _ defaults: Defaults, sequence: Int, _ odd: inout Oddities
    ) -> (section: Int, sequence: Int) {
        (
            fields.count("section_index", &odd) ?? defaults.section,
            fields.count("sequence_index", &odd) ?? sequence
        )
    }

    /// Negative ones and ones beyond the clip are the engine's to judge (N31), so an absurd number keeps its sign.
    package static func baseIndex(_ fields: Fields, _ odd: inout Oddities) -> Int? {
        let name = "matched_sprite_frame_number"
        if let index = fields.int(name, &odd) { return index }
        guard let number = fields.value(name)?.lenientDouble else { return nil }
        return number == 0 ? 0 : number < 0 ? -Limits.index : Limits.index
    }

    /// In the 2025 generation `coordinates` is the place inside of a sprite sheet when no loose picture was sent (1.9).
    private static func destination(
        _ fields: Fields, _ sheet: String?, _ picture: Payload?, _ odd: inout Oddities
    ) -> PixelRect? {
        guard let rectangle = fields.destination(&odd) else { return nil }
        guard picture == nil, let sheet, isSpriteSheet(sheet) else { return rectangle }
        odd.note("coordinates lie in the sprite sheet \(Oddities.shown(.string(sheet))), which is not supported")
        return nil
    }

    /// `<n>_sheet_<m>.png`
    private static func isSpriteSheet(_ name: String) -> Bool {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[1] == "sheet" && Int(parts[0]) != nil && parts[2].hasSuffix(".png")
    }
}
