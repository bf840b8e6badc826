import Events
import Support
import Testing

@testable import BookAPI

@Suite struct BookChunkWritingTests {
    private func reread(_ chunk: BookChunk) throws -> (chunk: BookChunk, oddities: [String]) {
        try BookChunkReading.chunk(chunk.json.utf8)
    }

    @Test("the example is written as it was, but for what nobody reads")
    func example() throws {
        let chunk = try read(BookExamples.ivanov).chunk
        let text = chunk.json.text
        let start = #"{"version":3,"chunk_id":"0011-0012_Ivanov_Winter_Lamp_EN_RU","range_fragment":"0011-0012","#
        #expect(
            text.hasPrefix(start + #""start_sentence":11,"end_sentence":12,"sentence_count":2,"audioTracks":{"orig":"#))
        #expect(text.contains(#""sentence_id":"11","t0":0.0,"t1":1.2,"originalStartGate":0.0,"originalEndGate":1.6,"#))
        #expect(text.contains(#"{"lane":"trans","sentenceIdx":1,"wordIdx":2,"start":2.007,"end":2.7}"#))
        #expect(text.hasSuffix(#""timingVersion":"2"}"#))
        #expect(try reread(chunk) == (chunk, []))
    }

    @Test("what was written is read as the same chunk")
    func property() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<400 {
            let chunk = RandomBook.chunk(&random)
            #expect(try reread(chunk) == (chunk, []))
        }
    }

    @Test("what was read of anything is read again as the same")
    func ofAnything() throws {
        var random = SplitMix64(seed: 12)
        for _ in 0..<2_000 {
            let json = RandomBook.json(&random)
            guard let chunk = try? BookChunkReading.chunk(json).chunk else { continue }
            #expect(try reread(chunk).chunk == chunk, "\(json.text)")
        }
    }
}
