import Events
import Platform
import Synchronization

/// Names of folders for backends, agents and clips, whose own names are strangers' text.
///
/// Small letters, digits, `_`, `-` and inner `.` stay; every other byte becomes `%xx`, so that two names never share a
/// folder, also where the file system does not tell capital letters or forms of accents apart. A long name ends in `~`
/// and its hash. No result is empty, begins with `.` or holds `/`.
enum ClipFolderName {
    private static let longest = 100
    private static let kept = 60

    static func of(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return "%" }
        // Far longer ones are not spelled out first.
        guard bytes.count <= longest else { return shortened(bytes) }
        let name = encoded(bytes[...])
        return name.utf8.count <= longest ? name : shortened(bytes)
    }

    /// One that is no clip's: being written, or on its way out. No two of one process are the same.
    /// - Parameter name: the clip's folder's own.
    static func hidden(_ name: String, _ ending: String) -> String {
        ".\(name).\(getpid()).\(number.wrappingAdd(1, ordering: .relaxed).newValue).\(ending)"
    }

    static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") }

    private static let number = Atomic<Int>(0)

    private static func shortened(_ bytes: [UInt8]) -> String {
        encoded(bytes.prefix(kept)).prefix(kept) + "~" + contentHash(of: bytes).hex.prefix(32)
    }

    private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        var name = ""
        for (place, byte) in zip(bytes.indices, bytes) {
            if isPlain(byte) || (byte == UInt8(ascii: ".") && place > bytes.startIndex) {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                name += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return name
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
