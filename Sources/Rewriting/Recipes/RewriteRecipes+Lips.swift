import Events

/// Mouths that are right in number and wrong in time.
extension RewriteRecipe {
    static let lips: [RewriteRecipe] = [
        RewriteRecipe(
            "LIPSa", .noticeable,
            "the mouths of all chunks are six frames late, or --seed frames, up to twelve (not from the specification)",
            expect: "all in sync; by content the lips are behind the sound, 200 ms for six frames"
        ) { outline in try shifted(outline, by: count(outline)) },
        RewriteRecipe(
            "LIPSb", .noticeable,
            "the mouths of all chunks are six frames early, or --seed frames, up to twelve (not from the specification)",
            expect: "all in sync; by content the lips are ahead of the sound, 200 ms for six frames"
        ) { outline in try shifted(outline, by: -count(outline)) },
    ]

    /// One to twelve frames; any larger number is one of those, too.
    private static func count(_ outline: RewriteOutline) -> Int {
        guard let seed = outline.seed else { return usualShift }
        let rest = Int(seed % UInt64(longestShift))
        return rest == 0 ? longestShift : rest
    }

    private static let usualShift = 6
    private static let longestShift = 12

    /// Each frame takes another place in its chunk, with the base frame that its overlay was made for, so that no seam gives it
    /// away; at the end that becomes free the first, or the last, frame is repeated. Counts and times stay as they are.
    private static func shifted(_ outline: RewriteOutline, by frames: Int) throws -> [String] {
        var rules: [String] = []
        for (place, chunk) in outline.chunks.enumerated() where chunk.frames.count > abs(frames) + 1 {
            // The very last frame stays: the clip that leads home begins where it ends.
            let moved = place == outline.chunks.count - 1 ? chunk.frames.dropLast() : chunk.frames[...]
            rules += shifted(moved, of: chunk, by: frames, outline)
        }
        guard !rules.isEmpty else { throw RewriteOutline.Lack(what: "a chunk of more than \(abs(frames)) frames") }
        return rules
    }

    private static func shifted(
        _ moved: ArraySlice<RewriteIndex.Frame>, of chunk: RewriteOutline.Chunk, by frames: Int,
        _ outline: RewriteOutline
    ) -> [String] {
        guard let first = moved.first?.sequence, let last = moved.last?.sequence else { return [] }
        let (isLate, count) = (frames > 0, abs(frames))
        let gone = isLate ? last - count + 1...last : first...first + count - 1
        let end = isLate ? first : last
        let batches = outline.batches(of: chunk)
        var rules = [
            "drop where \(batches) sequence=\(gone.lowerBound)..\(gone.upperBound)",
            "duplicate 0ms \(count) times where \(batches) sequence=\(end)",
            "set sequence_index+=\(frames) where \(batches) copy=0 sequence=\(first)..\(last)",
        ]
        for copy in 1...count {
            let these = "\(batches) copy=\(copy) sequence=\(end)"
            rules.append("set sequence_index=\(isLate ? first + copy - 1 : last - copy + 1) where \(these)")
            // A batch by itself, or the chunk would be complete before it.
            if chunk.hasTotalBatches {
                rules.append("set batch_index=\(chunk.batches.count + copy - 1) where \(these)")
            }
        }
        if chunk.hasTotalBatches {
            rules.append("set total_batches=\(batchesLeft(of: chunk, without: gone) + count) where \(batches)")
        }
        guard chunk.audio != nil else { return rules }
        if chunk.hasMetadata {
            rules.append("remove animationFramesChunk[].sections where \(outline.audio(of: chunk))")
        }
        // The picture of frame 0 ahead of its batch.
        return rules + ["set first_frame_image=null where \(outline.audio(of: chunk))"]
    }

    /// Batches that hold another frame than these: one that is left without any goes.
    private static func batchesLeft(of chunk: RewriteOutline.Chunk, without gone: ClosedRange<Int>) -> Int {
        let kept = chunk.frames.map(\.sequence).filter { !gone.contains($0) }
        return Set(kept.map { place in chunk.batches.count { $0.sequence <= place } }).count
    }
}
