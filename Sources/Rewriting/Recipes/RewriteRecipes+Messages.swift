import Events
import JSON
import SocketIO

/// N38–N42: another message, and gaps in one.
extension RewriteRecipe {
    static let messages: [RewriteRecipe] = [
        RewriteRecipe(
            "N38a", .unnoticed, "a new message while the first chunk is buffered", expect: nextMessage
        ) { outline in
            let chunk = try outline.chunk(0)
            return ["delay 300ms where \(outline.batches(of: chunk))"]
                + (try interrupt(at: chunk.start + .milliseconds(150), outline))
        },
        RewriteRecipe(
            "N38b", .noticeable, "a new message while a clip leads from idling to talking",
            expect: nextMessage + "; SEAM on frames of a different clip from the one they were made for"
        ) { outline in
            let chunk = try outline.chunk(0)
            let clip = try bridgedClip(outline)
            return ["set animation_name=\(JSON.string(clip).text) where \(outline.of(chunk)) sequence=0.."]
                + (try interrupt(at: chunk.start + .milliseconds(150), outline))
        },
        RewriteRecipe("N38c", .unnoticed, "a new message in the middle of the first chunk", expect: nextMessage) {
            outline in
            let chunk = try outline.chunk(0)
            return try interrupt(at: chunk.start + outline.length(chunk.frames.count / 2), outline)
        },
        RewriteRecipe("N38d", .noticeable, "a new message while the second chunk is awaited", expect: nextMessage) {
            outline in
            let (first, second) = (try outline.chunk(0), try outline.chunk(1))
            let delay = first.end + .milliseconds(900) - second.firstBatch
            // Without its chunk_images_ready, which would have it given up as lost.
            let which = "name=receive_frame_image*|chunk_images_ready \(outline.of(second))"
            return ["delay \(delay.ruleText) where \(which)"]
                + (try interrupt(at: first.end + .milliseconds(400), outline))
                + ["delay \((.zero - delay).ruleText) where \(which) copy=1"]
        },
        RewriteRecipe("N38e", .another, "a new message while the talking clip runs out", expect: nextMessage) {
            outline in
            let (chunk, rest) = try chunkWithRest(outline)
            let moment = chunk.end + outline.length(rest / 2)
            return try ended(behind: chunk, outline) + answer(toSendAt: moment, outline)
        },
        RewriteRecipe("N38f", .another, "a new message while the return clip plays", expect: nextMessage) { outline in
            let (chunk, rest) = try chunkWithRest(outline)
            let moment = chunk.end + outline.length(rest) + .milliseconds(150)
            return try ended(behind: chunk, outline) + answer(toSendAt: moment, outline)
        },
        RewriteRecipe(
            "N39", .unnoticed, "two sends 50 ms apart, while frames of the first message still arrive",
            expect: "only the second message is shown; unknown which one it answers"
        ) { outline in
            let second = try outline.chunk(1)
            let moment = try quiet(before: outline)
            // Emitted between the two sends, and on its way until behind the second.
            let span = moment + .milliseconds(30) - second.firstBatch
            return [
                "duplicate \(span.ruleText) where \(outline.batches(of: second)) nth=1",
                "delay 70ms where \(outline.batches(of: second)) copy=1",
                "insert sent after \(moment.ruleText)",
                "insert sent after \((moment + .milliseconds(50)).ruleText)",
            ]
        },
        RewriteRecipe(
            "N40", .unnoticed, "a send before the second chunk; the old message's chunks arrive for 1.4 s more",
            expect: "STALE, none of them is shown; the next message is"
        ) { outline in
            let moment = try outline.chunk(1).first - .milliseconds(20)
            guard try outline.chunk(0).first < moment else {
                throw RewriteOutline.Lack(what: "time for a send between its first two chunks")
            }
            let next = moment + .milliseconds(1_400)
            return try outline.repeated(at: next, cut: next) + dated(outline)
                + ["insert sent after \(moment.ruleText)"]
        },
        RewriteRecipe(
            "N41a", .unnoticed, "another client's message while idling", expect: "NEW_MESSAGE; it plays like the first"
        ) { outline in
            outline.repeated(at: try outline.lastChunk().end + .seconds(6), cut: nil)
        },
        RewriteRecipe(
            "N41b", .noticeable,
            "another client's message while talking, distinguished from a repeat by a first sound without its last tenth",
            expect: "NEW_MESSAGE; the first ends at once, the other plays"
        ) { outline in
            let chunk = try outline.chunk(0)
            guard let audio = chunk.audio else { throw RewriteOutline.Lack(what: "receive_audio of its first chunk") }
            let moment = chunk.start + outline.length(chunk.frames.count / 2)
            return outline.repeated(at: moment - (audio - outline.first), cut: moment)
                + ["corrupt audio_data keep 90% where \(outline.audio(of: chunk)) copy=1"]
        },
        RewriteRecipe("N42a", .noticeable, "300 ms without a next chunk", expect: "HELD, then it continues") {
            outline in
            try underrun(.milliseconds(300), outline)
        },
        RewriteRecipe("N42b", .noticeable, "900 ms without a next chunk", expect: "HELD, then it continues") {
            outline in
            try underrun(.milliseconds(900), outline)
        },
        RewriteRecipe(
            "N42c", .noticeable, "three seconds without a next chunk",
            expect: "HELD, the talking clip finishes, then it continues"
        ) { outline in try underrun(.seconds(3), outline) },
    ]

