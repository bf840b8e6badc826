import Events
import Keys

/// A terminal's report of what the mouse did, in xterm's SGR form (ctlseqs, "Extended coordinates"): `CSI < b ; x ; y M`, or `m`
/// where a button was let go.
struct MouseSequence {
    enum Found: Hashable {
        /// Something else begins here.
        case none
        /// So far one of these; the rest has not come yet.
        case partial
        /// - event: `nil` for what nobody here wants to know.
        case whole(MouseEvent?, count: Int)
    }

    static let start = Array("\u{1B}[<".utf8)
    /// Three numbers of four digits need less.
    private static let longest = 24

    /// What the bytes begin with. Less than `start` is none: a lone Esc is a key.
    static func find(_ bytes: some Collection<UInt8>) -> Found {
        guard bytes.starts(with: start) else { return .none }
        var numbers = [0]
        for (count, byte) in bytes.prefix(longest).enumerated().dropFirst(start.count) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let last = numbers.removeLast()
                numbers.append(min(last * 10 + Int(byte) - 0x30, 1 << 16))
            case UInt8(ascii: ";"): numbers.append(0)
            case UInt8(ascii: "M"), UInt8(ascii: "m"):
                return .whole(event(numbers, isRelease: byte == UInt8(ascii: "m")), count: count + 1)
            default: return .none
            }
        }
        return bytes.count < longest ? .partial : .none
    }

    private static func event(_ numbers: [Int], isRelease: Bool) -> MouseEvent? {
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let cell = CellPoint(column: numbers[1] - 1, row: numbers[2] - 1)
        // Shift, Meta and Ctrl count 4, 8 and 16; motion counts 32.
        let button = numbers[0] & ~0x1C
        let action: MouseEvent.Action? =
            switch button {
            case 0: isRelease ? .released : .pressed(1)
            case 32: .dragged
            case 64: .wheelUp
            case 65: .wheelDown
            default: nil
            }
        return action.map { MouseEvent($0, at: cell) }
    }
}
