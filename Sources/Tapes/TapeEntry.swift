import Events
import JSON
import Wire

/// One thing that the engine heard, as it lies on the tape.
package struct TapeEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case wire, local }

    /// Rising along the tape, without a promise to have no holes.
    package let id: Int64
    package let time: Instant
    package let kind: Kind
    package let name: String
    /// JSON text; `nil` for local inputs that have no data.
    package let body: String?
    /// Whose engine heard it.
    package let member: Member
    let path: String

    /// The entry in normal form, with what was strange about a wire message.
    /// - Throws: `TapeError.badEntry`.
    package func event() throws(TapeError) -> (event: Event, oddities: [String]) {
        switch kind {
        case .local: return (Event(time, .local(try input()), for: member), [])
        case .wire:
            let (event, oddities) = interpret(try message())
            return (Event(time, .wire(event), for: member), oddities)
        }
    }

    /// - Throws: `TapeError.badEntry`, also for a local input.
    package func message() throws(TapeError) -> StoredMessage {
        guard kind == .wire else { throw .badEntry(path: path, id: id, reason: "not a wire message") }
        do {
            return try StoredMessage(name: name, body: try JSON(wire: (body ?? "null").utf8))
        } catch {
            throw .badEntry(path: path, id: id, reason: error.reason)
        }
    }

    /// - Throws: `TapeError.badEntry`, also for a wire message.
    package func input() throws(TapeError) -> LocalInput {
        guard kind == .local else { throw .badEntry(path: path, id: id, reason: "not a local input") }
        do {
            let data = if let body { try JSON(wire: body.utf8) } else { JSON.null }
            return try LocalInputCoding.decode(name: name, data: data)
        } catch {
            throw .badEntry(path: path, id: id, reason: error.reason)
        }
    }
}
