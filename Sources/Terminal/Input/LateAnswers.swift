import CCurses

/// Tells answers to our questions from what is typed, until the last of them has come: over a slow link they come long behind the
/// questions. What a hosted program asks is never asked of this terminal.
struct LateAnswers: Hashable, Sendable {
    /// The last one is still to come.
    private(set) var isAwaited: Bool
    /// So is the cursor's place, which alone looks like a key.
    private var awaitsCursor: Bool
    /// What may become an answer.
    private var held: [UInt8] = []

    init(isAwaited: Bool) { (self.isAwaited, awaitsCursor) = (isAwaited, isAwaited) }

    /// How long the rest of what is held is worth waiting for; `nil` where nothing is held.
    var timeout: InputSplitter.Timeout? { held.isEmpty ? nil : holdsAnswer ? .answer : .sequence }

    private var holdsAnswer: Bool { InputSplitter.looksLikeAnswer(held[...]) }

    /// - Returns: the same, or the answer that a sequence is; `nil` for an answer behind the last one.
    mutating func hear(_ token: InputSplitter.Token) -> InputSplitter.Token? {
        if case .reply(let reply) = token {
            guard isAwaited else { return nil }
            if reply == .deviceAttributes {
                (isAwaited, awaitsCursor) = (false, false)
                cameo_answers_came()
            }
        } else if awaitsCursor, case .keys(let bytes) = token, let reply = TerminalReply(cursorReport: bytes) {
            awaitsCursor = false
            return .reply(reply)
        }
        return token
    }

    mutating func hear(_ tokens: [InputSplitter.Token]) -> [InputSplitter.Token] { tokens.compactMap { hear($0) } }

    /// - Returns: what was typed of these bytes and of what was held, and the answers between.
    mutating func tokens(of bytes: [UInt8]) -> [InputSplitter.Token] {
        var (tokens, typed): ([InputSplitter.Token], [UInt8]) = ([], [])
        var rest = (held + bytes)[...]
        held = []
        while isAwaited, let start = rest.firstIndex(of: InputSplitter.escape) {
            typed += rest[..<start]
            rest = rest[start...]
            guard let length = InputSplitter.length(of: rest, isFinal: false) else {
                held = Array(rest)
                rest = []
                break
            }
            let piece = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
            if case .reply(let reply)? = InputSplitter.token(piece).flatMap({ hear($0) }) {
                tokens.append(.reply(reply))
            } else {
                typed += piece
            }
        }
        typed += rest
        return tokens + (typed.isEmpty ? [] : [.raw(typed)])
    }

    /// For whoever reads the rest once the program is over.
    /// - Parameter half: what a splitter has half read.
    func tellCut(_ half: [UInt8]) {
        guard isAwaited else { return }
        let begun = held.isEmpty ? half : held
        let isAnswer = InputSplitter.looksLikeAnswer(begun[...])
        let isSequence = begun.dropFirst().first == UInt8(ascii: "[")
        let kind = !isAnswer ? cameo_cut_none : isSequence ? cameo_cut_sequence : cameo_cut_string
        cameo_answers_cut(Int32(kind))
    }

    /// What is held, with more behind it.
    mutating func takeHeld() -> [UInt8] {
        defer { held = [] }
        return held
    }

    /// Nothing has followed: it was typed, or is as much of an answer as there will be.
    mutating func release() -> [UInt8] {
        defer { held = [] }
        return holdsAnswer ? [] : held
    }
}
