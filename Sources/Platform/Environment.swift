package enum Environment {
    /// Names the socket of the tile that lies over the terminal (docs/tile-socket.md).
    package static let tileName = "CAMEO_TILE"

    /// Tells a program that answers in a chat which of what is said it is started for, from 1 (docs/chat.md).
    package static let turnName = "CAMEO_CHAT_TURN"

    /// All variables whose names and values are UTF-8.
    package static var all: [String: String] {
        var all: [String: String] = [:]
        for entry in entries {
            guard let text = String(validatingCString: entry), let equals = text.firstIndex(of: "=") else { continue }
            all[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
        return all
    }

    /// Names of the variables that are missing there; what in a name is not UTF-8 is replaced.
    package static var unreadable: Set<String> {
        var names: Set<String> = []
        for entry in entries where String(validatingCString: entry) == nil {
            names.insert(String(String(cString: entry).prefix { $0 != "=" }))
        }
        return names
    }

    private static var entries: [UnsafeMutablePointer<CChar>] {
        var (entries, place) = ([UnsafeMutablePointer<CChar>](), environ)
        while let entry = place.pointee {
            entries.append(entry)
            place += 1
        }
        return entries
    }
}
