import Events

/// N1–N13: one chunk is put together from odd parts.
extension RewriteRecipe {
    static let assembly: [RewriteRecipe] = [
        RewriteRecipe(
            "N1a", .unnoticed, "the first frame arrives last, 200 ms after the rest of its chunk",
            expect: "idling continues until it arrives, then all frames in sync"
        ) { outline in try firstFrame(.milliseconds(200), outline) },
        RewriteRecipe(
            "N1b", .slight, "the first frame arrives last, 1.2 s after the rest of its chunk",
            expect: "starts without its overlay after the time limit: first frame NO-OVERLAY, one LATE, nothing lost"
        ) { outline in try firstFrame(.milliseconds(1_200), outline) },
        RewriteRecipe(
            "N2", .slight, "the first picture is noise",
            expect: "first frame NO-OVERLAY, one DECODE_FAILED, the rest in sync"
        ) { outline in try corruptPicture(of: outline.chunk(0), at: 0, outline) },
        RewriteRecipe(
            "N3", .slight, "a picture in the middle of the second chunk is noise",
            expect: "that frame NO-OVERLAY, one DECODE_FAILED, the rest in sync"
        ) { outline in
            let chunk = try outline.chunk(1)
            return corruptPicture(of: chunk, at: outline.place(among: chunk.frames.count), outline)
        },
        RewriteRecipe(
            "N4", .noticeable, "all pictures of the second chunk are noise",
            expect: "its base clip and sound play, all its frames NO-OVERLAY, and it ends"
        ) { outline in
            let chunk = try outline.chunk(1)
            let rules = ["corrupt image_data noise where \(outline.batches(of: chunk)) sequence=0.."]
            guard chunk.hasOverlayIDs else { return rules }
            return rules + ["set overlay_id+=\"/noise\" where \(outline.batches(of: chunk)) sequence=0.."]
        },
        RewriteRecipe(
            "N5", .unnoticed, "image_mime of the second chunk is wrong",
            expect: "drawn by what the bytes are: all in sync"
        ) { outline in
            ["set image_mime=\"image/gif\" where \(outline.batches(of: try outline.chunk(1))) sequence=0.."]
        },
        RewriteRecipe(
            "N6", .unnoticed, "pictures of the second chunk as attachments, base64, data URLs and wrapped base64",
            expect: "all in sync"
        ) { outline in try mixedForms(outline) },
        RewriteRecipe(
            "N7", .noticeable, "the last batch of a chunk lacks attachments and is not delivered",
            expect: "its frames NO-OVERLAY, FRAME_LOSS, timing kept"
        ) { outline in
            let chunk = try outline.chunk(with: "two batches") { $0.batches.count > 1 }
            return ["drop where \(outline.batches(of: chunk)) nth=last"]
        },
        RewriteRecipe(
            "N8", .unnoticed, "chunk_images_ready arrives before all batches of its chunk", expect: "all frames in sync"
        ) { outline in
            let chunk = try outline.chunk(with: "chunk_images_ready after its first batch") {
                $0.ready.map { [batch = $0.firstBatch] in $0 >= batch } ?? false
            }
            let moment = chunk.firstBatch - .milliseconds(1)
            return ["move \(moment.ruleText) where name=chunk_images_ready \(outline.of(chunk))"]
        },
        RewriteRecipe(
            "N9", .unnoticed, "chunk_images_ready never arrives",
            expect: "complete by the number of batches: all frames in sync"
        ) { outline in
            try outline.need(.sent)
            return ["drop where name=chunk_images_ready message=\(outline.message)"]
        },
        RewriteRecipe(
            "N10", .noticeable, "three frames of the second chunk never arrive",
            expect: "FRAME_LOSS lost 3, those NO-OVERLAY, timing kept"
        ) { outline in
            let chunk = try outline.chunk(1, frames: 6)
            let middle = chunk.frames[outline.place(among: chunk.frames.count, margin: 1)].sequence
            return ["drop where \(outline.batches(of: chunk)) sequence=\(middle - 1)..\(middle + 1)"]
        },
        RewriteRecipe(
            "N11", .noticeable, "the last five frames of the second chunk and their descriptions never arrive",
            expect: "FRAME_LOSS lost 5, the chunk keeps its announced length"
        ) { outline in
            let chunk = try outline.chunk(1, frames: 6)
            guard chunk.audio != nil || chunk.ready != nil else {
                throw RewriteOutline.Lack(what: "the announced length of chunk \(chunk.index)")
            }
            let cut = chunk.frames[chunk.frames.count - 5].sequence
            return ["drop where \(outline.of(chunk)) sequence=\(cut).."]
                + outline.announce(chunk.frames.count, of: chunk)
        },
        RewriteRecipe(
            "N12", .unnoticed, "the batches of a chunk arrive in reverse order",
            expect: "all frames in sync and in order"
        ) { outline in
            let chunk = try outline.chunk(with: "two batches") { $0.batches.count > 1 }
            return ["reverse where \(outline.batches(of: chunk))"]
        },
        RewriteRecipe(
            "N13a", .unnoticed, "a batch of the second chunk arrives twice", expect: "counted as duplicates, shown once"
        ) { outline in ["duplicate where \(outline.batches(of: try outline.chunk(1))) nth=1"] },
        RewriteRecipe(
            "N13b", .unnoticed, "the second chunk and its sound arrive twice, 50 ms apart",
            expect: "counted, DUPLICATE; shown and played once"
        ) { outline in ["duplicate 50ms where \(outline.of(try outline.chunk(1)))"] },
    ]

