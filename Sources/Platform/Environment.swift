package enum Environment {
    /// Names the socket of the tile that lies over the terminal (docs/inside/tile-socket.md).
    package static let tileName = "CAMEO_TILE"

    /// Tells a program that answers in a chat which of what is said it is started for, from 1 (docs/using/chat.md).
    package static let turnName = "CAMEO_CHAT_TURN"

    /// Whether a variable is one of ours that holds a password or what else opens a backend: programs that we start do not get it.
    package static func isSecret(_ name: String) -> Bool {
        name.hasPrefix("CAMEO_") && ["PASSWORD", "AUTH", "HEADER", "QUERY", "TOKEN"].contains(where: name.contains)
    }

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
            names.insert(name(of: entry))
        }
        return names
    }

    /// Name of an entry; what is not UTF-8 in it is replaced.
    package static func name(of entry: UnsafePointer<CChar>) -> String {
        String(String(cString: entry).prefix { $0 != "=" })
    }

    /// All variables, as `NAME=value`; they stay the system's.
    package static var entries: [UnsafeMutablePointer<CChar>] {
        var (entries, place) = ([UnsafeMutablePointer<CChar>](), environ)
        while let entry = place.pointee {
            entries.append(entry)
            place += 1
        }
        return entries
    }
}
