import Events
import Testing

@testable import PictureInPicture

/// Avatars that are members of a call.
@Suite struct AvatarsTests {
    private static let lea = Member("lea") ?? .main

    private static func member(_ source: String) -> [CallMemberChange] { [.publishesVideo(true), .source(source)] }

    private static let still = AvatarState(hasPicture: true, isTalking: false)
    private static let talking = AvatarState(hasPicture: true, isTalking: true)

    /// Frames of speech of a 30th of a second.
    private static func frames(_ there: Int, of all: Int) -> [DueFrame] {
        (0..<all).map { DueFrame(isThere: $0 < there, period: .milliseconds(33)) }
    }

    /// A call of two avatars, the stage covered.
    private static func two() -> TileRun {
        var run = TileRun.covered(("1", member("one")), ("2", member("two")))
        run.at(0, .source("one", [.avatar(.main)]))
        run.at(0, .source("two", [.avatar(lea)]))
        run.at(0, still, of: .main)
        run.at(0, still, of: lea)
        run.end()
        return run
    }

    @Test("until an avatar has a picture its placeholder stands in for it, and it is not read from anywhere")
    func picture() {
        var run = TileRun.covered(("1", Self.member("one")))
        run.at(0, .source("one", [.avatar(.main)]))
        run.end()
        #expect(run.record.content == .video && run.record.picture == .placeholder)
        run.at(1, AvatarState(hasPicture: false, isTalking: false), of: .main)
        run.end()
        #expect(run.record.picture == .placeholder)
        run.at(2, Self.still, of: .main)
        run.end()
        #expect(run.record.picture == .frame && run.tile.shownAvatar == .main && run.tile.attached == nil)
        run.at(3, .state(.reconnecting, call: "c"))
        run.end()
        #expect(run.record.picture == .panel && run.record.hasFrameBehind)
    }

    @Test("what an engine had come to before its avatar was a member is known then")
    func before() {
        var run = TileRun.covered(("1", Self.member("one")))
        run.at(0, Self.talking, of: .main)
        run.at(1, .source("one", [.avatar(.main)]))
        run.end()
        #expect(run.record.picture == .frame && run.record.snapshot.overlays.isSpeaking)
        run.at(2, .source("one", [.avatar(nil)]))
        run.end()
        #expect(run.record.picture == .placeholder && run.tile.shownAvatar == nil)
    }

    @Test("an avatar that nobody tells of opens no turn")
    func nobody() {
        var run = Self.two()
        let published = run.published.count
        run.at(1, Self.talking, of: Member("other") ?? .main)
        #expect(run.tile.deadline == nil)
        run.end()
        #expect(run.published.count == published)
    }

    @Test("what an engine says once more opens no turn")
    func sameAgain() {
        var run = Self.two()
        run.at(1, Self.still, of: .main)
        #expect(run.tile.deadline == nil)
    }

    @Test("avatars are known by the members that have them, by name where they have one, and whether they are pinned")
    func members() {
        var run = Self.two()
        #expect(run.tile.calledAvatars == [.main, Self.lea])
        run.at(1, .member("2", [.name("Lea"), .pin(CallPin(isRemote: false, time: .zero))]))
        run.at(1, .member("3", []))
        run.end()
        let members = run.tile.avatarMembers
        #expect(members.map(\.avatar) == [.main, Self.lea] && members.map(\.name) == ["1", "Lea"])
        #expect(members.map(\.id) == ["1", "2"])
        #expect(members.map(\.isPinned) == [false, true])
    }

    @Test("who talks speaks and is shown, at most every 300 ms; who began last, and then who goes on")
    func dominant() {
        var run = Self.two()
        #expect(run.record.snapshot.member == "1" && !run.record.snapshot.overlays.isSpeaking)
        run.at(1, Self.talking, of: Self.lea)
        run.end()
        #expect(run.record.snapshot.member == "2" && run.record.snapshot.overlays.isSpeaking)
        // Both talk.
        run.at(1.1, Self.talking, of: .main)
        run.end()
        #expect(run.record.snapshot.member == "2")
        run.reach(1.301)
        #expect(run.record.snapshot.member == "1")
        run.at(2, Self.still, of: .main)
        run.end()
        #expect(run.record.snapshot.member == "2" && run.record.snapshot.overlays.isSpeaking)
        // Nobody talks: who did last stays.
        run.at(3, Self.still, of: Self.lea)
        run.at(4, Self.still, of: .main)
        run.end()
        #expect(run.record.snapshot.member == "2" && !run.record.snapshot.overlays.isSpeaking)
    }

    @Test("a script's word of an avatar's speaking and quality does not count against what its engine says")
    func told() {
        var run = Self.two()
        run.at(1, .member("1", [.isSpeaking(true), .isDominant(true), .quality(3)]))
        run.end()
        #expect(!run.record.snapshot.overlays.isSpeaking && run.record.snapshot.overlays.quality == .unknown)
    }

    @Test("quality: unknown for less than 2 s of talking, then by the share that was there: 90 % and 60 %")
    func quality() {
        func quality(_ there: Int, of all: Int) -> ConnectionQuality {
            var run = Self.two()
            run.at(1, Self.talking, of: .main, Self.frames(there, of: all))
            run.end()
            return run.record.snapshot.overlays.quality
        }
        // 60 frames of 33 ms are 1.98 s.
        #expect(quality(60, of: 60) == .unknown && quality(61, of: 61) == .excellent)
        #expect(quality(90, of: 100) == .excellent && quality(89, of: 100) == .good)
        #expect(quality(60, of: 100) == .good && quality(59, of: 100) == .poor)
        #expect(quality(1, of: 100) == .poor && quality(0, of: 100) == .poor)
    }

    @Test("quality at its limits: 2 s and 10 s of talking, 90 % and 60 % of it")
    func limits() {
        func quality(_ there: Int, of all: Int, milliseconds: Int64) -> ConnectionQuality {
            var frames = DueFrames()
            for number in 0..<all { frames.add(DueFrame(isThere: number < there, period: .milliseconds(milliseconds))) }
            return frames.quality
        }
        #expect(
            quality(19, of: 19, milliseconds: 100) == .unknown && quality(20, of: 20, milliseconds: 100) == .excellent)
        #expect(quality(18, of: 20, milliseconds: 100) == .excellent && quality(12, of: 20, milliseconds: 100) == .good)
        // The one that is there is the first: it counts while no more than 10 s have passed since it began.
        #expect(quality(6, of: 10, milliseconds: 1_000) == .good && quality(6, of: 11, milliseconds: 1_000) == .poor)
    }

    @Test("only the last 10 s of talking count, however long ago they were")
    func window() {
        var frames = DueFrames()
        for frame in Self.frames(0, of: 1_000) { frames.add(frame) }
        #expect(frames.quality == .poor)
        // 303 of 33 ms are the last that fit into 10 s.
        for frame in Self.frames(272, of: 272) { frames.add(frame) }
        #expect(frames.quality == .good)
        for frame in Self.frames(1, of: 1) { frames.add(frame) }
        #expect(frames.quality == .excellent)
        var odd = DueFrames()
        odd.add(DueFrame(isThere: true, period: .zero))
        #expect(odd == DueFrames())
        odd.add(DueFrame(isThere: false, period: TimeSpan(seconds: 30)))
        #expect(odd.quality == .poor)
        odd.add(DueFrame(isThere: true, period: TimeSpan(seconds: 30)))
        #expect(odd.quality == .excellent)
    }
}
