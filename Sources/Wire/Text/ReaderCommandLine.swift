import Events
import JSON

/// What the user of a reader wants, and when: a JSON object a line.
///
///     {"t":2.0,"command":"toggle","track":"translation"}
///     {"t":3.5,"command":"jump","sentence":12}
package struct ReaderCommandLine: Hashable, Sendable {
    package var time: Instant
    package var command: ReaderCommand

    /// - Parameter earliest: the time of the line before; a line must not be earlier.
    package init(_ bytes: some Collection<UInt8>, notBefore earliest: Instant = .zero) throws(WireError) {
        guard let object = try JSON(wire: bytes).object else {
            throw .badField(name: "line", reason: "is not a JSON object")
        }
        guard let seconds = object["t"]?.lenientDouble, seconds >= 0, seconds <= Limits.sessionLength.seconds else {
            throw .badField(name: "t", reason: "is not a number of seconds from 0 on")
        }
        time = Instant(seconds: seconds)
        guard time >= earliest else {
            throw .badField(name: "t", reason: "is earlier than the line before, at \(earliest.inSeconds)")
        }
        command = try ReaderCommandCoding.decode(InputFields(object: object))
    }
}
