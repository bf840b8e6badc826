import Events
import Support
import Testing

@testable import PictureInPicture

@Suite struct CallTests {
    @Test("members stand in the order in which they joined; whoever comes again is the last")
    func order() {
        var call = Call.joined(("a", []), ("b", []), ("c", []))
        call.hear(.member("a", [.name("A")]), .memberLeft("b"), .member("b", []))
        #expect(call.members.map(\.id) == ["a", "c", "b"])
        #expect(call.handle(.memberLeft("z")) == "an unknown member left")
    }

    @Test("what an update does not name keeps its value")
    func updates() {
        var call = Call.joined(("a", [.name("A"), .isSpeaking(true), .publishesAudio(false)]))
        call.hear(.member("a", [.quality(3)]), .source("s", [.rate(25)]), .source("s", [.isEnabled(false)]))
        let member = call[member: "a"]
        #expect(member?.name == "A" && member?.isSpeaking == true && member?.publishesAudio == false)
        #expect(member?.quality == .excellent && call[source: "s"]?.rate == 25 && call[source: "s"]?.isEnabled == false)
    }

    @Test("PN50 nothing of one call is in the next, which may begin in the same turn")
    func secondCall() {
        var call = Call.joined(("a", [.name("A")]))
        call.hear(.source("s", []), .state(.left, call: "c"), .state(.joined, call: "d"))
        #expect(call.id == "d" && call.members.isEmpty && call[source: "s"] == nil)
        // Also where the first one was not left.
        call.hear(.member("b", []), .state(.joining, call: "e"))
        #expect(call.id == "e" && call.members.isEmpty)
    }

    @Test("PN51 PB23 what an earlier call tells late is not heard")
    func lateEvents() {
        var call = Call.joined(("a", []))
        call.hear(.state(.joined, call: "d"), .member("b", []))
        for state in [CallState.reconnecting, .joined, .joining, .left] {
            #expect(call.handle(.state(state, call: "c")) != nil)
            #expect(call.id == "d" && call.state == .joined && call.members.map(\.id) == ["b"])
        }
        call.hear(.state(.left, call: "d"))
        #expect(call.handle(.state(.offline, call: "d")) != nil && !call.isThere && !call.isReconnecting)
        #expect(call.handle(.member("b", [])) == "no call" && call.members.isEmpty)
        #expect(call.handle(.source("s", [])) != nil && call.handle(.frame(source: "s", picture: .test)) != nil)
        call.hear(.state(.joined, call: "d"))
        #expect(call.isThere)
    }

    @Test("one that is over may be joined once more, from the beginning of joining; nothing is left of its state")
    func joinedAgain() {
        var call = Call.joined(("a", []))
        call.hear(.state(.reconnecting, call: "c"), .state(.left, call: "c"))
        #expect(!call.isThere && call.state == .left)
        #expect(call.handle(.state(.left, call: "z")) != nil && !call.isThere, "that one never was there")
        call.hear(.state(.joining, call: "c"))
        #expect(call.id == "c" && call.state == .joining)
    }

    @Test("what came of an earlier instance of a source says nothing of the one of now")
    func lateOutcomes() {
        var call = Call.joined()
        call.hear(.source("s", [.instance(2)]))
        let before = call
        let outcomes: [SourceOutcome] = [
            .ended, .failed(reason: "gone"), .opened(PixelSize(width: 8, height: 8), pixelAspect: 2),
        ]
        for outcome in outcomes { call.apply(outcome, to: SourceIdentity(name: "s", instance: 1)) }
        call.learn(PixelSize(width: 8, height: 8), of: SourceIdentity(name: "s", instance: 1))
        #expect(call == before)
    }

    @Test("what cannot be opened is not there, until it can be, with a size and a shape that are some")
    func outcomes() {
        let source = SourceIdentity(name: "s")
        for outcome in [SourceOutcome.failed(reason: "no such file"), .ended] {
            var call = Call.joined()
            call.hear(.source("s", []))
            call.apply(outcome, to: source)
            #expect(call[source: "s"]?.resolves == false)
            call.apply(.opened(.zero, pixelAspect: 1), to: source)
            #expect(call[source: "s"]?.resolves == false && call[source: "s"]?.size == nil)
            for aspect in [2, .nan, .infinity, 0, -1] {
                call.apply(.opened(PixelSize(width: 8, height: 6), pixelAspect: aspect), to: source)
                #expect(call[source: "s"]?.pixelAspect == (aspect == 2 ? 2 : 1) && call[source: "s"]?.resolves == true)
            }
            call.hear(.source("s", [.instance(0)]))
            #expect(call[source: "s"]?.size == PixelSize(width: 8, height: 6), "the same once more is no other")
            call.hear(.source("s", [.rate(.infinity)]))
            #expect(call[source: "s"]?.rate == nil)
        }
    }

