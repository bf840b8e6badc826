/// Takes answers to our questions out of what is typed for a hosted program, until the last of them has come: over a slow link
/// they come long behind the questions, and nobody typed them. What the program asks is never asked of this terminal.
struct LateAnswers: Hashable, Sendable {
    /// The last one is still to come.
    private(set) var isAwaited: Bool
    /// What may become an answer.
    private var held: [UInt8] = []

    init(isAwaited: Bool) { self.isAwaited = isAwaited }

    /// How long the rest of what is held is worth waiting for; `nil` where nothing is held.
    var timeout: InputSplitter.Timeout? { held.isEmpty ? nil : holdsAnswer ? .answer : .sequence }

    private var holdsAnswer: Bool { InputSplitter.looksLikeAnswer(held[...]) }

    mutating func hear(_ reply: TerminalReply) { if reply == .deviceAttributes { isAwaited = false } }

    /// - Returns: what was typed of these bytes and of what was held.
    mutating func typed(of bytes: [UInt8]) -> [UInt8] {
        var typed: [UInt8] = []
        var rest = (held + bytes)[...]
        held = []
        while isAwaited, let start = rest.firstIndex(of: InputSplitter.escape) {
            typed += rest[..<start]
            rest = rest[start...]
            guard let length = InputSplitter.length(of: rest, isFinal: false) else {
                held = Array(rest)
                return typed
            }
            let piece = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
            if case .reply(let reply)? = InputSplitter.token(piece) { hear(reply) } else { typed += piece }
        }
        return typed + rest
    }

    /// Nothing has followed: it was typed, or is as much of an answer as there will be.
    mutating func release() -> [UInt8] {
        defer { held = [] }
        return holdsAnswer ? [] : held
    }
}
