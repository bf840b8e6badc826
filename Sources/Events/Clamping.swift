extension Comparable {
    /// The nearest value within the limits.
    package func clamped(to limits: ClosedRange<Self>) -> Self { min(max(self, limits.lowerBound), limits.upperBound) }
}
