import Testing

@testable import Sound

/// Music beneath a voice.
@Suite struct DuckingTests {
    private static let piece = 0.01

    /// - Returns: how loud it is after each piece of 10 ms.
    private func gains(_ ducking: inout Ducking, voice: UInt16, seconds: Double) -> [Float] {
        (0..<Int(seconds / Self.piece)).map { _ in ducking.pass(voice, seconds: Self.piece) }
    }

    @Test("it comes up to its gain beneath a voice, and to no more, without a step")
    func beneath() {
        var ducking = Ducking()
        ducking.gain = 0.1
        let gains = gains(&ducking, voice: 10_000, seconds: 6)
        #expect(gains.first.map { $0 > 0 && $0 < 0.01 } == true && gains.last == 0.1)
        #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 0.01 })
    }

    @Test(
        "a gap between sentences changes nothing; a long rest lets it swell, and the next word brings it down within 0.3 s",
        arguments: [(0.1, Float(0.2)), (0.4, 0.8), (0.8, 1)] as [(Float, Float)])
    func rests(gain: Float, swollen: Float) {
        var ducking = Ducking()
        ducking.gain = gain
        _ = gains(&ducking, voice: 10_000, seconds: 10)
        // What no ear hears is no voice.
        #expect(gains(&ducking, voice: 60, seconds: 0.69).allSatisfy { $0 == gain })
        let rest = gains(&ducking, voice: 0, seconds: 8)
        #expect(rest.last == swollen && zip(rest, rest.dropFirst()).allSatisfy { $0 <= $1 })
        let again = gains(&ducking, voice: 200, seconds: 0.3)
        #expect(again.last.map { $0 < gain + 0.06 * (swollen - gain) } == true)
    }

    @Test("set to nothing it fades away to silence, within half a second to a hundredth")
    func fades() {
        var ducking = Ducking()
        ducking.gain = 1
        _ = gains(&ducking, voice: 10_000, seconds: 10)
        ducking.gain = 0
        let fading = gains(&ducking, voice: 0, seconds: 0.5)
        #expect(fading.last.map { $0 < 0.01 } == true && fading.first.map { $0 > 0.85 } == true)
        #expect(gains(&ducking, voice: 0, seconds: 2).last == 0)
    }
}
