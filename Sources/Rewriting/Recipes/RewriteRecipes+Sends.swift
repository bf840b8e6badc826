import Events
import SocketIO

/// What goes wrong around a send, and where an answer is slow (specification 3.10): not from the specification's list of cases.
extension RewriteRecipe {
    static let sends: [RewriteRecipe] = [
        RewriteRecipe(
            "SENDa", .unnoticed,
            "pictures and count of the old message's chunk 0 arrive after a send, before the answer",
            expect: "STALE, none of them is shown; the answer is in sync"
        ) { outline in try datedOldChunk(arriving: .milliseconds(200), outline) },
        RewriteRecipe(
            "SENDb", .unnoticed, "the same after the answer's first sound",
            expect: "STALE, none of them is shown; the answer is in sync"
        ) { outline in try datedOldChunk(arriving: .milliseconds(620), outline) },
        RewriteRecipe(
            "SENDc", .unnoticed, "the same before the answer, without emission times",
            expect: "held as a guess, replaced by the answer; the answer is in sync"
        ) { outline in
            let first = try outline.chunk(0)
            // An answer that carries what was said before, and no date, could not be told from a repeat.
            guard let frame = first.frames.first, first.hasMetadata else {
                throw RewriteOutline.Lack(what: "frames in receive_audio of its first chunk")
            }
            return try oldChunk(arriving: .milliseconds(200), outline) + [
                "set char=\"-\" where \(outline.audio(of: first)) copy=1 sequence=\(frame.sequence)",
                "set emission_timestamp=null where message=\(outline.message)",
                "set timestamp=null where message=\(outline.message)",
            ]
        },
        RewriteRecipe(
            "SENDd", .unnoticed, "after a send, the answer's second chunk arrives before its first",
            expect: "in order, all in sync"
        ) { outline in
            let (first, second) = (try outline.chunk(0), try outline.chunk(1))
            let moment = try quiet(before: outline)
            let delay = first.first - .milliseconds(20) - second.last
            return ["delay \(delay.ruleText) where \(outline.of(second))", "insert sent after \(moment.ruleText)"]
        },
        RewriteRecipe(
            "SENDe", .noticeable, "after a send, the answer's first chunk has no receive_audio",
            expect: "its frames are shown in silence, AUDIO_MISSING; the rest is in sync"
        ) { outline in
            let moment = try quiet(before: outline)
            return [
                "drop where \(outline.audio(of: try outline.chunk(0)))", "insert sent after \(moment.ruleText)",
            ]
        },
        RewriteRecipe(
            "SENDf", .noticeable, "after a send, each chunk arrives six seconds after the previous one",
            expect: "GAP; idling in between, the same message continues; all in sync"
        ) { outline in
            let moment = try quiet(before: outline)
            let later = try outline.chunk(1).first
            let slow = outline.chunks.dropFirst().reversed().map { chunk in
                "delay \(6 * (outline.chunks.firstIndex { $0.index == chunk.index } ?? 0))s where \(outline.of(chunk))"
            }
            let wait = TimeSpan.seconds(Int64(6 * (outline.chunks.count - 1)))
            let ends = "name=\(EventName.endSignals.ruleText) message=\(outline.message)"
            return slow
                + ["delay \(wait.ruleText) where \(ends) time=\(later.ruleText).."]
                + ["insert sent after \(moment.ruleText)"]
        },
        RewriteRecipe(
            "SENDg", .noticeable, "after a send, the pictures of the second chunk arrive four seconds after its sound",
            expect: "WAITING, GAP; none is lost"
        ) { outline in
            let moment = try quiet(before: outline)
            let second = try outline.chunk(1)
            let span = (max(second.first, try outline.chunk(0).end) + .seconds(4) - second.firstBatch).ruleText
            return [
                "delay \(span) where name=receive_frame_image*|chunk_images_ready \(outline.of(second))",
                "insert sent after \(moment.ruleText)",
            ]
        },
    ]

    /// By their dates alone the old pictures are known for what they are.
    private static func datedOldChunk(arriving late: TimeSpan, _ outline: RewriteOutline) throws -> [String] {
        let second = try outline.chunk(1)
        guard second.hasDatedPictures else {
            throw RewriteOutline.Lack(
                what: "pictures of chunk \(second.index) with emission times; use SENDc without them")
        }
        return try oldChunk(arriving: late, outline)
    }

    /// A send in the middle of the first chunk, and its answer 600 ms later; between or behind them come pictures that were made
    /// for the old message's first chunk, emitted before the send. They are others than the answer's: those of the second chunk.
    private static func oldChunk(arriving late: TimeSpan, _ outline: RewriteOutline) throws -> [String] {
        let (first, second) = (try outline.chunk(0), try outline.chunk(1))
        let moment = first.start + outline.length(first.frames.count / 2)
        let answer = moment + .milliseconds(600) - outline.first
        let emitted = moment - .milliseconds(30)
        let old = "\(outline.batches(of: second)) copy=2"
        return try interrupt(at: moment, outline) + [
            "duplicate \((emitted - (second.firstBatch + answer)).ruleText) where \(outline.batches(of: second)) copy=1 nth=1",
            "set chunk_index=\(first.index) where \(old)",
            "delay \((late + .milliseconds(30)).ruleText) where \(old)",
            "insert chunk_images_ready {\"chunk_index\":\(first.index),\"total_images_sent\":60} after "
                + (moment + late).ruleText,
        ]
    }
}
