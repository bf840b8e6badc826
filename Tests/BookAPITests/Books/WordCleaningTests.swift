import Events
import Support
import Testing

@testable import BookAPI

@Suite struct WordCleaningTests {
    private func cleaned(_ track: String, _ tokens: [String] = ["a", "b", "c"]) throws -> [WordTime] {
        let tokens = tokens.map { "\"\($0)\"" }.joined(separator: ",")
        let sentence = #"{"translation":{"tokens":[\#(tokens)]}}"#
        return try chunk(sentence, #""timingTracks":{"trans":[\#(track)]}"#).sentences[0].translationWords
    }

    @Test("RT6 words in any order, swapped, over each other, twice and without length")
    func cases() throws {
        #expect(
            try cleaned(
                """
                {"sentenceIdx":0,"wordIdx":2,"start":2,"end":3},{"sentenceIdx":0,"wordIdx":0,"start":1,"end":0},
                {"sentenceIdx":0,"wordIdx":1,"start":0.5,"end":2.5},{"sentenceIdx":0,"wordIdx":1,"start":0.5,"end":2.5},
                {"sentenceIdx":0,"wordIdx":1,"start":2,"end":2}
                """) == words((0, 0, 1_000_000), (1, 1_000_000, 2_500_000), (2, 2_500_000, 3_000_000)))
    }

    @Test("a word that lies in the one before it lasts a millisecond")
    func inside() throws {
        #expect(
            try cleaned(#"{"sentenceIdx":0,"begin":0,"stop":1},{"sentenceIdx":0,"begin":"0.2","stop":0.4}"#)
                == words((nil, 0, 1_000_000), (nil, 1_000_000, 1_001_000)))
    }

    @Test("RT7 a word without length goes and the others stay with their tokens")
    func zeroLength() throws {
        let told = #"{"sentenceIdx":0,"wordIdx":0,"start":0,"end":1},{"sentenceIdx":0,"wordIdx":1,"start":1,"end":1},"#
        #expect(
            try cleaned(told + #"{"sentenceIdx":0,"wordIdx":2,"start":1,"end":2}"#)
                == words((0, 0, 1_000_000), (2, 1_000_000, 2_000_000)))
        let untold = #"{"sentenceIdx":0,"start":0,"end":1},{"sentenceIdx":0,"time":1},{"sentenceIdx":0,"t0":1,"t1":2}"#
        #expect(try cleaned(untold) == words((0, 0, 1_000_000), (2, 1_000_000, 2_000_000)))
        #expect(try cleaned(untold, ["a", "b"]) == words((nil, 0, 1_000_000), (nil, 1_000_000, 2_000_000)))
    }

    @Test("times beyond any file, negative ones and those that are none")
    func bounds() throws {
        #expect(
            try cleaned(
                """
                {"sentenceIdx":0,"wordIdx":0,"start":-1,"end":0.5},{"sentenceIdx":0,"wordIdx":1,"start":1,"end":1e7},
                {"sentenceIdx":0,"wordIdx":1,"start":"x","end":2},{"sentenceIdx":0,"wordIdx":1,"start":1},
                {"sentenceIdx":0,"wordIdx":2,"start":-3,"end":-2},7
                """) == words((0, 0, 500_000)))
    }

    @Test("a word's token is the same one when empty tokens before it are left out")
    func emptyTokens() throws {
        let track = (0..<4).map { #"{"sentenceIdx":0,"wordIdx":\#($0),"start":\#($0),"end":\#($0 + 1)}"# }
        #expect(
            try cleaned(track.joined(separator: ","), ["a", "", "b"])
                == words((0, 0, 1_000_000), (1, 2_000_000, 3_000_000), (2, 3_000_000, 4_000_000)))
    }

    @Test("what is clean stays as it is")
    func idempotent() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<2_000 {
            let words = (0..<random.below(12)).map { _ in
                WordTime(
                    random.isOneIn(3) ? nil : random.below(6), us(Int64(random.below(5_000)) - 500),
                    us(Int64(random.below(5_000)) - 500))
            }
            let once = WordCleaning.cleaned(words, tokenCount: words.count)
            #expect(WordCleaning.cleaned(once, tokenCount: words.count) == once)
            for (one, next) in zip(once, once.dropFirst()) { #expect(next.start >= one.end) }
            #expect(once.allSatisfy { $0.end > $0.start && $0.start >= .zero })
        }
    }
}
