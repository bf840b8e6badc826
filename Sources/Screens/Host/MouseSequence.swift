import Events
import Keys

/// A terminal's report of what the mouse did, in xterm's SGR form (ctlseqs, "Extended coordinates"): `CSI < b ; x ; y M`, or `m`
/// where a button was let go.
enum MouseSequence {
    private static let start = Array("\u{1B}[<".utf8)

    /// What a whole sequence says that the mouse did: `nil` for one that is no such report, and inside of it for what nobody here
    /// wants to know.
    static func event(of piece: [UInt8]) -> MouseEvent?? {
        guard piece.starts(with: start), let final = piece.last, "Mm".utf8.contains(final) else { return nil }
        var numbers = [0]
        for byte in piece.dropFirst(start.count).dropLast() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let last = numbers.removeLast()
                numbers.append(min(last * 10 + Int(byte) - 0x30, 1 << 16))
            case UInt8(ascii: ";"): numbers.append(0)
            default: return nil
            }
        }
        return .some(event(numbers, isRelease: final == UInt8(ascii: "m")))
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