    private static let nextMessage = "no overlay of the old message after the send; the next one plays in full"

    /// A send, what was to come of the message gone, and an answer 600 ms later.
    static func interrupt(at moment: Instant, _ outline: RewriteOutline) throws -> [String] {
        try outline.repeated(at: moment + .milliseconds(600), cut: moment) + dated(outline)
            + ["insert sent after \(moment.ruleText)"]
    }

    /// The same where nothing of the message was to come any more.
    private static func answer(toSendAt moment: Instant, _ outline: RewriteOutline) -> [String] {
        outline.repeated(at: moment + .milliseconds(600), cut: nil) + ["insert sent after \(moment.ruleText)"]
    }

    /// A rule for an answer that is a copy of a message without dates. As long as the old message has not ended,
    /// nothing would tell the answer's beginning from the old one's, said again (specification 3.10): so its sound says
    /// when it was emitted.
    private static func dated(_ outline: RewriteOutline) throws -> [String] {
        let first = try outline.chunk(0)
        if first.hasDatedSound || (first.audio == nil && first.hasDatedPictures) { return [] }
        guard first.audio != nil else { throw RewriteOutline.Lack(what: "receive_audio of its first chunk") }
        return ["set timestamp=\"2026-03-01 12:00:00.000\" where \(outline.audio(of: first)) copy=1"]
    }

    /// The clip of the second chunk, if a clip leads to its start.
    private static func bridgedClip(_ outline: RewriteOutline) throws -> String {
        let chunk = try outline.chunk(1)
        let clip = ClipName(try outline.clip(of: chunk.frames[0]).name)
        guard let start = clip.startPose, start.state != "idle",
            outline.clips.contains(where: {
                ClipName($0.name).startPose?.state == "idle" && ClipName($0.name).endPose == start
            })
        else { throw RewriteOutline.Lack(what: "a clip that leads from idling to the second chunk's clip") }
        return clip.rawValue
    }

    /// The first chunk behind which the talking clip has some frames left, and how many.
    private static func chunkWithRest(_ outline: RewriteOutline) throws -> (RewriteOutline.Chunk, Int) {
        for chunk in outline.chunks {
            guard let last = chunk.frames.last, let clip = try? outline.clip(of: last),
                let end = ClipName(clip.name).endPose,
                outline.clips.contains(where: {
                    ClipName($0.name).startPose == end && ClipName($0.name).endPose?.state == "idle" && $0.frames > 8
                })
            else { continue }
            let rest = clip.frames - 1 - last.index
            if rest >= 6 { return (chunk, rest) }
        }
        throw RewriteOutline.Lack(what: "a chunk that does not use its whole clip, and a return clip")
    }

    /// Rules that let the message end with a chunk.
    private static func ended(behind chunk: RewriteOutline.Chunk, _ outline: RewriteOutline) throws -> [String] {
        try outline.need(.audioEnd)
        let end = chunk.last + .milliseconds(1)
        let rest = end + .milliseconds(1)
        let later = outline.chunks.filter { $0.index > chunk.index }
        var rules = ["move \(end.ruleText) where name=audio_end message=\(outline.message)"]
        if later.contains(where: { $0.last >= rest }) {
            rules.append("drop where message=\(outline.message) time=\(rest.ruleText)..")
        }
        // Of a message that comes faster than it is played, later chunks are there already.
        if later.contains(where: { $0.first < rest }) {
            rules.append("drop where message=\(outline.message) chunk=\(chunk.index + 1)..")
        }
        return rules
    }

