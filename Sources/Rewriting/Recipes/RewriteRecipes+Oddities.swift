import Events

/// N59–N62, and the wrong base: odd values where everything else is right.
extension RewriteRecipe {
    static let oddities: [RewriteRecipe] = [
        RewriteRecipe(
            "N59a", .noticeable, "zone_top_left of the second chunk is missing", expect: "drawn at 0,0, UNPLACED"
        ) {
            outline in
            try zone("null", outline)
        },
        RewriteRecipe(
            "N59b", .noticeable, "zone_top_left of the second chunk has one number", expect: "drawn at 0,0, UNPLACED"
        ) {
            outline in try zone("[5]", outline)
        },
        RewriteRecipe(
            "N59c", .noticeable, "zone_top_left of the second chunk has fractions",
            expect: "placed at the nearest pixel; SEAM, because they were made for another position"
        ) {
            outline in try zone("[10.5,20.25]", outline)
        },
        RewriteRecipe("N59d", .noticeable, "zone_top_left of the second chunk is negative", expect: "clipped") {
            outline in
            try zone("[-20,-10]", outline)
        },
        RewriteRecipe(
            "N59e", .noticeable, "zone_top_left of the second chunk is outside the picture", expect: "clipped"
        ) {
            outline in try zone("[5000,5000]", outline)
        },
        RewriteRecipe(
            "N60a", .noticeable, "overlays of the second chunk are larger than the base", expect: "clipped; OUTSIDE"
        ) {
            outline in
            ["set coordinates=[-100,-100,4000,4000] where \(outline.batches(of: try outline.chunk(1))) sequence=0.."]
        },
        RewriteRecipe(
            "N60b", .noticeable, "overlays of the second chunk have several sizes",
            expect: "each with its own size; SEAM where the position is wrong"
        ) {
            outline in
            let chunk = try outline.chunk(1, frames: 3)
            let (first, second) = (chunk.frames[chunk.frames.count / 3], chunk.frames[chunk.frames.count * 2 / 3])
            let which = outline.batches(of: chunk)
            return [
                "set coordinates=[20,20,60,40] where \(which) sequence=\(first.sequence)..\(second.sequence - 1)",
                "set coordinates=[30,30,90,120] where \(which) sequence=\(second.sequence)..",
            ]
        },
        RewriteRecipe(
            "N61", .odd, "unknown events, and events without payload, with text as payload, and with two payloads",
            expect: "ODD; all in sync"
        ) { outline in
            let moment = try outline.chunk(0).start
            let events = [
                "weather_report {\"rain\":true}", "receive_audio", "chunk_images_ready \"soon\"",
                "receive_frame_images_batch {\"chunk_index\":0} {\"chunk_index\":1}", "play_base_animation 7",
            ]
            return events.enumerated().map { number, event in
                "insert \(event) after \((moment + .milliseconds(Int64(100 + number * 10))).ruleText)"
            }
        },
        RewriteRecipe(
            "N62", .unnoticed, "numbers as text, ints as floats, null in optional fields",
            expect: "accepted; all in sync"
        ) { outline in
            let which = "\(RewriteOutline.batches) message=\(outline.message)"
            let chunk = try outline.chunk(0)
            return [
                "set chunk_index as text where message=\(outline.message) chunk=0..",
                "set sequence_index as text where \(which) sequence=0..",
                "set matched_sprite_frame_number as float where \(which) sequence=0..",
                "set frame_index=null where \(which) sequence=0..", "set char=null where \(which) sequence=0..",
            ] + (chunk.hasTotalBatches ? ["set total_batches as float where \(which)"] : [])
        },
        RewriteRecipe(
            "SEAM", .slight,
            "one frame, in the middle or chosen by --seed, demands a base frame five later (not from the specification)",
            expect: "plays in sync; the overlay's border fits another base frame better: the original one"
        ) { outline in
            let filled = outline.chunks.indices.filter { !outline.chunks[$0].frames.isEmpty }
            let places = outline.seed == nil || filled.isEmpty ? Array(outline.chunks.indices) : filled
            let chunk = try outline.chunk(places.isEmpty ? 0 : places[outline.place(among: places.count)])
            let frame = chunk.frames[outline.place(among: chunk.frames.count)]
            let steps = frame.index + 5 < (try outline.clip(of: frame).frames) ? 5 : -5
            guard frame.index + steps >= 0 else { throw RewriteOutline.Lack(what: "a clip of ten frames") }
            return ["set matched_sprite_frame_number+=\(steps) where \(outline.of(chunk)) sequence=\(frame.sequence)"]
        },
    ]

    private static func zone(_ value: String, _ outline: RewriteOutline) throws -> [String] {
        let chunk = try outline.chunk(1)
        guard chunk.audio != nil else { throw RewriteOutline.Lack(what: "receive_audio of chunk \(chunk.index)") }
        let which = outline.audio(of: chunk)
        // Old backends say it outside of the list.
        return ["set zone_top_left=\(value) where \(which)"]
            + (chunk.hasMetadata ? ["set animationFramesChunk[].zone_top_left=\(value) where \(which)"] : [])
    }
}
