import Events
import Panels
import Sessions
import SocketIO
import Testing

@testable import Screens

@Suite("What was said")
struct ConversationTests {
    @Test("a line waits until the backend has taken it, or says why it has not")
    func settling() {
        var conversation = Conversation()
        let first = conversation.send("one", at: .zero)
        let second = conversation.send("two", at: .zero)
        conversation.settle(second, failure: "status 500")
        #expect(conversation.lines.map(\.state) == [.sending, .failed("status 500")])
        conversation.settle(first, failure: nil)
        conversation.receive(TextSegment(text: "hello"), at: Instant(seconds: 1))
        #expect(conversation.lines.map(\.state) == [.done, .failed("status 500"), .done])
        #expect(conversation.lines.map(\.author) == [.user, .user, .avatar])
    }

    @Test("a line whose answer comes behind the news that it failed has an answer")
    func lateAnswer() {
        var conversation = Conversation()
        _ = conversation.send("one", at: .zero)
        conversation.missAnswer()
        #expect(conversation.lines.map(\.shortfall) == [.unanswered])
        conversation.receive(TextSegment(text: "Half an answer"), at: .zero)
        #expect(conversation.lines.map(\.shortfall) == [nil, nil])
    }

    @Test("what was stopped is told by its place, also where one sentence is said again and again")
    func stopping() {
        func shortfalls(_ heard: [String], of texts: [String]) -> [ConversationLine.Shortfall?] {
            var conversation = Conversation()
            conversation.receive(TextSegment(text: "No."), at: .zero)
            _ = conversation.send("why?", at: Instant(seconds: 1))
            for text in texts { conversation.receive(TextSegment(text: text), at: Instant(seconds: 1)) }
            let lines = (["No."] + heard).enumerated().map { place, text in
                SaidLine(heard: place, time: Instant(seconds: 2 * Double(place)), isAsked: false, text: text)
            }
            conversation.stop(heard: lines)
            #expect(conversation.lines.count == texts.count + 2 && conversation.lines[0].shortfall == nil)
            return conversation.lines.dropFirst().map(\.shortfall)
        }
        let same = ["No.", "No.", "No.", "No."]
        #expect(shortfalls([], of: same) == [.stopped, .unheard, .unheard, .unheard, .unheard])
        #expect(shortfalls(["No.", "No."], of: same) == [nil, nil, .stopped, .unheard, .unheard])
        // Several sentences are one text where they are of one group.
        #expect(shortfalls(["No. No.", "No."], of: same) == [nil, nil, nil, .stopped, .unheard])
        #expect(shortfalls(["A.", "B."], of: ["A.", "B.", "A."]) == [nil, nil, .stopped, .unheard])
    }

    @Test("what was on its way when the user ended an answer was not heard; the next answer's is not meant")
    func stoppedOnTheWay() {
        var conversation = Conversation()
        _ = conversation.send("why?", at: .zero)
        conversation.receive(TextSegment(text: "A."), at: .zero)
        conversation.stop(heard: [])
        conversation.receive(TextSegment(text: "B."), at: Instant(seconds: 1))
        _ = conversation.send("and?", at: Instant(seconds: 2))
        conversation.receive(TextSegment(text: "C."), at: Instant(seconds: 3))
        #expect(conversation.lines.map(\.shortfall) == [.stopped, .unheard, .unheard, nil, nil])
    }

    @Test("up and down go through the user's own lines, and back to what was being typed")
    func recalling() {
        var conversation = Conversation()
        for text in ["one", "two", "one"] { _ = conversation.send(text, at: .zero) }
        conversation.endRecall()
        #expect(conversation.recall(-1, typing: "dra") == "one")
        #expect(conversation.recall(-1, typing: "one") == "two")
        #expect(conversation.recall(-1, typing: "two") == nil)
        #expect(conversation.recall(1, typing: "two") == "one")
        #expect(conversation.recall(1, typing: "one") == "dra")
        #expect(conversation.recall(1, typing: "dra") == nil)
    }

    @Test("a line that is left is kept for whom it was typed; of one that was said before, what was being typed is")
    func unsaid() {
        let other = Member("lea") ?? .main
        var conversation = Conversation()
        _ = conversation.send("one", at: .zero)
        conversation.endRecall()
        conversation.leave("half", to: .main)
        #expect(conversation.takeUnsaid(for: other) == "")
        #expect(conversation.takeUnsaid(for: .main) == "half" && conversation.takeUnsaid(for: .main) == "")
        #expect(conversation.recall(-1, typing: "half") == "one")
        conversation.leave("one", to: .main)
        #expect(conversation.takeUnsaid(for: .main) == "half")
        conversation.leave("one more", to: .main)
        #expect(conversation.takeUnsaid(for: .main) == "one more")
        conversation.leave("  ", to: .main)
        #expect(conversation.takeUnsaid(for: .main) == "")
    }

    @Test("what was said before the session stands before it, and the user's part of it can be said again")
    func past() {
        var conversation = Conversation()
        for text in ["one", "new"] { _ = conversation.send(text, at: .zero) }
        conversation.endRecall()
        #expect(conversation.recall(-1, typing: "") == "new")
        let past = [("u1", "old"), ("1", "an answer"), ("u1", "one"), (nil, "who?")]
        conversation.precede(by: past.map { PastMessage(text: $1, sender: $0) }, of: "u1")
        #expect(conversation.lines.map(\.text) == ["old", "an answer", "one", "who?", "one", "new"])
        #expect(conversation.lines.map(\.author) == [.user, .avatar, .user, .avatar, .user, .user])
        #expect(conversation.lines.map { $0.time == nil } == [true, true, true, true, false, false])
        // The prompt stays where it is.
        #expect(conversation.recall(-1, typing: "new") == "one")
        #expect(conversation.recall(-1, typing: "one") == "old")
        #expect(conversation.recall(-1, typing: "old") == nil)
    }

    @Test("of a text that is longer than anybody talks only the beginning is kept, however few characters it is")
    func longTexts() {
        var conversation = Conversation()
        let long = String(repeating: "la ", count: 100_000)
        let piled = "e" + String(repeating: "\u{301}", count: 100_000)
        conversation.receive(TextSegment(text: long), at: .zero)
        conversation.receive(TextSegment(text: piled), at: .zero)
        let past = [PastMessage(text: long, sender: "u1"), PastMessage(text: piled, sender: "1")]
        conversation.precede(by: past, of: "u1")
        #expect(conversation.lines.map(\.text.unicodeScalars.count) == Array(repeating: 2_000, count: 4))
        #expect(conversation.recall(-1, typing: "") == String(long.prefix(2_000)))
    }

    @Test("it stays within its limit, however long it goes on")
    func limit() {
        var conversation = Conversation()
        for number in 0..<2_000 { _ = conversation.send("line \(number)", at: .zero) }
        conversation.precede(by: [PastMessage(text: "older", sender: "u1")], of: "u1")
        #expect(conversation.lines.count == 500)
        #expect(conversation.lines.last?.text == "line 1999")
    }
}
