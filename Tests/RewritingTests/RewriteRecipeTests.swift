import Events
import Testing
import Wire

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
}
