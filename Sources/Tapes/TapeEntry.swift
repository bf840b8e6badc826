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

/// The entries of a tape, in the order in which they were heard; read a page at a time, so that no more than a page is in memory.
///
/// At the end of a tape that is being recorded it may be asked again.
package struct TapeCursor {
    private let tape: TapeReader
    private let pageSize: Int
    private var page: ArraySlice<TapeEntry> = []
    private var last: Int64 = 0

    package init(_ tape: TapeReader, pageSize: Int = 1_000) { (self.tape, self.pageSize) = (tape, pageSize) }

    /// - Returns: `nil` at the end.
    package mutating func next() throws(TapeError) -> TapeEntry? {
        if page.isEmpty { page = try nextPage()[...] }
        return page.popFirst()
    }

    /// All that is left of the page that is read, or else the next one; empty at the end.
    package mutating func nextPage() throws(TapeError) -> [TapeEntry] {
        guard page.isEmpty else {
            defer { page = [] }
            return Array(page)
        }
        let entries = try tape.entries(after: last, limit: pageSize)
        last = entries.last?.id ?? last
        return entries
    }
}
