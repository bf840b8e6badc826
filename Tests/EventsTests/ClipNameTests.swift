import Events
import Testing

@Suite struct ClipNameTests {
    @Test(
        "a clip starts in its first pose and ends in its second",
        arguments: [
            ("idle_1_s_idle_1_e", "idle_1_s", "idle_1_e"), ("idle_1_e_talking_1_s", "idle_1_e", "talking_1_s"),
            ("talking_12_s_hi_1a_e", "talking_12_s", "hi_1a_e"), ("a_0_e_b_9Z_e", "a_0_e", "b_9Z_e"),
        ])
    func poses(name: String, start: String, end: String) {
        #expect(ClipName(name).startPose?.text == start)
        #expect(ClipName(name).endPose?.text == end)
    }

    @Test(
        "other spellings are opaque: they have no poses",
        arguments: [
            "", "_", "_____", "idle_1_s", "idle_1", "talking_2_s_e", "Idle_1", "TR_1", "Idle_1_s_idle_1_e",
            "idle_1_S_idle_1_e", "idle_1_x_idle_1_e", "idle__s_idle_1_e", "idle_a_s_idle_1_e", "idle_1ab_s_idle_1_e",
            "idle_1_s_idle_1_e_", "_idle_1_s_idle_1_e", "idle_1_s_idle_1_e_hi", "_1_s_idle_1_e", "idle_1_s_idle_1_",
            "idle_１_s_idle_1_e", "idle_1_s_idlé_1_e", "idle 1 s idle 1 e", "idle_1-_s_idle_1_e", "idle_1_s_idle_1_e\n",
        ])
    func opaque(name: String) {
        #expect(ClipName(name).startPose == nil)
        #expect(ClipName(name).endPose == nil)
        #expect(ClipName(name).rawValue == name)
    }

    @Test("a bridge leads from one pose to the other and is a clip of these poses")
    func bridge() throws {
        let end = try #require(ClipName("idle_1_s_idle_1_e").endPose)
        let start = try #require(ClipName("talking_2a_s_talking_2a_e").startPose)
        let bridge = ClipName(from: end, to: start)
        #expect(bridge == "idle_1_e_talking_2a_s")
        #expect(bridge.startPose == end)
        #expect(bridge.endPose == start)
        #expect(end.at(.start).text == "idle_1_s")
    }

    @Test("names are compared exactly")
    func exact() {
        #expect(ClipName("idle_1") != ClipName("Idle_1"))
        #expect(ClipName("a") < ClipName("b"))
    }
}
