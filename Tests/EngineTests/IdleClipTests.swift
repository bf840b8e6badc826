import Engine
import Events
import Support
import Testing

@Suite("What the avatar idles with")
struct IdleClipTests {
    private static func clips(_ names: String) -> [(ClipName, Int)] {
        names.split(separator: " ").map { (ClipName(String($0)), 4) }
    }

    @Test(
        "the usual clip where it is there, else the first from start to end of an idle pose; a setting overrides",
        arguments: [
            ("idle_1_s_idle_1_e idle_2_s_idle_2_e", nil, "idle_1_s_idle_1_e"),
            ("idle_2_s_idle_2_e idle_1_s_idle_1_e", nil, "idle_1_s_idle_1_e"),
            ("idle_3_s_idle_3_e idle_2_e_idle_2_s talking_1_s_talking_1_e idle_2_s_idle_2_e", nil, "idle_2_s_idle_2_e"),
            ("idle_2_s_idle_3_e idle_4_s_idle_4_e", nil, "idle_4_s_idle_4_e"),
            ("talking_1_s_talking_1_e waiting", nil, "idle_1_s_idle_1_e"), ("", nil, "idle_1_s_idle_1_e"),
            ("idle_1_s_idle_1_e idle_2_s_idle_2_e", "idle_2_s_idle_2_e", "idle_2_s_idle_2_e"),
            ("idle_2_s_idle_2_e", "waiting", "idle_2_s_idle_2_e"), ("idle_1_s_idle_1_e waiting", "waiting", "waiting"),
            ("", "waiting", "waiting"),
        ] as [(String, ClipName?, ClipName)])
    func choice(names: String, wish: ClipName?, expected: ClipName) {
        for isAnnounced in [true, false] {
            var session = EngineRun(settings: Play.settings { $0.idleClip = wish })
            let clips = Self.clips(names)
            if isAnnounced, !clips.isEmpty { session.at(0, Stream.manifest(clips)) }
            for clip in clips { session.at(0.1, Stream.clip(clip.0, frames: clip.1)) }
            session.run(to: 1)
            #expect(session.engine.idleClip == expected)
            if clips.contains(where: { $0.0 == expected }) {
                let back = expected.endPose.flatMap { end in expected.startPose.map { ClipName(from: end, to: $0) } }
                let shown = session.engine.framePlan.composite?.clip
                #expect(shown == expected || shown == back)
            }
        }
    }

    @Test(
        "before anything is known the default is asked for, or the clip that was set",
        arguments: [nil, "idle_7_s_idle_7_e"])
    func first(wish: ClipName?) {
        var session = EngineRun(settings: Play.settings { $0.idleClip = wish })
        session.at(0, .linkRestored)
        session.run(to: 6)
        #expect(Play.requests(session).first?.clip == wish ?? .idle)
    }

    @Test("the idle clip of the manifest is asked for before all others")
    func order() {
        var session = EngineRun()
        session.at(0, Stream.manifest(Self.clips("talking_2_s_talking_2_e idle_1_e_talking_2_s idle_2_s_idle_2_e")))
        session.run(to: 1)
        #expect(Play.requests(session).map(\.clip) == ["idle_2_s_idle_2_e"])
    }

    @Test("it stays while something is said, also where a clip comes that would have been chosen")
    func stable() {
        var session = EngineRun()
        session.loadClips(Self.clips("idle_2_s_idle_2_e talking_2_s_talking_2_e"))
        session.at(1, Stream.chunk(0, frames: 4, clip: "talking_2_s_talking_2_e"))
        session.at(1.02, Stream.clip("idle_1_s_idle_1_e", frames: 4))
        session.at(1.05, .audioEnded)
        session.run(to: 6)
        #expect(session.engine.idleClip == "idle_2_s_idle_2_e")
        #expect(session.engine.framePlan.composite?.clip == "idle_2_s_idle_2_e")
    }

    /// Clips that were on screen, repeats left out, from the first moment of a message of one chunk on.
    private static func run(_ names: String, talking: ClipName) -> (clips: [ClipName], session: EngineRun) {
        var session = EngineRun()
        session.loadClips(clips(names))
        session.at(1, Stream.chunk(0, frames: 4, clip: talking))
        session.at(1, .audioEnded)
        session.run(to: 4)
        let shown = session.records.filter { $0.shown >= Instant(seconds: 1) && $0.mode != .idle }.compactMap(\.clip)
        return (shown.reduce(into: []) { if $0.last != $1 { $0.append($1) } }, session)
    }

    @Test("an avatar of other poses: bridge, talking and way home by pose, and idling again")
    func otherPoses() {
        let names =
            "idle_2_s_idle_2_e idle_2_e_idle_2_s idle_2_e_talking_2_s talking_2_s_talking_2_e talking_2_e_idle_2_s"
        let (clips, session) = Self.run(names, talking: "talking_2_s_talking_2_e")
        #expect(clips == ["idle_2_e_talking_2_s", "talking_2_s_talking_2_e", "talking_2_e_idle_2_s"])
        #expect(session.modes == [.idle, .transition, .overlay, .returnTransition, .idle])
        let idling = Set(session.records.filter { $0.mode == .idle }.compactMap(\.clip))
        #expect(idling == ["idle_2_s_idle_2_e", "idle_2_e_idle_2_s"])
        #expect(session.count(.missingBaseClip) == 0)
    }

    @Test(
        "two idle poses and two talking poses: bridges and ways home of the pose that idles",
        arguments: [1, 2])
    func twoPoses(talking: Int) {
        var names: [String] = []
        for idle in 1...2 {
            names += ["idle_\(idle)_s_idle_\(idle)_e", "idle_\(idle)_e_idle_\(idle)_s"]
            for talk in 1...2 { names += ["idle_\(idle)_e_talking_\(talk)_s", "talking_\(talk)_e_idle_\(idle)_s"] }
        }
        names += ["talking_1_s_talking_1_e", "talking_2_s_talking_2_e"]
        let clip = ClipName("talking_\(talking)_s_talking_\(talking)_e")
        let (clips, session) = Self.run(names.joined(separator: " "), talking: clip)
        #expect(clips == [ClipName("idle_1_e_talking_\(talking)_s"), clip, ClipName("talking_\(talking)_e_idle_1_s")])
        #expect(session.engine.idleClip == .idle)
    }

    @Test("where only a way to another idle pose is there, it is taken rather than a cut")
    func otherWayHome() {
        let (clips, session) = Self.run(
            "idle_1_s_idle_1_e talking_1_s_talking_1_e talking_1_e_idle_2_s", talking: "talking_1_s_talking_1_e")
        #expect(clips == ["talking_1_s_talking_1_e", "talking_1_e_idle_2_s"])
        #expect(session.engine.framePlan.composite?.clip == .idle)
    }
}
