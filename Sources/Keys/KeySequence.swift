/// Cuts what a terminal sends into keys.
package enum KeySequence {
    package static let escape: UInt8 = 0x1B
    /// No terminal's control sequence is longer.
    private static let longest = 128

    /// Bytes of the first key: a character, or a sequence that begins with Esc; `nil` when it may go on and `isFinal` is not set.
    ///
    /// A string that only a terminal sends (DCS, OSC and the like) begins as Alt and a letter do, and is taken for that.
    package static func length(of bytes: ArraySlice<UInt8>, isFinal: Bool) -> Int? {
        let length = bytes.first == escape ? sequenceLength(bytes) : characterLength(bytes)
        return length ?? (isFinal ? bytes.count : nil)
    }

    /// Bytes of the first character, 1 for what is none; `nil` when it is cut.
    package static func characterLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        let wanted =
            switch first {
            case 0xC0..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF8: 4
            default: 1
            }
        let found = 1 + bytes.dropFirst().prefix(wanted - 1).prefix { $0 & 0xC0 == 0x80 }.count
        return found == wanted || found < bytes.count ? found : nil
    }

    private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let second = bytes.dropFirst().first else { return nil }
        switch second {
        case escape: return 1
        case UInt8(ascii: "["): return controlSequenceLength(bytes)
        case UInt8(ascii: "O"): return bytes.count > 2 ? 3 : nil
        default: return characterLength(bytes.dropFirst()).map { $0 + 1 }
        }
    }

    private static func controlSequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        for (offset, byte) in bytes.enumerated().dropFirst(2) {
            if offset >= longest { return offset }
            switch byte {
            case 0x20...0x3F: continue
            // The Linux console's F1 to F5 are `ESC [ [ A` and so on; the old mouse report is `ESC [ M` and 3 bytes.
            case UInt8(ascii: "[") where offset == 2: return bytes.count > 3 ? 4 : nil
            case UInt8(ascii: "M") where offset == 2: return bytes.count > 5 ? 6 : nil
            case 0x40...0x7E: return offset + 1
            default: return offset
            }
        }
        return nil
    }
}
