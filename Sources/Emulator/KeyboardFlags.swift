/// Flags of kitty's keyboard protocol, which each of the two screens keeps for itself.
struct KeyboardFlags: Hashable, Sendable {
    /// The last one counts.
    private var main: [UInt8] = []
    private var alternate: [UInt8] = []

    /// Those beyond it push the oldest out.
    static let limit = 16
    private static let known: UInt8 = 31

    subscript(isAlternate isAlternate: Bool) -> UInt8 { (isAlternate ? alternate : main).last ?? 0 }

    mutating func push(_ flags: Int, isAlternate: Bool) {
        change(isAlternate) { stack in
            if stack.count == Self.limit { stack.removeFirst() }
            stack.append(Self.flags(flags))
        }
    }

    mutating func pop(_ count: Int, isAlternate: Bool) {
        change(isAlternate) { $0.removeLast(min(count, $0.count)) }
    }

    /// - Parameter how: 1 these and no others, 2 these as well, 3 all but these.
    mutating func set(_ flags: Int, how: Int, isAlternate: Bool) {
        let (old, flags) = (self[isAlternate: isAlternate], Self.flags(flags))
        let new: UInt8
        switch how {
        case 1: new = flags
        case 2: new = old | flags
        case 3: new = old & ~flags
        default: return
        }
        change(isAlternate) { stack in
            if stack.isEmpty { stack.append(new) } else { stack[stack.count - 1] = new }
        }
    }

    private mutating func change(_ isAlternate: Bool, _ body: (inout [UInt8]) -> Void) {
        if isAlternate { body(&alternate) } else { body(&main) }
    }

    private static func flags(_ number: Int) -> UInt8 { UInt8(truncatingIfNeeded: number) & known }
}

extension TerminalState {
    /// `CSI > u`, `CSI < u`, `CSI = u`.
    mutating func changeKeyboard(_ prefix: UInt8, _ s: ControlSequence) {
        guard hasKeyboardProtocol else { return }
        switch prefix {
        case UInt8(ascii: ">"): keyboard.push(s.value(0), isAlternate: isAlternate)
        case UInt8(ascii: "<"): keyboard.pop(s.amount(), isAlternate: isAlternate)
        default: keyboard.set(s.value(0), how: s.value(1, or: 1), isAlternate: isAlternate)
        }
        followKeyboard()
    }

    /// After another screen is shown.
    mutating func followKeyboard() { modes.keyboardFlags = keyboard[isAlternate: isAlternate] }
}
