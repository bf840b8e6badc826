import Events
import Support
import Testing

@testable import PictureInPicture

@Suite struct CastSelectionTests {
    private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test(
        "what counts more goes first, and of equals who joined first",
        arguments: [
            ([], []), ([.publishesAudio(true)], [.publishesAudio(false)]), ([.publishesVideo(true)], []),
            ([.ingress(.other)], [.publishesVideo(true)]), ([.ingress(.rtsp)], [.ingress(.other)]),
            ([.ingress(.whip)], [.ingress(.rtsp)]), ([.ingress(.srt)], [.ingress(.whip)]),
            ([.ingress(.rtmp)], [.ingress(.srt)]), ([.hasRaisedHand(true)], [.ingress(.rtmp)]),
            ([.isSpeaking(true)], [.hasRaisedHand(true)]), ([.isDominant(true)], [.isSpeaking(true)]),
            ([.pin(CallPin(isRemote: false, time: .zero))], [.isDominant(true)]),
            (
                [.pin(CallPin(isRemote: false, time: .seconds(2)))],
                [.pin(CallPin(isRemote: false, time: .seconds(1))), .isDominant(true)]
            ),
            (
                [.pin(CallPin(isRemote: true, time: .seconds(1)))],
                [.pin(CallPin(isRemote: false, time: .seconds(2)))]
            ),
            ([.sharesScreen(true)], [.pin(CallPin(isRemote: true, time: .seconds(2))), .isDominant(true)]),
        ] as [([CallMemberChange], [CallMemberChange])])
    func order(better: [CallMemberChange], worse: [CallMemberChange]) {
        let isEqual = better.isEmpty
        #expect(CastSelection.first(of: .joined(("a", better), ("b", worse)), includesLocal: false)?.id == "a")
        let turned = CastSelection.first(of: .joined(("a", worse), ("b", better)), includesLocal: false)
        #expect(turned?.id == (isEqual ? "a" : "b"))
    }

    @Test("PN54 oneself is shown where nobody else is, and only when it is wanted")
    func local() {
        let alone = Call.joined(("me", [.isLocal(true), .isDominant(true)]))
        #expect(CastSelection.first(of: alone, includesLocal: false) == nil)
        #expect(CastSelection.first(of: alone, includesLocal: true)?.id == "me")
        let two = Call.joined(("me", [.isLocal(true), .isDominant(true)]), ("a", []))
        #expect(CastSelection.first(of: two, includesLocal: true)?.id == "a")
    }

    @Test("PN55 of two who are dominant at once the first one is shown")
    func twoDominant() {
        let call = Call.joined(("a", [.isDominant(true)]), ("b", [.isDominant(true)]))
        #expect(CastSelection.first(of: call, includesLocal: false)?.id == "a")
    }

    @Test("PN63 a dominant speaker without video goes before somebody with video")
    func dominantWithoutVideo() {
        let call = Call.joined(("a", [.publishesVideo(true)]), ("b", [.isDominant(true)]))
        #expect(CastSelection.first(of: call, includesLocal: false)?.id == "b")
    }

    @Test("PN56 speakers that change every 50 ms are followed, at most once in 300 ms")
    func calm() {
        var call = Call.joined(("a", []), ("b", []))
        var selection = CastSelection()
        var changes: [Int64] = []
        var before: String?
        for time in stride(from: Int64(0), through: 10_000, by: 50) {
            let isFirst = time / 50 % 2 == 0
            call.hear(.member("a", [.isSpeaking(isFirst)]), .member("b", [.isSpeaking(!isFirst)]))
            selection.update(call, includesLocal: false, at: Self.at(time))
            if selection.shown != before { changes.append(time) }
            before = selection.shown
        }
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $1 - $0 >= 300 })
        #expect(changes.count >= 25, "\(changes.count)")
    }

    @Test("a change that has to wait comes at the end of the time, not before")
    func trailing() {
        var call = Call.joined(("a", []), ("b", []))
        var selection = CastSelection()
        selection.update(call, includesLocal: false, at: Self.at(0))
        #expect(selection.shown == "a" && selection.deadline == nil)
        call.hear(.member("b", [.isSpeaking(true)]))
        selection.update(call, includesLocal: false, at: Self.at(100))
        #expect(selection.shown == "a" && selection.deadline == Self.at(300))
        selection.update(call, includesLocal: false, at: Self.at(299))
        #expect(selection.shown == "a")
        selection.update(call, includesLocal: false, at: Self.at(300))
        #expect(selection.shown == "b" && selection.deadline == nil)
        // What is taken back before its time never comes.
        call.hear(.member("b", [.isSpeaking(false)]))
        selection.update(call, includesLocal: false, at: Self.at(350))
        call.hear(.member("b", [.isSpeaking(true)]))
        selection.update(call, includesLocal: false, at: Self.at(400))
        #expect(selection.shown == "b" && selection.deadline == nil)
    }

    @Test("PN57 at once: who is shown leaves, loses the source, or somebody shares a screen")
    func urgent() {
        func shown(_ events: CallEvent...) -> String? {
            var call = Call.joined(("a", [.publishesVideo(true), .source("s"), .isSpeaking(true)]), ("b", []))
            call.hear(.source("s", []))
            var selection = CastSelection()
            selection.update(call, includesLocal: false, at: Self.at(0))
            for event in events { call.hear(event) }
            selection.update(call, includesLocal: false, at: Self.at(1))
            return selection.shown
        }
        #expect(shown(.memberLeft("a")) == "b")
        #expect(shown(.member("b", [.sharesScreen(true)])) == "b")
        #expect(shown(.member("b", [.isDominant(true)])) == "a")
        #expect(
            shown(
                .member("a", [.sharesScreen(true), .shareSource("s")]),
                .member("b", [.sharesScreen(true), .isDominant(true)])) == "a",
            "a screen in place of a screen is not urgent")
        #expect(shown(.member("b", [.isDominant(true)]), .source("s", [.isEnded(true)])) == "b")
        #expect(shown(.memberLeft("a"), .memberLeft("b")) == nil)
        #expect(shown(.member("a", [.isLocal(true)])) == "b")
    }

    @Test("PN50 a new call begins with nobody, whoever was shown in the one before")
    func newCall() {
        var call = Call.joined(("a", []))
        var selection = CastSelection()
        selection.update(call, includesLocal: false, at: Self.at(0))
        call.hear(.state(.joined, call: "d"), .member("a", []), .member("x", [.isDominant(true)]))
        selection.update(call, includesLocal: false, at: Self.at(1))
        #expect(selection.shown == "x", "nobody waits for its turn after the call before")
        call.hear(.state(.left, call: "d"))
        selection.update(call, includesLocal: false, at: Self.at(2))
        #expect(selection.shown == nil && selection.deadline == nil)
    }
}
