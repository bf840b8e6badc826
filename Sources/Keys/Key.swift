import Events

/// What the user did.
package enum Key: Hashable, Sendable {
    /// A character as typed, space included.
    case character(Character)
    /// Control and a letter `a`–`z`, or one of `@ \ ] ^ _`.
    case control(Character)
    /// Alt (Meta, Escape first) and a character.
    case alt(Character)
    case named(NamedKey, KeyModifiers)
    case mouse(MouseEvent)
    /// Pasted text, at most 64 KiB, without control characters but `\n` and tab.
    case paste(String)
    /// Bytes as they came, for a program that is hosted (`Screen.passesKeys`).
    case raw([UInt8])

    package static func named(_ key: NamedKey) -> Key { .named(key, []) }
}

package enum NamedKey: Hashable, Sendable {
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete
    case backspace, enter, escape, tab
    /// F1 to F12 and beyond.
    case function(Int)
}

package struct KeyModifiers: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let shift = KeyModifiers(rawValue: 1)
    package static let alt = KeyModifiers(rawValue: 2)
    package static let control = KeyModifiers(rawValue: 4)
}

package struct MouseEvent: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// Button 1 left, 2 middle, 3 right.
        case pressed(Int)
        /// Moved while the left one is held.
        case dragged
        /// The left one.
        case released
        case wheelUp
        case wheelDown
    }

    package var action: Action
    package var cell: CellPoint

    package init(_ action: Action, at cell: CellPoint) {
        self.action = action
        self.cell = cell
    }
}
