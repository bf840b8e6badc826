import Events
import Testing

@testable import Playback

@Suite struct CaptionsTests {
    private static func heard(_ segments: [(Int?, String)]) -> Captions {
        var captions = Captions()
        for (group, text) in segments { captions.receive(TextSegment(text: text, group: group)) }
        return captions
    }

    @Test("a segment is shown while a chunk of its group is on, and goes with the talk")
    func groups() {
        var captions = Self.heard([(0, "One."), (1, "Two.")])
        captions.follow(group: nil, word: nil, isAnimating: true, heard: 1, at: .zero)
        #expect(captions.caption(after: 1).text == "")
        captions.follow(group: 0, word: nil, isAnimating: true, heard: 2, at: .zero)
        #expect(captions.caption(after: 2).text == "One.")
        captions.follow(group: nil, word: nil, isAnimating: true, heard: 3, at: .zero)
        #expect(captions.caption(after: 3).text == "One.")
        captions.follow(group: 1, word: nil, isAnimating: true, heard: 4, at: .zero)
        #expect(captions.caption(after: 4).text == "Two.")
        captions.follow(group: nil, word: nil, isAnimating: false, heard: 5, at: .zero)
        #expect(captions.caption(after: 5).text == "")
    }

    @Test("what waits when a message is sent is not shown with the answer, whose groups may have the same numbers")
    func cleared() {
        var captions = Self.heard([(0, "Old."), (1, "Older.")])
        captions.clear()
        captions.receive(TextSegment(text: "New.", group: 0))
        captions.follow(group: 0, word: nil, isAnimating: true, heard: 1, at: .zero)
        captions.follow(group: 1, word: nil, isAnimating: true, heard: 2, at: .zero)
        #expect([1, 2].map { captions.caption(after: $0).text } == ["New.", "New."])
        #expect(captions.lines.map(\.caption) == ["New."])
    }

