import Events

/// How noticeable a drift between picture and sound is (ITU-R BT.1359-1). Sound that is ahead is noticed sooner: in
/// nature it never is.
package enum DriftRating: Hashable, Sendable {
    case good
    /// Most people notice it.
    case noticeable
    /// Beyond what is acceptable.
    case bad

    /// Detectable from here on. The recommendation, whose sign is that of the sound, says +45 and -125 ms.
    package static let soundAhead = Span.milliseconds(45)
    package static let soundBehind = Span.milliseconds(125)
    /// No longer acceptable from here on: +90 and -185 ms.
    private static let mostAhead = Span.milliseconds(90)
    private static let mostBehind = Span.milliseconds(185)

    /// - Parameter drift: positive if the lips are ahead of the sound.
    package init(drift: Span) {
        switch drift {
        case .zero - Self.soundAhead...Self.soundBehind: self = .good
        case .zero - Self.mostAhead...Self.mostBehind: self = .noticeable
        default: self = .bad
        }
    }
}