    @Test("the revision is another whenever anything may be, and the same where nothing is")
    func revisions() {
        var call = Call.joined(("a", [.source("s")]))
        call.hear(.source("s", [.avatar(.main)]))
        var avatars = Avatars()
        _ = avatars.hear(AvatarState(hasPicture: true, isTalking: true), [], of: .main)
        let source = SourceIdentity(name: "s")
        let changes: [(inout Call) -> Void] = [
            { $0.hear(.member("a", [.name("A")])) }, { $0.apply(.ended, to: source) }, { $0.follow(avatars) },
            { $0.learn(PixelSize(width: 8, height: 8), of: source) },
        ]
        for change in changes {
            let before = call.revision
            change(&call)
            #expect(call.revision != before)
        }
        let after = call
        for change in changes.suffix(2) { change(&call) }
        #expect(call == after)
    }

    @Test("members may be told before the first call is")
    func before() {
        var call = Call()
        call.hear(.member("a", []), .source("s", []))
        #expect(!call.isThere && TileSnapshot(call, shown: "a") == TileSnapshot())
        #expect(CastSelection.first(of: call, includesLocal: true) == nil)
        call.hear(.state(.joined, call: "c"))
        #expect(TileSnapshot(call, shown: "a").content == .avatar)
    }

    @Test("a thousand members and a thousand sources, and none beyond")
    func limits() {
        var call = Call.joined()
        for number in 0..<Call.mostMembers { call.hear(.member("\(number)", []), .source("\(number)", [])) }
        #expect(call.handle(.member("one more", [])) == "more than 1000 members")
        #expect(call.handle(.source("one more", [])) == "more than 1000 sources")
        call.hear(.member("7", [.name("Seven")]), .source("7", [.isEnded(true)]))
        #expect(call.members.count == 1_000 && call[source: "one more"] == nil)
        #expect(call.handle(.frame(source: "one more", picture: .test)) == "more than 1000 sources")
        call.hear(.memberLeft("3"), .member("one more", []))
    }

    @Test("a source may be known by its frames alone")
    func frames() {
        var call = Call.joined(("a", [.publishesVideo(true), .source("s")]))
        call.hear(.frame(source: "s", picture: .test))
        #expect(TileSnapshot(call, shown: "a").content == .video)
    }

    @Test("of calls that are over the last hundred are known again")
    func ended() {
        var call = Call()
        for number in 0...(Call.mostEnded + 1) { call.hear(.state(.joined, call: "\(number)")) }
        #expect(call.handle(.state(.offline, call: "1")) != nil)
        #expect(call.handle(.state(.offline, call: "0")) == nil, "as any other")
        // However often another one is joined.
        call.hear(.state(.joined, call: "often"))
        for _ in 0...Call.mostEnded { call.hear(.state(.left, call: "often"), .state(.joined, call: "often")) }
        #expect(call.handle(.state(.offline, call: "50")) != nil)
    }

    @Test("PB4 PN28 a size is taken within 1 to 16384 on both sides")
    func sizes() {
        for (width, height) in [(0, 0), (0, 480), (640, 0), (-1, 480), (100_000, 1), (16_385, 1), (1, 16_385)] {
            #expect(!PreferredSize.accepts(PixelSize(width: width, height: height)))
            var preferred = PreferredSize()
            preferred.receive(PixelSize(width: width, height: height))
            #expect(preferred.size == PreferredSize.usual)
        }
        #expect(PreferredSize.accepts(PixelSize(width: 1, height: 16_384)))
        var call = Call.joined()
        call.hear(.source("s", [.size(PixelSize(width: 8, height: 8)), .size(.zero), .rate(.nan), .rate(-1)]))
        #expect(call[source: "s"]?.size == PixelSize(width: 8, height: 8) && call[source: "s"]?.rate == nil)
    }

    @Test("PN32 with a fixed policy nothing else changes the size")
    func policies() {
        var preferred = PreferredSize()
        preferred.receive(PixelSize(width: 720, height: 1_280), pixelAspect: 2)
        #expect(preferred.aspect == 1.125)
        preferred.set(.fixed(PixelSize(width: 640, height: 480)))
        preferred.receive(PixelSize(width: 100, height: 100))
        #expect(preferred.size == PreferredSize.usual && preferred.pixelAspect == 1)
        preferred.set(.fixed(.zero))
        #expect(preferred.size == PreferredSize.usual)
        preferred.set(.adaptive)
        for aspect in [.nan, .infinity, 0, -1] as [Double] {
            preferred.receive(PixelSize(width: 100, height: 100), pixelAspect: aspect)
            #expect(preferred.aspect == 1)
        }
    }
}

extension Payload {
    static let test = Payload(hash: ContentHash(words: (1, 2, 3, 4)), byteCount: 1)
    static let second = Payload(hash: ContentHash(words: (5, 6, 7, 8)), byteCount: 1)
}