    @Test("what was shown is found again at its place")
    func past() {
        var captions = Self.heard([(0, "One."), (1, "Two.")])
        captions.follow(group: 0, word: nil, isAnimating: true, heard: 10, at: .zero)
        captions.follow(group: 1, word: nil, isAnimating: true, heard: 20, at: .zero)
        captions.follow(group: nil, word: nil, isAnimating: false, heard: 30, at: .zero)
        #expect(
            [9, 10, 19, 20, 29, 30].map { captions.caption(after: $0).text } == [
                "", "One.", "One.", "Two.", "Two.", "",
            ])
    }

    @Test(
        "what the user said stands until the answer is heard, also while a clip leads to it, and has its place among the texts"
    )
    func questions() {
        var captions = Captions()
        captions.ask("How are you?")
        captions.follow(group: nil, word: nil, isAnimating: false, heard: 1, at: .zero)
        captions.receive(TextSegment(text: "Fine.", group: 0))
        captions.follow(group: nil, word: nil, isAnimating: true, heard: 2, at: .zero)
        captions.follow(group: 0, word: nil, isAnimating: true, heard: 3, at: .zero)
        captions.follow(group: nil, word: nil, isAnimating: false, heard: 4, at: .zero)
        #expect(
            (1...4).map { captions.caption(after: $0).text } == ["you: How are you?", "you: How are you?", "Fine.", ""])
        #expect(captions.lines.map(\.caption) == ["you: How are you?", "Fine."])
        // An answer without text takes it away, too.
        captions.ask("And now?")
        captions.follow(group: nil, word: nil, isAnimating: false, heard: 5, at: .zero)
        captions.follow(group: 1, word: nil, isAnimating: true, heard: 6, at: .zero)
        #expect([5, 6].map { captions.caption(after: $0).text } == ["you: And now?", ""])
    }

    @Test("a message without a word ends what is said, and is no caption and no line")
    func wordless() {
        var unasked = Captions()
        unasked.ask(" \n")
        #expect(!unasked.isNeeded)
        var captions = Captions()
        captions.ask("How are you?")
        captions.follow(group: nil, word: nil, isAnimating: false, heard: 1, at: .zero)
        captions.ask("")
        captions.follow(group: nil, word: nil, isAnimating: false, heard: 2, at: .zero)
        #expect((1...2).map { captions.caption(after: $0).text } == ["you: How are you?", ""])
        #expect(captions.lines.map(\.caption) == ["you: How are you?"])
    }

    @Test("several segments of one group are one text, also when one of them comes late")
    func severalSegments() {
        var captions = Self.heard([(4, "One,"), (4, "two,")])
        captions.follow(group: 4, word: nil, isAnimating: true, heard: 1, at: .zero)
        #expect(captions.caption(after: 1).text == "One, two,")
        captions.receive(TextSegment(text: "three.", group: 4))
        captions.follow(group: 4, word: nil, isAnimating: true, heard: 2, at: .zero)
        #expect(captions.caption(after: 2).text == "One, two, three.")
    }

    @Test("as much of a group's text is shown as is kept of any, whatever letters it is in")
    func kept() {
        let letters = { (letter: String, count: Int) in String(repeating: letter, count: count) }
        var captions = Self.heard([(0, letters("ü", 1_500)), (0, letters("語", 400)), (0, letters("é", 400))])
        captions.follow(group: 0, word: nil, isAnimating: true, heard: 1, at: .zero)
        #expect(
            captions.caption(after: 1).text == letters("ü", 1_500) + " " + letters("語", 400) + " " + letters("é", 98))
        #expect(captions.caption(after: 1).text.unicodeScalars.count == Limits.keptTextScalars)
    }

    @Test("the same words once more are said anew; the same chunk, or one without words of its own, says them still")
    func sameWords() {
        var captions = Self.heard([(0, "No."), (1, "No."), (3, "Yes.")])
        for (heard, group) in [0, 0, 1, 2, 3].enumerated() {
            captions.follow(
                group: group, word: nil, isAnimating: true, heard: heard + 1,
                at: Instant(seconds: Double(heard)))
        }
        #expect(captions.lines.map(\.text) == ["No.", "No.", "Yes."])
        #expect(captions.lines.map(\.time.seconds) == [0, 2, 4])
        #expect([1, 2, 3, 4].map { captions.caption(after: $0).start.seconds } == [0, 0, 2, 2])
    }

    @Test("text without a group is for no chunk, and asks for no row")
    func withoutGroup() {
        var captions = Self.heard([(nil, "Somewhere.")])
        captions.follow(group: 0, word: nil, isAnimating: true, heard: 1, at: .zero)
        #expect(captions.caption(after: 1).text == "")
        #expect(!captions.isNeeded)
    }

    @Test("the row stays once there was text")
    func row() {
        var captions = Captions()
        #expect(!captions.isNeeded)
        captions.receive(TextSegment(text: "Hello", group: 0))
        captions.follow(group: 0, word: nil, isAnimating: true, heard: 1, at: .zero)
        captions.follow(group: nil, word: nil, isAnimating: false, heard: 2, at: .zero)
        #expect(captions.isNeeded)
    }

    @Test(
        "behind its last word a text stays at it, in chunks of the same group and between them, and forgets it with the next text"
    )
    func lastWord() {
        var captions = Self.heard([(0, "One two."), (1, "Three.")])
        let steps: [(group: Int?, word: Range<Int>?, isAnimating: Bool)] = [
            (0, nil, true), (0, 0..<3, true), (0, 4..<7, true), (0, nil, true), (nil, nil, true), (0, nil, true),
            (1, nil, true), (1, 0..<5, true), (nil, nil, true), (nil, nil, false),
        ]
        for (place, step) in steps.enumerated() {
            captions.follow(group: step.group, word: step.word, isAnimating: step.isAnimating, heard: place, at: .zero)
        }
        let shown = steps.indices.map { captions.caption(after: $0) }
        #expect(
            shown.map(\.text) == Array(repeating: "One two.", count: 6) + Array(repeating: "Three.", count: 3) + [""])
        #expect(shown.map(\.last) == [nil, nil, nil, 4..<7, 4..<7, 4..<7, nil, nil, 0..<5, nil])
    }

    @Test("a flood of segments keeps the newest")
    func flood() {
        var captions = Captions()
        for number in 0..<10_000 { captions.receive(TextSegment(text: "text \(number)", group: number)) }
        captions.follow(group: 0, word: nil, isAnimating: true, heard: 1, at: .zero)
        #expect(captions.caption(after: 1).text == "")
        captions.follow(group: 9_999, word: nil, isAnimating: true, heard: 2, at: .zero)
        #expect(captions.caption(after: 2).text == "text 9999")
    }
}
