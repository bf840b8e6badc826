import Sessions
import Testing

@Suite("What drawing a picture takes")
struct FrameTimingTests {
    @Test("the bottleneck is the stage that took longest, and there is none up to 20 ms")
    func bottleneck() {
        let slow = FrameTiming([.decode: .milliseconds(3), .scale: .milliseconds(12), .write: .milliseconds(6)])
        #expect(slow.total == .milliseconds(21) && slow.bottleneck == .scale)
        #expect(FrameTiming([.paint: .milliseconds(20)]).bottleneck == nil)
        #expect(FrameTiming([.paint: .milliseconds(-5)])[.paint] == .zero)
    }
}