    /// A moment before the message at which nothing of it has come for half a second.
    static func quiet(before outline: RewriteOutline) throws -> Instant {
        let moment = outline.first - .milliseconds(300)
        guard moment > .zero else { throw RewriteOutline.Lack(what: "300 ms before its message") }
        return moment
    }

    private static func underrun(_ gap: TimeSpan, _ outline: RewriteOutline) throws -> [String] {
        let (first, second) = (try outline.chunk(0), try outline.chunk(1))
        guard second.first - first.first >= .milliseconds(1) else { throw RewriteOutline.Lack.laterSecondChunk }
        let delay = first.end + gap - second.firstBatch
        return ["delay \(delay.ruleText) where message=\(outline.message) time=\(second.first.ruleText).."]
    }
}

/// N43–N57: the end of a message, the link, many messages.
extension RewriteRecipe {
    static let endings: [RewriteRecipe] = [
        RewriteRecipe(
            "N43a", .unnoticed, "audio_end arrives before the last chunk's frames",
            expect: "ends after the last chunk; all in sync"
        ) { outline in
            try outline.need(.audioEnd)
            let last = try outline.lastChunk()
            let moment = last.firstBatch + .milliseconds(1)
            // Behind the chunk's sound, even where that comes with the frames: an end before all of a chunk is not
            // believed.
            return [
                "delay 2ms where name=receive_frame_image*|chunk_images_ready \(outline.of(last))",
                "move \(moment.ruleText) where name=audio_end message=\(outline.message)",
            ]
        },
        RewriteRecipe("N43b", .unnoticed, "audio_end arrives twice", expect: "the second is ignored") { outline in
            try outline.need(.audioEnd)
            return ["duplicate 100ms where name=audio_end message=\(outline.message)"]
        },
        RewriteRecipe("N43c", .noticeable, "no end signal arrives", expect: "ends after the gap limit") { outline in
            try outline.need(.audioEnd)
            return ["drop where name=\(EventName.endSignals.ruleText) message=\(outline.message)"]
        },
        RewriteRecipe(
            "N44a", .unnoticed, "play_base_animation between a send and the first chunk",
            expect: "stored; the message returns with it"
        ) { outline in
            let moment = try quiet(before: outline)
            return try withoutRequests(outline) + [
                "insert sent after \(moment.ruleText)",
                request(try returns(outline)[0], at: moment + .milliseconds(100)),
            ]
        },
        RewriteRecipe(
            "N44b", .unnoticed, "play_base_animation during the last chunk",
            expect: "stored; the message returns with it"
        ) {
            outline in
            try withoutRequests(outline)
                + [request(try returns(outline)[0], at: try outline.lastChunk().first + .milliseconds(1))]
        },
        RewriteRecipe("N44c", .unnoticed, "play_base_animation while idling, after the message", expect: "played once")
        { outline in
            try withoutRequests(outline)
                + [request(try returns(outline)[0], at: try outline.lastChunk().end + .seconds(6))]
        },
        RewriteRecipe("N44d", .odd, "play_base_animation names an unknown clip", expect: "ignored, ODD") {
            outline in
            try withoutRequests(outline)
                + [request("nowhere_1_s_nowhere_1_e", at: try outline.lastChunk().first + .milliseconds(1))]
        },
        RewriteRecipe(
            "N44e", .unnoticed, "play_base_animation twice with different names", expect: "the last one applies"
        ) {
            outline in
            let names = try returns(outline)
            guard names.count > 1 else {
                throw RewriteOutline.Lack(what: "two clips that begin where the talking clip ends")
            }
            let moment = try outline.lastChunk().first
            return try withoutRequests(outline) + [
                request(names[1], at: moment + .milliseconds(1)), request(names[0], at: moment + .milliseconds(2)),
            ]
        },
        RewriteRecipe(
            "N45a", .noticeable, "the link is lost in the middle of a batch of the second chunk", expect: linkLost
        ) {
            outline in
            try lostBehindFirst(at: outline.chunk(1).firstBatch, outline)
        },
        RewriteRecipe("N45b", .noticeable, "the link is lost between two batches of a chunk", expect: linkLost) {
            outline in
            let chunk = try outline.chunk(with: "two batches, one after the other") { $0.firstBatch < $0.lastBatch }
            return lost(at: chunk.lastBatch, outline)
        },
        RewriteRecipe("N45c", .noticeable, "the link is lost between the first two chunks", expect: linkLost) {
            outline in
            try lostBehindFirst(at: outline.chunk(1).first, outline)
        },
        RewriteRecipe(
            "N45d", .unnoticed, "the link is lost while the talking clip is sent",
            expect: "the rest arrives 1.1 s later; all in sync"
        ) { outline in
            let chunk = try outline.secondOrOnlyChunk()
            let clip = try outline.clip(of: chunk.frames[chunk.frames.count / 2])
            let moment = clip.first + TimeSpan(microseconds: (clip.last - clip.first).microseconds / 2)
            return again(outline, at: moment + .milliseconds(1_050)) + [
                "delay 1100ms where time=\(moment.ruleText).. copy=0",
                "insert linkLost {\"reason\":\"transport close\"} after \(moment.ruleText)",
                "insert linkRestored after \((moment + .seconds(1)).ruleText)",
            ]
        },
        RewriteRecipe(
            "N52", .unnoticed, "a send before any clip is loaded", expect: "READY_EMPTY: the avatar can only idle"
        ) { _ in ["insert sent after -1ms where nth=1"] },
        RewriteRecipe(
            "N57", .unnoticed, "the message arrives a hundred times", expect: "a hundred messages, each like the first"
        ) {
            outline in
            let length = try outline.lastChunk().end - outline.first + .seconds(4)
            return ["duplicate \(length.ruleText) 99 times where message=\(outline.message)"]
        },
    ]

