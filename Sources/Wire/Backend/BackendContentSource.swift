/// Where the pictures and sounds of some content are read when they are sent. Asked from several threads.
package protocol BackendContentSource: Sendable {
    /// The message as it shall go out.
    /// - Throws: what reading throws; the event is then left out, with a line in the log.
    func message(at place: BackendContent.Place) throws -> WireMessage
}
