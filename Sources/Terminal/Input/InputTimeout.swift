extension InputSplitter {
    /// Why the splitter waits, and for how long: a lone Esc may be the beginning of an arrow key.
    enum Timeout: Hashable, Sendable {
        /// A sequence or a character has begun.
        case sequence
        /// An answer of free length has begun.
        case answer
        /// Pasted text has begun.
        case paste

        var milliseconds: Int32 {
            switch self {
            case .sequence: 30
            case .answer: 250
            case .paste: 1_000
            }
        }
    }
}
