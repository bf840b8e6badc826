import Engine
import Events
import Sound

/// The sounds of the message that each member's engine hears, of which later ones may be pieces of the same file, or lack the header
/// (specification 1.14, N25).
struct SoundChain {
    private struct Message {
        var generation: Generation
        var first: BorrowedHeader?
        /// What the newest sounds left over, by chunk.
        var rests: [Int: SoundRest] = [:]
    }

    private var messages: [Member: Message] = [:]
    /// Chunks whose sounds may come in another order.
    private static let chunksKept = 8

    /// What is heard after it of its message may go on with it.
    mutating func receive(_ name: SoundName, rest: SoundRest?, header: BorrowedHeader?, by member: Member = .main) {
        var message = messages[member] ?? Message(generation: name.generation)
        if message.generation != name.generation || name.chunk == 0 { message = Message(generation: name.generation) }
        if name.chunk == 0 { message.first = header }
        message.rests[name.chunk] = rest
        message.rests = message.rests.filter { $0.key > name.chunk - Self.chunksKept }
        messages[member] = message
    }

    /// What this sound may go on with; `nil` for the first itself.
    func context(of name: SoundName, by member: Member = .main) -> SoundContext? {
        guard name.chunk > 0, let message = messages[member], message.generation == name.generation else { return nil }
        return SoundContext(rest: message.rests[name.chunk - 1], first: message.first)
    }
}
