package enum Environment {
    /// Names the socket of the tile that lies over the terminal (docs/tile-socket.md).
    package static let tileName = "CAMEO_TILE"

    /// Tells a program that answers in a chat which of what is said it is started for, from 1 (docs/chat.md).
    package static let turnName = "CAMEO_CHAT_TURN"

    /// All variables whose names and values are UTF-8.
    package static var all: [String: String] {
        var all: [String: String] = [:]
        var place = environ
        while let entry = place.pointee {
            if let text = String(validatingCString: entry), let equals = text.firstIndex(of: "=") {
                all[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            place += 1
        }
        return all
    }
}
