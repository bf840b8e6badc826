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
        captions.follow(group: nil, isAnimating: true, heard: 1)
        #expect(captions.text(after: 1) == "")
        captions.follow(group: 0, isAnimating: true, heard: 2)
        #expect(captions.text(after: 2) == "One.")
        captions.follow(group: nil, isAnimating: true, heard: 3)
        #expect(captions.text(after: 3) == "One.")
        captions.follow(group: 1, isAnimating: true, heard: 4)
        #expect(captions.text(after: 4) == "Two.")
        captions.follow(group: nil, isAnimating: false, heard: 5)
        #expect(captions.text(after: 5) == "")
    }

    @Test("what was shown is found again at its place")
    func past() {
        var captions = Self.heard([(0, "One."), (1, "Two.")])
        captions.follow(group: 0, isAnimating: true, heard: 10)
        captions.follow(group: 1, isAnimating: true, heard: 20)
        captions.follow(group: nil, isAnimating: false, heard: 30)
        #expect([9, 10, 19, 20, 29, 30].map(captions.text) == ["", "One.", "One.", "Two.", "Two.", ""])
    }

    @Test("several segments of one group are one text, also when one of them comes late")
    func severalSegments() {
        var captions = Self.heard([(4, "One,"), (4, "two,")])
        captions.follow(group: 4, isAnimating: true, heard: 1)
        #expect(captions.text(after: 1) == "One, two,")
        captions.receive(TextSegment(text: "three.", group: 4))
        captions.follow(group: 4, isAnimating: true, heard: 2)
        #expect(captions.text(after: 2) == "One, two, three.")
    }

    @Test("as much of a group's text is shown as is kept of any, whatever letters it is in")
    func kept() {
        let letters = { (letter: String, count: Int) in String(repeating: letter, count: count) }
        var captions = Self.heard([(0, letters("ü", 1_500)), (0, letters("語", 400)), (0, letters("é", 400))])
        captions.follow(group: 0, isAnimating: true, heard: 1)
        #expect(captions.text(after: 1) == letters("ü", 1_500) + " " + letters("語", 400) + " " + letters("é", 98))
        #expect(captions.text(after: 1).unicodeScalars.count == Limits.keptTextScalars)
    }

    @Test("text without a group is for no chunk, and asks for no row")
    func withoutGroup() {
        var captions = Self.heard([(nil, "Somewhere.")])
        captions.follow(group: 0, isAnimating: true, heard: 1)
        #expect(captions.text(after: 1) == "")
        #expect(!captions.isNeeded)
    }

    @Test("the row stays once there was text")
    func row() {
        var captions = Captions()
        #expect(!captions.isNeeded)
        captions.receive(TextSegment(text: "Hello", group: 0))
        captions.follow(group: 0, isAnimating: true, heard: 1)
        captions.follow(group: nil, isAnimating: false, heard: 2)
        #expect(captions.isNeeded)
    }

    @Test("a flood of segments keeps the newest")
    func flood() {
        var captions = Captions()
        for number in 0..<10_000 { captions.receive(TextSegment(text: "text \(number)", group: number)) }
        captions.follow(group: 0, isAnimating: true, heard: 1)
        #expect(captions.text(after: 1) == "")
        captions.follow(group: 9_999, isAnimating: true, heard: 2)
        #expect(captions.text(after: 2) == "text 9999")
    }
}
