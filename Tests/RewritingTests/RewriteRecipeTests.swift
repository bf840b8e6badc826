import Events
import JSON
import SocketIO
import Testing

@testable import Rewriting

@Suite struct RewriteRecipeTests {
    /// A clip and a message of which nothing is said.
    private static let silent: RewriteIndex = {
        var stream = RewrittenStream()
        stream.say(0, "animation_total_frames", ["animation_type": "talk_1_s_talk_1_e", "total_frames": 1])
        stream.say(10, "receive_base_frame", ["animation_type": "talk_1_s_talk_1_e", "frame_index": 0])
        stream.say(1_000, "new_message", ["message": "m"])
        return stream.index()
    }()

    @Test(
        "recipes for the talking clip say of a message without chunks that they need one",
        arguments: ["N29b", "N30", "N34a", "N34b", "N34c", "N34d", "N35", "N45d"])
    func noChunks(id: String) throws {
        let recipe = try RewriteRecipe.named(id)
        #expect(throws: RewriteError.lacking(recipe: id, what: "a chunk in its message; there is none")) {
            try recipe.rules(for: Self.silent)
        }
    }

    @Test("where there is one chunk, recipes for the talking clip take that of it")
    func oneChunk() throws {
        var stream = RewrittenStream()
        stream.say(0, "receive_base_frame", ["animation_type": "talk_1_s_talk_1_e", "frame_index": 0])
        stream.say(10, "receive_base_frame", ["animation_type": "talk_1_s_talk_1_e", "frame_index": 1])
        let frame: JSON = [
            "sequence_index": 0, "animation_name": "talk_1_s_talk_1_e", "matched_sprite_frame_number": 1,
        ]
        stream.say(1_000, "receive_frame_images_batch", ["chunk_index": 0, "frames": [frame]])
        let rules = try RewriteRecipe.named("N34d").rules(for: stream.index()).map(\.text)
        #expect(rules == ["drop where name=receive_base_frame clip=talk_1_s_talk_1_e index=1"])
    }

    /// Two chunks whose frames ask for these clips.
    private static func stream(of clips: [String]) -> RewrittenStream {
        var stream = RewrittenStream()
        for chunk in 0..<2 {
            let frames = clips.enumerated().map { place, clip -> JSON in
                ["sequence_index": .number(place), "animation_name": .string(clip)]
            }
            stream.say(
                1_000 + Int64(chunk) * 100, "receive_frame_images_batch",
                ["chunk_index": .number(chunk), "frames": .array(frames)])
        }
        return stream
    }

    @Test("N28 takes frames that do not lie across a change of clip")
    func emptyNames() throws {
        let recipe = try RewriteRecipe.named("N28")
        func rules(_ clips: [String]) throws -> [String] {
            try recipe.rules(for: Self.stream(of: clips).index()).map(\.text)
        }
        let rule = "set animation_name=\"\" where message=0 chunk=1 sequence="
        #expect(try rules(["a", "a", "a", "a", "a", "a", "a", "a"]) == [rule + "3..5"])
        #expect(try rules(["a", "a", "a", "a", "b", "b", "b", "b"]) == [rule + "1..3"])
        #expect(try rules(["a", "a", "a", "b", "b", "b", "b", "b"]) == [rule + "4..6"])
        let what = "four frames in a row of one clip in chunk 1"
        #expect(throws: RewriteError.lacking(recipe: "N28", what: what)) { try rules(["a", "a", "a", "b", "b", "b"]) }
    }

    @Test("an answer that is a copy of a message without dates gets one; where there are dates they move along")
    func dates() throws {
        let plain = RewrittenStream.speech()
        let dated = try plain.dated(.audio, ["timestamp": "2026-03-01 12:00:03.000"])
        let rule =
            "set timestamp=\"2026-03-01 12:00:00.000\" where name=receive_audio message=0 chunk=0 copy=1"
        for id in ["N38a", "N38c", "N38d", "N40"] {
            let recipe = try RewriteRecipe.named(id)
            #expect(try recipe.rules(for: plain.index()).contains { $0.text == rule }, "\(id)")
            #expect(try !recipe.rules(for: dated.index()).contains { $0.text.contains("timestamp") }, "\(id)")
        }
    }

    @Test("SENDa and SENDb need pictures with dates", arguments: ["SENDa", "SENDb"])
    func datedPictures(id: String) throws {
        let recipe = try RewriteRecipe.named(id)
        let what = "pictures of chunk 1 with emission times; use SENDc without them"
        let plain = RewrittenStream.speech()
        #expect(throws: RewriteError.lacking(recipe: id, what: what)) { try recipe.rules(for: plain.index()) }
        let dated = try plain.dated(.batch, ["emission_timestamp": 1_772_366_403_080])
        #expect(try !recipe.rules(for: dated.index()).isEmpty)
    }
}

extension RewrittenStream {
    /// The same with these members in all events of a name.
    fileprivate func dated(_ event: EventName, _ members: JSONObject) throws -> RewrittenStream {
        var stream = self
        for place in stream.messages.indices where stream.messages[place].message.event == event {
            let payload = try #require(stream.messages[place].message.arguments.first?.object)
            stream.messages[place].message.arguments[0] = .object(JSONObject(payload.members + members.members))
        }
        return stream
    }
}
