/// Counts the messages of a session: 0 before the first send, raised by every send and by every message that
/// somebody else triggered (specification 3.10). Everything of an older generation is stale.
package typealias Generation = Int
