/// The part of an HTTP request's target behind its path, and the path.
package struct HTTPTarget: Hashable, Sendable {
    package var path: String
    package var query: [(name: String, value: String)]

    package init(_ target: String) {
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        path = Self.decoded(target[..<mark], plusIsBlank: false)
        query = []
        guard mark < target.endIndex else { return }
        for pair in target[target.index(after: mark)...].split(separator: "&").prefix(Self.mostPairs) {
            let equals = pair.firstIndex(of: "=") ?? pair.endIndex
            let value = equals < pair.endIndex ? pair[pair.index(after: equals)...] : ""
            query.append((Self.decoded(pair[..<equals], plusIsBlank: true), Self.decoded(value, plusIsBlank: true)))
        }
    }

    private static let mostPairs = 256

    /// The first value of that name.
    package subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    /// Percent-encoding taken away; what is none stays as it is.
    package static func decoded(_ text: some StringProtocol, plusIsBlank: Bool) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "%"), place + 1 < bytes.count, let high = digit(bytes[place]),
                let low = digit(bytes[place + 1])
            {
                decoded.append(high << 4 | low)
                place += 2
            } else {
                decoded.append(byte == UInt8(ascii: "+") && plusIsBlank ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.path == b.path && a.query.map(\.name) == b.query.map(\.name) && a.query.map(\.value) == b.query.map(\.value)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        for pair in query {
            hasher.combine(pair.name)
            hasher.combine(pair.value)
        }
    }
}
