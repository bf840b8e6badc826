/// Loudness that goes to where it is set within one piece of sound, so that no step is heard.
struct VolumeRamp {
    /// 0 to 1.
    var gain: Float = 1
    private var reached: Float = 1

    /// - Parameter samples: of both channels by turns.
    mutating func apply(to samples: UnsafeMutableBufferPointer<Int16>) {
        let (from, to, count) = (reached, gain, samples.count / 2)
        reached = to
        guard from != 1 || to != 1, count > 0 else { return }
        for frame in 0..<count {
            let gain = from + (to - from) * Float(frame + 1) / Float(count)
            for place in [2 * frame, 2 * frame + 1] { samples[place] = Int16((Float(samples[place]) * gain).rounded()) }
        }
    }
}
