import Keys
import Platform

/// kitty's keyboard protocol, as far as the terminal has it: what is asked, switched on, and given back.
enum KeyboardProtocol {
    /// Terminals that do not know it say nothing; the flags are of no interest.
    static let question = "\u{1B}[?u"

    static func finding(_ evidence: Capabilities.Evidence) -> Capabilities.Finding<Bool> {
        for case .keyboard in evidence.replies { return .init(true, "reported (CSI ? u)") }
        return .init(false, "not reported (CSI ? u)")
    }

    /// While the keys are ours: Esc is no beginning of something longer.
    static let own = KeyEncoding.Flags.disambiguates

    /// Keeps what was set before. Each of the terminal's two screens has flags of its own: these are for the one that is shown.
    static let begin = Array("\u{1B}[>\(own.rawValue)u".utf8)
    /// Brings that back, while the same screen is still shown.
    static let end = Array("\u{1B}[<u".utf8)

    static func change(to flags: KeyEncoding.Flags) -> String { "\u{1B}[=\(flags.rawValue);1u" }

    /// The signal that a key would have been, had it come as a control character, to us and whoever the terminal runs with us.
    static func signal(of sequence: [UInt8]) -> Int32? {
        guard sequence.first == InputSplitter.escape, let stroke = KeyStroke(sequence: sequence), !stroke.isIdle else {
            return nil
        }
        return signals.first { stroke.isControl($0.byte) }?.number
    }

    private static let signals: [(byte: UInt8, number: Int32)] = [(0x03, SIGINT), (0x1C, SIGQUIT), (0x1A, SIGTSTP)]
}
