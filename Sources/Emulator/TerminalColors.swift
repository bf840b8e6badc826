import Cells
import Events

/// The outer terminal's colors, and those that the program has set in their place.
package struct TerminalColors: Hashable, Sendable {
    /// `0x00RRGGBB`; `nil` where the outer terminal did not say, and then the program gets no answer.
    package var foreground: UInt32?
    package var background: UInt32?
    package var cursor: UInt32?
    /// What the program has set: they are drawn as 24-bit colors.
    package private(set) var changed: [UInt8: UInt32] = [:]
    package private(set) var changedForeground: UInt32?
    package private(set) var changedBackground: UInt32?

    package init(foreground: UInt32? = nil, background: UInt32? = nil, cursor: UInt32? = nil) {
        (self.foreground, self.background, self.cursor) = (foreground, background, cursor)
    }

    /// xterm's palette, where the program has not changed it.
    func palette(_ number: UInt8) -> UInt32 { changed[number] ?? Palette.pixel(of: number) }

    mutating func set(_ number: UInt8, _ pixel: UInt32?) { changed[number] = pixel }
    mutating func setForeground(_ pixel: UInt32?) { changedForeground = pixel }
    mutating func setBackground(_ pixel: UInt32?) { changedBackground = pixel }
    mutating func resetPalette() { changed.removeAll() }
    mutating func reset() { (changed, changedForeground, changedBackground) = ([:], nil, nil) }
}
