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

/// A word as shells read it again: in quotes where they would take it for something else.
package enum ShellWord {
    package static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                        || "_-./:,@%+=".unicodeScalars.contains($0))
            }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
