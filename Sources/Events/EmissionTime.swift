/// When the backend says that it emitted an event. The moment is the backend's, on one of two clocks that have nothing in common.
package struct EmissionTime: Hashable, Sendable {
    package enum Clock: Hashable, Sendable, CaseIterable {
        /// `timestamp` of `receive_audio`: text without a zone.
        case text
        /// `emission_timestamp` of a batch: Unix time in ms.
        case unix
    }

    package var clock: Clock
    /// Since whatever the clock counts from; above zero.
    package var microseconds: Int64

    package init(_ clock: Clock, microseconds: Int64) { (self.clock, self.microseconds) = (clock, microseconds) }
}