    private static let linkLost = "complete chunks play out, the rest is dropped, LINK; back to idling"

    private static func withoutRequests(_ outline: RewriteOutline) throws -> [String] {
        let names = [EventName.baseAnimation, .animation].map(\.rawValue).filter(outline.names.contains)
        return names.isEmpty ? [] : ["drop where name=\(names.joined(separator: "|")) message=\(outline.message)"]
    }

    private static func request(_ clip: String, at moment: Instant) -> String {
        "insert play_base_animation {\"animation_name\":\(JSON.string(clip).text)} after \(moment.ruleText)"
    }

    /// Clips that begin where the message's last clip ends; one that leads to idling comes first.
    private static func returns(_ outline: RewriteOutline) throws -> [String] {
        guard let last = try outline.lastChunk().frames.last,
            let end = ClipName(try outline.clip(of: last).name).endPose
        else { throw RewriteOutline.Lack(what: "a last clip whose name contains its end pose") }
        let names = outline.clips.map(\.name).filter { ClipName($0).startPose == end }
        let home = names.filter { ClipName($0).endPose?.state == "idle" }
        guard !home.isEmpty else { throw RewriteOutline.Lack(what: "a clip that leads from \(end.text) to idling") }
        return home + names.filter { !home.contains($0) }
    }

    /// A backend says which clips there are to everybody who connects.
    private static func again(_ outline: RewriteOutline, at moment: Instant) -> [String] {
        guard let manifest = outline.manifest else { return [] }
        return ["duplicate \((moment - manifest).ruleText) where name=base_animations_manifest nth=1"]
    }

    /// What has come of the first chunk plays out, so that it has to be complete.
    private static func lostBehindFirst(at moment: Instant, _ outline: RewriteOutline) throws -> [String] {
        guard try outline.chunk(0).last < moment else { throw RewriteOutline.Lack.laterSecondChunk }
        return lost(at: moment, outline)
    }

    private static func lost(at moment: Instant, _ outline: RewriteOutline) -> [String] {
        [
            "drop where message=\(outline.message) time=\(moment.ruleText).."
        ] + again(outline, at: moment + .milliseconds(1_050)) + [
            "insert linkLost {\"reason\":\"transport close\"} after \(moment.ruleText)",
            "insert linkRestored after \((moment + .seconds(1)).ruleText)",
        ]
    }
}
