/// How characters over a picture look.
package struct TextLook: Hashable, Sendable {
    /// As pixels of `PixelGrid`; its background stands for the terminal's own color.
    package var foreground: UInt32
    package var background: UInt32
    package var attributes: TextAttributes

    package init(
        _ foreground: UInt32 = PixelGrid.background, on background: UInt32 = PixelGrid.background,
        _ attributes: TextAttributes = []
    ) {
        (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
    }
}

/// What a terminal does to a character beside coloring it; terminals without colors do it, too.
package struct TextAttributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let bold = TextAttributes(rawValue: 1)
    package static let faint = TextAttributes(rawValue: 2)
    package static let italic = TextAttributes(rawValue: 4)
    package static let underlined = TextAttributes(rawValue: 8)
    package static let reversed = TextAttributes(rawValue: 16)
    package static let blinking = TextAttributes(rawValue: 32)
    package static let concealed = TextAttributes(rawValue: 64)
    package static let struck = TextAttributes(rawValue: 128)
    package static let overlined = TextAttributes(rawValue: 256)
    package static let underlinedTwice = TextAttributes(rawValue: 512)
    package static let curlyUnderlined = TextAttributes(rawValue: 1 << 10)
    package static let dottedUnderlined = TextAttributes(rawValue: 1 << 11)
    package static let dashedUnderlined = TextAttributes(rawValue: 1 << 12)

    /// Of which a character has one at most.
    package static let underlines: TextAttributes = [
        .underlined, .underlinedTwice, .curlyUnderlined, .dottedUnderlined, .dashedUnderlined,
    ]
}

/// Where a character leads to (OSC 8).
package struct TextLink: Hashable, Sendable {
    package let address: String
    /// Characters with the same one are one link, wherever they stand.
    package let number: UInt32

    /// Of the web and of mail. A click on any other may start a program or open a file of this machine, chosen by whoever wrote the text.
    private static let schemes = ["http:", "https:", "mailto:"]

    /// - Returns: `nil` for what is no address, which is printable ASCII, and for an address that is not passed on.
    package init?(_ address: String, number: UInt32) {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let start = address.prefix(8).lowercased()
        guard Self.schemes.contains(where: start.hasPrefix) else { return nil }
        (self.address, self.number) = (address, number)
    }
}
