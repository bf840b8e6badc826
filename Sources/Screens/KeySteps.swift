import Events

/// How far one press of a key goes.
enum KeySteps {
    /// Percent, of `[` and `]`.
    static let speed = 10
    /// Percent, of `u` and `U`.
    static let volume = 10
    /// Of the keys that go some seconds on or back.
    static let skip = Span.seconds(5)
    /// Rows of a list, of the keys that turn pages.
    static let list = 10
}
