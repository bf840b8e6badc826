import Events
import JSON
import SocketIO

/// N27–N36: base clips and the indexes that frames ask for.
extension RewriteRecipe {
    static let clips: [RewriteRecipe] = [
        RewriteRecipe(
            "N27", .noticeable, "in the middle of the second chunk the clip changes",
            expect: "the base clip changes with exactly that frame; SEAM where an overlay does not fit the other"
        ) { outline in
            let chunk = try outline.chunk(1, frames: 2)
            let middle = chunk.frames[outline.place(among: chunk.frames.count, margin: 1)]
            let current = try outline.clip(of: middle).name
            guard let other = outline.clips.filter({ $0.name != current }).max(by: { $0.frames < $1.frames }) else {
                throw RewriteOutline.Lack(what: "a second clip")
            }
            let which = "\(outline.of(chunk)) sequence=\(middle.sequence).."
            return [
                "set animation_name=\(JSON.string(other.name).text) where \(which)",
                "set matched_sprite_frame_number=0 where \(which)",
            ]
        },
        RewriteRecipe(
            "N28", .unnoticed, "three frames of the second chunk, all of one clip, have an empty clip name",
            expect: "the clip stays; all in sync"
        ) { outline in try withoutClip(outline) },
        RewriteRecipe(
            "N29a", .noticeable, "the second chunk demands an unknown clip",
            expect: "HELD, MISSING_BASE_ANIM once, sound continues"
        ) { outline in
            let chunk = try outline.chunk(1)
            return ["set animation_name=\"nowhere_1_s_nowhere_1_e\" where \(outline.of(chunk)) sequence=0.."]
        },
        RewriteRecipe(
            "N29b", .noticeable, "the talking clip is never sent",
            expect: "HELD, MISSING_BASE_ANIM once per chunk, the clip is requested"
        ) { outline in ["drop where clip=\(try talking(outline).ruleName) \(clipEvents)"] },
        RewriteRecipe(
            "N30", .noticeable, "half of the talking clip is never sent",
            expect: "CLIP_HOLES; frames that demand that half: DESYNC(base-missing) on the nearest lower frame"
        ) { outline in
            let clip = try talking(outline)
            let highest = try highestIndex(in: clip, outline)
            return ["drop where name=receive_base_frame clip=\(clip.ruleName) index=\(min(clip.frames / 2, highest)).."]
        },
        RewriteRecipe(
            "N31a", .slight, "a frame demands a base index beyond its clip",
            expect: "the clip's last frame, DESYNC(base-missing)"
        ) { outline in try baseIndex("100000", outline) },
        RewriteRecipe(
            "N31b", .slight, "a frame demands a negative base index", expect: "the clip's first frame, DESYNC(index)"
        ) { outline in try baseIndex("-3", outline) },
        RewriteRecipe(
            "N31c", .unnoticed, "base indexes of the second chunk as text and as 12.0", expect: "converted; all in sync"
        ) { outline in
            let chunk = try outline.chunk(1, frames: 2)
            let middle = chunk.frames[chunk.frames.count / 2].sequence
            return [
                "set matched_sprite_frame_number as text where \(outline.of(chunk)) sequence=0..\(middle - 1)",
                "set matched_sprite_frame_number as float where \(outline.of(chunk)) sequence=\(middle)..",
            ]
        },
        RewriteRecipe(
            "N32a", .unnoticed, "the manifest names a clip that is never sent",
            expect: "requested after the known ones; all in sync"
        ) { outline in
            try outline.need(.manifest)
            return ["set animations.zebra_1_s_zebra_1_e={\"frames\":3,\"version\":\"1\"} where name=\(manifest)"]
        },
        RewriteRecipe("N32b", .odd, "a clip of the manifest has no frames", expect: "MANIFEST; all in sync") {
            outline in
            try outline.need(.manifest)
            return ["set animations.zebra_1_s_zebra_1_e={\"frames\":0,\"version\":\"1\"} where name=\(manifest)"]
        },
        RewriteRecipe(
            "N32c", .odd, "the manifest is an error", expect: "MANIFEST with its text; everything received plays"
        ) {
            outline in
            try outline.need(.manifest)
            return [
                "set error=\"no animations\" where name=\(manifest)", "set animations=null where name=\(manifest)",
            ]
        },
        RewriteRecipe("N32d", .odd, "the manifest is empty", expect: "MANIFEST; everything received plays") { outline in
            try outline.need(.manifest)
            return ["set animations={} where name=\(manifest)"]
        },
        RewriteRecipe(
            "N32e", .odd, "no manifest arrives after connecting",
            expect: "MANIFEST after five seconds: clips are requested directly"
        ) { outline in
            try outline.need(.manifest)
            return ["insert linkRestored after 0s", "drop where name=\(manifest)"]
        },
        RewriteRecipe(
            "N33", .unnoticed, "the idle clip arrives in a new version, its first and last picture exchanged",
            expect: "the new pictures from the next idle cycle, not within one; all in sync"
        ) { outline in try newVersion(outline) },
        RewriteRecipe(
            "N34a", .unnoticed, "animation_total_frames of the talking clip arrives after its frames",
            expect: "all in sync"
        ) { outline in
            try outline.need(.clipAnnounced)
            let clip = try talking(outline)
            return ["move \(clip.last.ruleText) where name=animation_total_frames clip=\(clip.ruleName)"]
        },
        RewriteRecipe("N34b", .unnoticed, "the frames of the talking clip arrive twice", expect: "all in sync") {
            outline in
            ["duplicate where name=receive_base_frame clip=\(try talking(outline).ruleName)"]
        },
        RewriteRecipe("N34c", .unnoticed, "the frames of the talking clip arrive out of order", expect: "all in sync") {
            outline in
            ["shuffle where name=receive_base_frame clip=\(try talking(outline).ruleName)"]
        },
        RewriteRecipe(
            "N34d", .slight, "a frame of the talking clip never arrives",
            expect: "CLIP_HOLES; frames that demand it: DESYNC(base-missing), no other index moves"
        ) { outline in
            let clip = try talking(outline)
            let chunk = try outline.secondOrOnlyChunk()
            let prompt = chunk.frames.filter { (try? outline.clip(of: $0).name) == clip.name }
            let frames = outline.seed == nil ? chunk.frames : prompt
            let index = max(1, min(frames[outline.place(among: frames.count)].index, clip.frames - 1))
            return ["drop where name=receive_base_frame clip=\(clip.ruleName) index=\(index)"]
        },
        RewriteRecipe(
            "N35", .unnoticed, "the talking clip's length is announced twice, first ten too many",
            expect: "the second one applies, frames are preserved; all in sync"
        ) { outline in
            try outline.need(.clipAnnounced)
            let which = "name=animation_total_frames clip=\(try talking(outline).ruleName)"
            return ["duplicate where \(which)", "set total_frames+=10 where \(which) copy=0"]
        },
        RewriteRecipe(
            "N36", .unnoticed, "an unneeded clip arrives while the avatar talks",
            expect: "no effect on the timing"
        ) { outline in
            let chunk = try outline.chunk(0)
            guard let clip = outline.unusedClips.last else {
                throw RewriteOutline.Lack(what: "a clip that no frame demands")
            }
            let delay = chunk.start + .milliseconds(200) - clip.first
            return ["delay \(delay.ruleText) where clip=\(clip.ruleName) \(clipEvents)"]
        },
    ]

