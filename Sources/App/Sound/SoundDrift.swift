import Events

/// How far a sound that runs along with the picture may be from where it should be; beyond that it is put right.
enum SoundDrift {
    static let tolerance = Span.milliseconds(80)

    /// - Parameter isOver: it has been heard to its end, and the picture may go on behind that.
    static func isTolerated(_ heard: Span, wanted: Span, isOver: Bool) -> Bool {
        isOver ? wanted > heard - tolerance : (heard - wanted).magnitude <= tolerance
    }
}
