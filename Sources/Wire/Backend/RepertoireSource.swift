/// Where the pictures and sounds of a repertoire are read when they are sent. Asked from several threads.
package protocol RepertoireSource: Sendable {
    /// The message as it shall go out.
    /// - Throws: what reading throws; the event is then left out, with a line in the log.
    func message(at place: Repertoire.Place) throws -> WireMessage
}