    private static let manifest = EventName.manifest.rawValue
    private static let clipEvents = "name=receive_base_frame|animation_total_frames|animation_frames_complete"

    /// The clip of the second chunk's middle, or of the first where there is only one.
    private static func talking(_ outline: RewriteOutline) throws -> RewriteOutline.Clip {
        let chunk = try outline.secondOrOnlyChunk()
        return try outline.clip(of: chunk.frames[chunk.frames.count / 2])
    }

    /// The highest index that frames of the message ask for.
    private static func highestIndex(in clip: RewriteOutline.Clip, _ outline: RewriteOutline) throws -> Int {
        var highest = 0
        for frame in outline.chunks.flatMap(\.frames) where (try? outline.clip(of: frame).name) == clip.name {
            highest = max(highest, min(frame.index, clip.frames - 1))
        }
        return highest
    }

    private static func baseIndex(_ value: String, _ outline: RewriteOutline) throws -> [String] {
        let chunk = try outline.chunk(1)
        let middle = chunk.frames[outline.place(among: chunk.frames.count)].sequence
        return ["set matched_sprite_frame_number=\(value) where \(outline.of(chunk)) sequence=\(middle)"]
    }

    /// Three frames that have the clip of the one in front of them, which is what they are left with: as near as can be to
    /// the place that is meant.
    private static func withoutClip(_ outline: RewriteOutline) throws -> [String] {
        let chunk = try outline.chunk(1, frames: 5)
        let frames = chunk.frames
        let meant = outline.place(among: frames.count, margin: 1) - 1
        let starts = (1..<frames.count - 2).filter { start in
            frames[start...start + 2].allSatisfy { $0.clip == frames[start - 1].clip }
        }
        guard let start = starts.min(by: { abs($0 - meant) < abs($1 - meant) }) else {
            throw RewriteOutline.Lack(what: "four frames in a row of one clip in chunk \(chunk.index)")
        }
        let places = "sequence=\(frames[start].sequence)..\(frames[start + 2].sequence)"
        return ["set animation_name=\"\" where \(outline.of(chunk)) \(places)"]
    }

    private static func newVersion(_ outline: RewriteOutline) throws -> [String] {
        try outline.need(.manifest)
        let clips = outline.clips.filter { $0.frames > 1 }
        guard let name = ClipName.idle(among: clips.map { ClipName($0.name) })?.rawValue,
            let clip = clips.first(where: { $0.name == name }), let end = outline.clips.map(\.last).max()
        else { throw RewriteOutline.Lack(what: "an idle clip with two frames") }
        let delay = (end + .milliseconds(100) - clip.first).ruleText
        let frames = "name=receive_base_frame clip=\(clip.ruleName) copy=1"
        return [
            "duplicate \(delay) where name=\(manifest) nth=1",
            "set animations[\(JSON.string(name).text)].version=\"next\" where name=\(manifest) copy=1",
            "duplicate \(delay) where name=receive_base_frame|animation_frames_complete clip=\(clip.ruleName)",
            "set frame_index=\(clip.frames - 1) where \(frames) index=0",
            "set frame_index=0 where \(frames) index=\(clip.frames - 1)",
        ]
    }
}