    private static func firstFrame(_ late: TimeSpan, _ outline: RewriteOutline) throws -> [String] {
        let chunk = try outline.chunk(0, frames: 2)
        let delay = chunk.last + late - chunk.firstBatch
        return ["delay \(delay.ruleText) where \(outline.batches(of: chunk)) sequence=\(chunk.frames[0].sequence)"]
    }

    /// The picture gets a name of its own: under a name that other frames have, too, it would spoil them as well.
    private static func corruptPicture(
        of chunk: RewriteOutline.Chunk, at place: Int, _ outline: RewriteOutline
    ) -> [String] {
        let which = "\(outline.batches(of: chunk)) sequence=\(chunk.frames[place].sequence)"
        return ["corrupt image_data noise where \(which)", "set overlay_id=\"noise\" where \(which)"]
    }

    private static func mixedForms(_ outline: RewriteOutline) throws -> [String] {
        let chunk = try outline.chunk(1, frames: 4)
        let count = chunk.frames.count
        return RewriteForm.allCases.enumerated().map { number, form in
            let first = chunk.frames[number * count / 4].sequence
            let last = chunk.frames[(number + 1) * count / 4 - 1].sequence
            return "form \(form.rawValue) where \(outline.batches(of: chunk)) sequence=\(first)..\(last)"
        }
    }
}

/// N14–N22: order and length of chunks.
extension RewriteRecipe {
    static let order: [RewriteRecipe] = [
        RewriteRecipe(
            "N14", .unnoticed, "the third chunk is complete before the second begins",
            expect: "played in order, all in sync"
        ) { outline in
            let (second, third) = (try outline.chunk(1), try outline.chunk(2))
            let end = second.first - .milliseconds(20)
            guard end - (third.last - third.first) > outline.first else {
                throw RewriteOutline.Lack(
                    what: "a pause before the second chunk, in which the third can arrive; "
                        + "`cameo say` records the first chunks at once, so use a recording of a backend (`cameo record`)"
                )
            }
            let delay = end - third.last
            return ["delay \(delay.ruleText) where \(outline.of(third))"]
        },
        RewriteRecipe(
            "N15", .noticeable, "the second chunk never arrives", expect: "CHUNK_GAP, then the third plays"
        ) { outline in
            _ = try outline.chunk(2)
            return ["drop where \(outline.of(try outline.chunk(1)))"]
        },
        RewriteRecipe(
            "N16", .noticeable, "the second chunk arrives after the third has started",
            expect: "CHUNK_GAP, LATE for each late event; the second is dropped, the others play"
        ) { outline in
            let (first, second, third) = (try outline.chunk(0), try outline.chunk(1), try outline.chunk(2))
            let moment = max(third.last, first.end) + .milliseconds(2_500)
            return ["delay \((moment - second.first).ruleText) where \(outline.of(second))"]
        },
        RewriteRecipe(
            "N17a", .noticeable, "the second chunk has sound but no frames",
            expect: "plays over the held picture, then the next chunk"
        ) { outline in try withoutFrames(outline) },
        RewriteRecipe(
            "N17b", .noticeable, "the second chunk has neither frames nor sound",
            expect: "skipped at once, AUDIO_MISSING"
        ) { outline in
            try withoutFrames(outline) + ["set audio_data=\"\" where \(outline.audio(of: try outline.chunk(1)))"]
        },
        RewriteRecipe("N18", .noticeable, "the second chunk has one frame", expect: "shown for one period") { outline in
            outline.trim(try outline.chunk(1), to: 1)
        },
        RewriteRecipe(
            "N19", .noticeable, "the first chunk has five frames, fewer than the buffer",
            expect: "starts as soon as they are decoded"
        ) { outline in outline.trim(try outline.chunk(0), to: 5) },
        RewriteRecipe(
            "N20", .noticeable,
            "the longest chunk is repeated within itself up to \(longChunkFrames.grouped) frames, each picture under its own name",
            expect: "every frame in sync; pictures are decoded as they are needed"
        ) { outline in try longChunk(outline) },
        RewriteRecipe(
            "N21", .noticeable, "receive_audio of the second chunk never arrives",
            expect: "plays on the system clock, AUDIO_MISSING; mouths UNPLACED if the sound has their position"
        ) { outline in ["drop where \(outline.audio(of: try withAudio(outline)))"] },
        RewriteRecipe(
            "N22", .noticeable, "only the sound of the second chunk arrives",
            expect: "plays over the held picture, then the next chunk"
        ) { outline in
            let chunk = try withAudio(outline)
            return [
                "drop where name=receive_frame_image*|chunk_images_ready|animation_chunk_metadata \(outline.of(chunk))",
                "set animationFramesChunk=null where \(outline.audio(of: chunk))",
                "set total_frame_images=null where \(outline.audio(of: chunk))",
            ]
        },
    ]

