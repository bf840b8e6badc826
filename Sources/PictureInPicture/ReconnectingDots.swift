import Events

/// The three dots under "Reconnecting": they come and go together, each with an easing of its own (picture-in-picture 2.6).
package enum ReconnectingDots {
    /// Before the first cycle only.
    static let delay = 0.2
    /// Seconds from nothing to white, and the same back.
    static let rise = 1.0

    /// - Parameter shown: how long the view has been there.
    /// - Returns: the opacity of each dot, 0 to 1.
    package static func opacities(after shown: Span) -> [Double] {
        let seconds = shown.seconds - delay
        guard seconds > 0 else { return [0, 0, 0] }
        let cycle = seconds.truncatingRemainder(dividingBy: 2 * rise) / rise
        let progress = cycle <= 1 ? cycle : 2 - cycle
        return [CubicEasing.out, .inOut, .in].map { $0.value(at: progress) }
    }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), whose two other points have these x and the y 0 and 1.
struct CubicEasing {
    let x1: Double
    let x2: Double

    static let out = CubicEasing(x1: 0, x2: 0.58)
    static let inOut = CubicEasing(x1: 0.42, x2: 0.58)
    static let `in` = CubicEasing(x1: 0.42, x2: 1)

    /// The curve's y where its x is the progress, 0 to 1. Its x never falls, so that halving finds it.
    func value(at progress: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if Self.bezier(x1, x2, middle) < progress { low = middle } else { high = middle }
        }
        return Self.bezier(0, 1, (low + high) / 2)
    }

    private static func bezier(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
}
