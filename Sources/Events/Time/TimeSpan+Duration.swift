extension TimeSpan {
    /// Fractions of a microsecond are left out.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