    private static func withAudio(_ outline: RewriteOutline) throws -> RewriteOutline.Chunk {
        let chunk = try outline.chunk(1)
        guard chunk.audio != nil else {
            throw RewriteOutline.Lack(what: "receive_audio of chunk \(chunk.index)")
        }
        return chunk
    }

    private static func withoutFrames(_ outline: RewriteOutline) throws -> [String] {
        let chunk = try withAudio(outline)
        return ["drop where \(outline.batches(of: chunk))"]
            + ["set animationFramesChunk=[] where \(outline.audio(of: chunk))"] + outline.announce(0, of: chunk)
    }

    private static let longChunkFrames = 1_000

    private static func longChunk(_ outline: RewriteOutline) throws -> [String] {
        guard let chunk = outline.chunks.max(by: { $0.frames.count < $1.frames.count }), let last = chunk.frames.last
        else { throw RewriteOutline.Lack(what: "a chunk with frames") }
        let count = last.sequence + 1
        guard count < longChunkFrames else { return outline.announce(count, of: chunk) }
        let copies = (longChunkFrames - 1) / count
        let which = outline.batches(of: chunk)
        var rules = ["duplicate 0ms \(copies) times where \(which)"] + outline.announce(count * (copies + 1), of: chunk)
        if chunk.hasTotalBatches {
            rules.append("set total_batches=\(chunk.batches.count * (copies + 1)) where \(which)")
        }
        for copy in 1...copies {
            let these = "\(which) copy=\(copy)"
            rules.append("set sequence_index+=\(copy * count) where \(these) sequence=0..")
            if chunk.hasTotalBatches { rules.append("set batch_index+=\(copy * chunk.batches.count) where \(these)") }
            if chunk.hasOverlayIDs { rules.append("set overlay_id+=\"/\(copy)\" where \(these) sequence=0..") }
        }
        return rules
    }
}

/// N23–N25: sound. (N26 would need another encoder.)
extension RewriteRecipe {
    static let sound: [RewriteRecipe] = [
        RewriteRecipe(
            "N23", .noticeable, "the sound of the second chunk arrives 400 ms after its first frame is shown",
            expect:
                "AUDIO_LATE; it starts at the picture's position; until then mouths UNPLACED, if it has their position"
        ) { outline in
            let chunk = try withAudio(outline)
            return ["move \((chunk.start + .milliseconds(400)).ruleText) where \(outline.audio(of: chunk))"]
        },
        RewriteRecipe(
            "N24a", .noticeable, "the sound of the second chunk is 300 ms longer than its frames",
            expect: "wall clock: the picture ends early; sound clock: frames are stretched"
        ) { outline in
            let chunk = try outline.chunk(1, frames: 10)
            return outline.trim(chunk, to: chunk.frames.count - 9)
        },
        RewriteRecipe(
            "N24b", .noticeable, "the sound of the second chunk is about 300 ms shorter than its frames",
            expect: "wall clock: all frames shown; sound clock: frames are skipped"
        ) { outline in
            let chunk = try outline.chunk(1, frames: 10)
            let share = (chunk.frames.count - 9) * 100 / chunk.frames.count
            return ["corrupt audio_data keep \(share)% where \(outline.audio(of: try withAudio(outline)))"]
        },
        RewriteRecipe(
            "N25a", .noticeable, "the sound of the second chunk is noise", expect: "a silent chunk; all frames in sync"
        ) { outline in ["corrupt audio_data noise where \(outline.audio(of: try withAudio(outline)))"] },
        RewriteRecipe(
            "N25b", .odd, "the sound of the second chunk lacks its first 44 bytes",
            expect: "all frames in sync; plays completely with the header of the first chunk"
        ) { outline in ["corrupt audio_data skip 44 where \(outline.audio(of: try withAudio(outline)))"] },
    ]
}
