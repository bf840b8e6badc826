import Testing

@testable import Events

@Suite struct NearestNameTests {
    @Test("the nearest name is found for a slip, and none for another word")
    func nearest() {
        let known = ["pause", "slower", "frame_forward"]
        #expect(NearestName.of("puase", in: known) == "pause" && NearestName.of("Pause", in: known) == "pause")
        #expect(NearestName.of("frame_foward", in: known) == "frame_forward")
        // Of several that begin with it none is meant more than the others.
        #expect(NearestName.of("frame_f", in: known) == "frame_forward")
        #expect(NearestName.of("frame", in: known + ["frame_back"]) == nil && NearestName.of("fr", in: known) == nil)
        #expect(NearestName.of("zonk", in: known) == nil && NearestName.of("", in: known) == nil)
        // Two characters say too little.
        #expect(NearestName.of("zz", in: ["az", "de"]) == nil && NearestName.of("DE", in: ["az", "de"]) == "de")
        #expect(NearestName.of(String(repeating: "x", count: 100_000), in: known) == nil)
    }
}
