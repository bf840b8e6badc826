import Events

/// Events that bring overlay frames, or say that they were sent.
enum BatchReading {
    /// `receive_frame_images_batch`. A message without `batch_index` says nothing about how many there are.
    static func batch(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let chunk = fields.chunk(&odd) else { return nil }
        let index = fields.count("batch_index", limit: Limits.chunkFrames, &odd)
        let total = fields.count("total_batches", limit: Limits.chunkFrames, &odd) ?? 1
        let defaults = FrameLists.defaults(ofBatch: fields, &odd)
        var reading = FrameReading()
        if let frames = fields.value("frames")?.array {
            reading.read(frames, defaults, &odd)
        } else {
            odd.note("frames is not an array")
        }
        if let size = fields.count("batch_size", &odd), size != fields.value("frames")?.array?.count {
            odd.note("batch_size is \(size), but there are \(fields.value("frames")?.array?.count ?? 0) frames")
        }
        return .overlaysArrived(
            OverlayBatch(
                chunk: chunk, batch: index, totalBatches: index == nil ? nil : max(total, 1), frames: reading.frames,
                emitted: fields.emitted()))
    }

    /// `receive_frame_image`.
    static func single(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let chunk = fields.chunk(&odd) else { return nil }
        let (single, sequence) = FrameLists.single(fields, &odd)
        let frame = FrameReading.frame(single, .init(bringsPictures: true), sequence: sequence, &odd)
        return frame.map {
            .overlaysArrived(OverlayBatch(chunk: chunk, frames: [$0], emitted: fields.emitted()))
        }
    }

    /// `chunk_images_ready`.
    static func sent(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let chunk = fields.chunk(&odd) else { return nil }
        return .chunkSent(
            chunk: chunk, totalSent: fields.count("total_images_sent", limit: Limits.chunkFrames, &odd))
    }
}
