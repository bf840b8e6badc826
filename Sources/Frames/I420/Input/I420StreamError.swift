import Events

/// Why bytes are no stream of frames that is played here.
package struct I420StreamError: ReasonedError, Hashable {
    package enum Place: Hashable, Sendable {
        /// Bytes since the stream began.
        case byte(Int)
        /// A tag of the Y4M header, by its letter.
        case tag(Character)
        /// What was said of raw I420.
        case option(String)
    }

    package var place: Place
    package var expected: String
    /// Printable ASCII, however long and strange it was in the stream.
    package var found: String

    package init(at place: Place, expected: String, found: String) {
        self.place = place
        self.expected = expected
        self.found = found
    }

    package var isOfInput: Bool { true }

    package var reason: String {
        let place =
            switch place {
            case .byte(let offset): "byte \(offset)"
            case .tag(let letter): "Y4M header, tag \(letter)"
            case .option(let name): name
            }
        return "\(place): expected \(expected), found \(found)"
    }

    /// The first bytes as text for people, in quotes.
    static func quoted(_ bytes: some Collection<UInt8>) -> String { "\"\(printable(bytes))\"" }

    /// The first 32 bytes, with question marks for what is not printable.
    static func printable(_ bytes: some Collection<UInt8>) -> String {
        let shown = bytes.prefix(32).map { byte in
            (UInt8(ascii: " ")...UInt8(ascii: "~")).contains(byte) ? Character(Unicode.Scalar(byte)) : "?"
        }
        return String(shown) + (bytes.count > 32 ? "..." : "")
    }
}
