import Events
import Support
import Testing

@testable import Live

private typealias Action = RecordedConversation.Action

@Suite struct RecordedConversationTests {
    /// A conversation beside how its session stands; times are seconds.
    private struct Driver {
        var conversation: RecordedConversation
        var standing = RecordedConversation.Standing()
        var now = Instant.zero

        init(
            _ messages: [String], hasTime: Bool = false,
            _ change: (inout RecordedConversation.Limits) -> Void = { _ in }
        ) {
            var limits = RecordedConversation.Limits()
            change(&limits)
            conversation = RecordedConversation(saying: messages, hasTime: hasTime, limits)
        }

        mutating func handle(_ input: RecordedConversation.Input) -> [Action] {
            conversation.handle(input, standing, at: now)
        }

        /// Another turn, so much later.
        mutating func turn(after seconds: Double = 0) -> [Action] {
            now += TimeSpan(microseconds: Int64(seconds * 1e6))
            return handle(.turn)
        }

        mutating func hear(_ inputs: LocalInput...) -> [Action] {
            handle(.heard(inputs.map { Event(now, .local($0)) }))
        }

        /// Linked, with its clips.
        mutating func link() {
            (standing.isLinked, standing.loadedClips, standing.knownClips) = (true, 2, 2)
            _ = handle(.linked)
        }

        /// What was to be said goes out, and the engine hears of it.
        mutating func send() {
            standing.generation += 1
            (standing.isAwaitingAnswer, standing.hasEndSignal) = (true, false)
            _ = handle(.sent(standing.generation))
            _ = hear(.sent)
        }

        /// Something of the answer is heard and shown; then the avatar is at home again.
        mutating func answer(hasEnd: Bool) {
            (standing.isAwaitingAnswer, standing.isAnimating, standing.lastHeardAt) = (false, true, now)
            _ = turn()
            (standing.isAnimating, standing.hasEndSignal) = (false, hasEnd)
        }

        /// Linked, and the first message has gone out.
        static func waiting(
            _ messages: [String] = ["one", "two"], hasTime: Bool = false,
            _ change: (inout RecordedConversation.Limits) -> Void = { _ in }
        ) -> Driver {
            var driver = Driver(messages, hasTime: hasTime, change)
            driver.link()
            #expect(driver.turn() == [.say(messages[0], number: 1)])
            driver.send()
            return driver
        }
    }

    @Test("the first message needs a link, then all clips, and an avatar that is at home")
    func beginning() {
        var driver = Driver(["one"])
        (driver.standing.loadedClips, driver.standing.knownClips) = (2, 2)
        #expect(driver.turn(after: 1_000).isEmpty)
        driver.standing.isLinked = true
        #expect(driver.turn().isEmpty, "the link has not been told yet")
        _ = driver.handle(.linked)
        driver.standing.knownClips = 0
        #expect(driver.turn().isEmpty, "which clips there are is not known yet")
        driver.standing.knownClips = 3
        #expect(driver.turn().isEmpty)
        (driver.standing.loadedClips, driver.standing.isAwaitingManifest) = (3, true)
        #expect(driver.turn().isEmpty, "there may be more")
        driver.standing.isAwaitingManifest = false
        driver.standing.isAnimating = true
        #expect(driver.turn().isEmpty)
        driver.standing.isAnimating = false
        #expect(driver.turn() == [.say("one", number: 1)])
        #expect(driver.turn().isEmpty, "once")
    }

    @Test(
        "clips are waited for until the limit, counted from the first link; then it is said with those that are there")
    func someClips() {
        var driver = Driver(["one"])
        driver.now = .zero + .seconds(100)
        driver.link()
        driver.standing.loadedClips = 1
        #expect(driver.turn(after: 90).isEmpty)
        _ = driver.handle(.linked)  // again, after a link that was lost
        #expect(driver.turn(after: 89.999_999).isEmpty)
        #expect(driver.turn(after: 0.000_001) == [.say("one", number: 1)])
    }

