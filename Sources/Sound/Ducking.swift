import Platform

/// How loud music is beneath a voice: louder where that rests for long, quiet again when it speaks, and never in a step.
///
/// A value without a clock: what passes is what a device takes.
struct Ducking {
    /// Beneath the voice, 0 to 1.
    var gain: Float = 0
    /// Where the way to that has come.
    private(set) var reached: Float = 0
    /// Since the voice was heard last, in seconds.
    private var rest = 0.0

    /// Between sentences it stays as it is: music that swells at every full stop is a nuisance.
    private static let longestGap = 0.7
    /// While the voice rests; of `gain`.
    private static let rise: Float = 2
    /// In how many seconds two thirds of a change are made.
    private static let (fall, swell) = (0.1, 0.5)
    /// Of a voice's sample: -54 dB.
    private static let silence: UInt16 = 64
    /// A change that is not heard any more.
    private static let step: Float = 0.000_1

    /// - Parameters:
    ///   - voice: the largest magnitude of its samples in the next piece.
    ///   - seconds: how long that piece is.
    /// - Returns: how loud the music is at the end of it.
    mutating func pass(_ voice: UInt16, seconds: Double) -> Float {
        rest = voice > Self.silence ? 0 : rest + seconds
        let target = min(1, gain * (rest > Self.longestGap ? Self.rise : 1))
        let share = Float(1 - exp(-seconds / (target < reached ? Self.fall : Self.swell)))
        reached += (target - reached) * share
        if abs(target - reached) < Self.step { reached = target }
        return reached
    }
}
