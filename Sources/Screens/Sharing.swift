/// How somebody else can see what is on screen: by a command that opens the same tape.
package enum Sharing: Equatable, Sendable {
    /// - Parameters:
    ///   - file: as the user names it; `nil` for the demo.
    ///   - options: what the tape is played with otherwise than usual.
    case tape(file: String?, options: [String])
    /// - Parameter reason: why there is none, in words.
    case impossible(String)

    var isPossible: Bool { if case .tape = self { true } else { false } }
}
