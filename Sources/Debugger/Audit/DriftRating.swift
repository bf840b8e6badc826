import Events

/// What people notice of a drift between picture and sound (ITU-R BT.1359-1). Sound that is ahead is noticed sooner: in life
/// it never is.
package enum DriftRating: Hashable, Sendable {
    case good
    /// Noticed by most.
    case noticeable
    /// Beyond what is acceptable.
    case bad

    /// Detected from here on. The recommendation, whose sign is that of the sound, says +45 and -125 ms.
    package static let soundAhead = Span.milliseconds(45)
    package static let soundBehind = Span.milliseconds(125)
    /// No longer accepted from here on: +90 and -185 ms.
    private static let mostAhead = Span.milliseconds(90)
    private static let mostBehind = Span.milliseconds(185)

    /// - Parameter drift: positive where the lips are ahead of the sound.
    package init(drift: Span) {
        switch drift {
        case .zero - Self.soundAhead...Self.soundBehind: self = .good
        case .zero - Self.mostAhead...Self.mostBehind: self = .noticeable
        default: self = .bad
        }
    }
}