    @Test("with no clip at all it is given up at the limit, unless somebody has set a time", arguments: [false, true])
    func noClips(hasTime: Bool) {
        var driver = Driver(["one"], hasTime: hasTime)
        driver.link()
        driver.standing.loadedClips = 0
        #expect(driver.turn(after: 179.999_999).isEmpty)
        let reason = "no complete clip received within 180s; nothing was sent"
        #expect(driver.turn(after: 0.000_001) == (hasTime ? [] : [.giveUp(reason: reason)]))
        #expect(driver.conversation.unanswered(isAnswering: false) == ["one"])
    }

    @Test("an answer with its end signal is over after a second of silence, and the next one is said")
    func ended() {
        var driver = Driver.waiting()
        driver.now += .seconds(5)
        driver.answer(hasEnd: true)
        #expect(driver.turn(after: 0.999_999).isEmpty)
        #expect(driver.turn(after: 0.000_001) == [.announce("answered"), .say("two", number: 2)])
        driver.send()
        driver.answer(hasEnd: true)
        #expect(driver.turn(after: 1) == [.announce("answered"), .end])
        #expect(driver.conversation.unanswered(isAnswering: false).isEmpty && !driver.conversation.isUnderWay)
    }

    @Test("one without is over after the silence that was set, counted from what was heard or shown last")
    func silence() {
        var driver = Driver.waiting { $0.silence = .seconds(4) }
        driver.answer(hasEnd: false)
        #expect(driver.turn(after: 3).isEmpty)
        driver.standing.lastHeardAt = driver.now  // more of it, which shows nothing
        #expect(driver.turn(after: 3.999_999).isEmpty)
        #expect(
            driver.turn(after: 0.000_001) == [
                .announce("answered; no end signal within 4s"), .say("two", number: 2),
            ])
        #expect(driver.conversation.missed.isEmpty)
    }

    @Test("one that has not begun by its limit is not coming")
    func noAnswer() {
        var driver = Driver.waiting()
        #expect(driver.turn(after: 60).isEmpty)
        #expect(driver.turn(after: 0.000_001) == [.announce("no answer within 60s"), .say("two", number: 2)])
        #expect(driver.conversation.missed == ["one"])
    }

    @Test("nothing is judged before it has been heard that it was said, nor while the avatar is under way")
    func notYet() {
        var driver = Driver(["one"])
        driver.link()
        _ = driver.turn()
        driver.standing.hasEndSignal = true  // of what came before
        #expect(driver.turn(after: 100).isEmpty)
        driver.send()
        driver.standing.isAnimating = true
        #expect(driver.turn(after: 1_000).isEmpty)
    }

    @Test("an answer that gives way to another message is none")
    func givesWay() {
        var driver = Driver.waiting()
        driver.answer(hasEnd: true)
        driver.standing.generation += 1
        #expect(driver.turn().first == .announce("the answer was replaced by another message"))
        #expect(driver.conversation.missed == ["one"])
    }

    @Test("what is not taken is missed; what becomes of an earlier message concerns nobody")
    func notTaken() {
        var driver = Driver.waiting()
        #expect(driver.handle(.notTaken(number: 1, reason: "status 500")) == [.announce("not sent: status 500")])
        #expect(driver.turn() == [.say("two", number: 2)])
        driver.send()
        #expect(driver.handle(.notTaken(number: 1, reason: "too late")).isEmpty)
        #expect(
            driver.conversation.missed == ["one"]
                && driver.conversation.unanswered(isAnswering: false) == ["one", "two"])
    }

    @Test("N45 a link that is lost with parts of the answer breaks it off, one that was there as a whole is over")
    func lostLink() {
        var driver = Driver.waiting()
        driver.standing.dropped = 1
        #expect(driver.hear(.linkLost(reason: "x")) == [.announce("the answer was cut off: connection lost")])
        #expect(driver.conversation.missed == ["one"])

        driver = Driver.waiting()
        driver.answer(hasEnd: true)
        #expect(driver.hear(.linkLost(reason: "x")).isEmpty)
        #expect(driver.turn(after: 1).first == .announce("answered"))

        // What was dropped with an earlier link is not of this answer.
        driver = Driver.waiting()
        driver.standing.dropped = 5
        _ = driver.hear()
        driver.answer(hasEnd: true)
        #expect(driver.hear(.linkClosed).isEmpty)
    }

    @Test("N45 the rest of an answer may come on another link; without it the answer is broken off by the silence")
    func restOnAnotherLink() {
        var driver = Driver.waiting()
        driver.answer(hasEnd: false)
        _ = driver.hear(.linkLost(reason: "x"))
        var comes = driver
        #expect(driver.turn(after: 14.999_999).isEmpty)
        #expect(driver.turn(after: 0.000_001).first == .announce("the answer was cut off: connection lost"))

        comes.now += .seconds(5)
        comes.answer(hasEnd: true)
        #expect(comes.turn(after: 1).first == .announce("answered"))
        #expect(comes.conversation.missed.isEmpty)
    }

    @Test(
        "behind a clip to go home by more may come: a link that is lost there breaks the answer off, unless it goes on")
    func lostBehindClip() {
        for (isClip, goesOn) in [(true, false), (true, true), (false, false)] {
            var driver = Driver.waiting()
            driver.answer(hasEnd: true)
            driver.standing.endsWithClipAlone = isClip
            #expect(driver.hear(.linkLost(reason: "x")).isEmpty)
            if goesOn {
                _ = driver.turn(after: 0.5)
                driver.answer(hasEnd: true)
            }
            let isOver = !isClip || goesOn
            #expect(driver.turn(after: 2).first == (isOver ? .announce("answered") : nil))
            guard !isOver else { continue }
            #expect(driver.turn(after: 100).first == .announce("the answer was cut off: connection lost"))
        }
    }

    @Test("a link that was lost before it was heard that it was said says nothing of the answer")
    func lostBefore() {
        var driver = Driver(["one"])
        driver.link()
        _ = driver.turn()
        driver.standing.dropped = 1
        #expect(driver.hear(.linkLost(reason: "x")).isEmpty)
        #expect(driver.conversation.missed.isEmpty)
    }

    @Test("without messages it goes on until somebody ends it, and with a time until that", arguments: [false, true])
    func listening(hasTime: Bool) {
        var driver = Driver(hasTime ? ["one"] : [], hasTime: hasTime)
        driver.link()
        if hasTime {
            _ = driver.turn()
            driver.send()
            driver.answer(hasEnd: true)
            #expect(driver.turn(after: 1) == [.announce("answered")])
        }
        #expect(driver.turn(after: 10_000).isEmpty && !driver.conversation.isUnderWay)
    }

    @Test("whatever happens, each message is said once, in order, and is answered, missed or still to come")
    func anyOrder() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let messages = (0..<Int.random(in: 0...4, using: &random)).map { "m\($0)" }
            var driver = Driver(messages, hasTime: Bool.random(using: &random))
            var (said, answered): ([String], Int) = ([], 0)
            for _ in 0..<200 {
                var actions: [Action] = []
                driver.now += .milliseconds(Int64.random(in: 0...9_000, using: &random))
                switch Int.random(in: 0..<8, using: &random) {
                case 0: driver.link()
                case 1: driver.standing.isLinked.toggle()
                case 2: driver.standing.isAnimating.toggle()
                case 3:
                    driver.standing.dropped += Int.random(in: 0...1, using: &random)
                    actions = driver.hear(.linkLost(reason: "x"))
                case 4: actions = driver.handle(.notTaken(number: Int.random(in: 0...5, using: &random), reason: "x"))
                case 5: driver.answer(hasEnd: Bool.random(using: &random))
                default: actions = driver.turn()
                }
                for action in actions {
                    switch action {
                    case .say(let text, let number):
                        said.append(text)
                        #expect(number == said.count)
                        driver.send()
                    case .announce(let line) where line.hasPrefix("answered"): answered += 1
                    default: break
                    }
                }
                #expect(said == Array(messages.prefix(said.count)))
                #expect(
                    answered + driver.conversation.unanswered(isAnswering: false).count == messages.count,
                    "seed \(seed)")
            }
        }
    }
}
