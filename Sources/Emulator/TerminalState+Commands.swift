import Events
import Typesetting

// OSC.
extension TerminalState {
    mutating func systemCommand(_ bytes: [UInt8]) {
        let (number, rest) = Self.number(of: bytes[...])
        guard let number else { return }
        switch number {
        case 0, 2: title = Self.cleaned(rest)
        case 4: paletteColors(rest)
        case 8: link(rest)
        case 10, 11, 12: dynamicColors(number, rest)
        case 52: copy(rest)
        case 104: resetPalette(rest)
        case 110: colors.setForeground(nil)
        case 111: colors.setBackground(nil)
        default: return
        }
        if [4, 10, 11, 104, 110, 111].contains(number) { grid.change(0..<size.rows) }
    }

    private static func number(of bytes: ArraySlice<UInt8>) -> (Int?, ArraySlice<UInt8>) {
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        let rest = bytes[digits.endIndex...]
        guard !digits.isEmpty, digits.count <= 5, rest.isEmpty || rest.first == UInt8(ascii: ";") else {
            return (nil, rest)
        }
        return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, rest.dropFirst())
    }

    /// Printable and short.
    private static func cleaned(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(titleLimit * 4), as: UTF8.self)
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: TerminalText.visible(text).unicodeScalars.prefix(titleLimit))
        return String(scalars)
    }

    // MARK: Links

    private static let linkLimit = 2_048

    /// `params;address`; an empty address ends it. Only printable ASCII is an address.
    private mutating func link(_ bytes: ArraySlice<UInt8>) {
        guard let parted = bytes.firstIndex(of: UInt8(ascii: ";")) else { return }
        let address = bytes[(parted + 1)...]
        let isUsable = address.count <= Self.linkLimit && address.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        cursor.extra.link = isUsable ? extras.link(String(decoding: address, as: UTF8.self)) : 0
        takeExtra()
    }

    // MARK: Colors

    private mutating func paletteColors(_ bytes: ArraySlice<UInt8>) {
        let parts = bytes.split(separator: UInt8(ascii: ";"), maxSplits: 1_024, omittingEmptySubsequences: false)
        for index in stride(from: 0, to: parts.count - 1, by: 2) {
            guard let number = UInt8(String(decoding: parts[index], as: UTF8.self)) else { continue }
            if parts[index + 1].elementsEqual([UInt8(ascii: "?")]) {
                reply("\u{1B}]4;\(number);\(Self.color(colors.palette(number)))\u{1B}\\")
            } else if let pixel = Self.pixel(parts[index + 1]) {
                colors.set(number, pixel)
            }
        }
    }

    private mutating func resetPalette(_ bytes: ArraySlice<UInt8>) {
        if bytes.isEmpty { return colors.resetPalette() }
        for part in bytes.split(separator: UInt8(ascii: ";"), maxSplits: 1_024) {
            if let number = UInt8(String(decoding: part, as: UTF8.self)) { colors.set(number, nil) }
        }
    }

    /// One after the other from the number on, as xterm has it.
    private mutating func dynamicColors(_ first: Int, _ bytes: ArraySlice<UInt8>) {
        let parts = bytes.split(separator: UInt8(ascii: ";"), maxSplits: 16, omittingEmptySubsequences: false)
        for (number, part) in zip(first...12, parts) {
            if part.elementsEqual([UInt8(ascii: "?")]) {
                let known =
                    switch number {
                    case 10: colors.changedForeground ?? colors.foreground
                    case 11: colors.changedBackground ?? colors.background
                    default: colors.cursor ?? colors.changedForeground ?? colors.foreground
                    }
                if let known { reply("\u{1B}]\(number);\(Self.color(known))\u{1B}\\") }
            } else if let pixel = Self.pixel(part) {
                if number == 10 { colors.setForeground(pixel) }
                if number == 11 { colors.setBackground(pixel) }
            }
        }
    }

    /// `rgb:` with four digits a channel, as X has it.
    private static func color(_ pixel: UInt32) -> String {
        let channels = [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255].map { channel in
            let digits = String(channel, radix: 16)
            let two = digits.count == 1 ? "0" + digits : digits
            return two + two
        }
        return "rgb:" + channels.joined(separator: "/")
    }

    /// `rgb:r/g/b` of one to four digits each, or `#rrggbb`.
    static func pixel(_ bytes: some Collection<UInt8>) -> UInt32? {
        guard bytes.count <= 24 else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("#"), text.utf8.count == 7 { return UInt32(text.dropFirst(), radix: 16) }
        guard text.hasPrefix("rgb:") else { return nil }
        let parts = text.dropFirst(4).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var pixel: UInt32 = 0
        for part in parts {
            guard (1...4).contains(part.utf8.count), let value = UInt32(part, radix: 16) else { return nil }
            let largest = UInt32(1) << UInt32(part.utf8.count * 4) - 1
            pixel = pixel << 8 | (value * 255 + largest / 2) / largest
        }
        return pixel
    }

    // MARK: The clipboard

    /// OSC 52 of the program: kept for whoever decides whether it may.
    private mutating func copy(_ bytes: ArraySlice<UInt8>) {
        guard let parted = bytes.firstIndex(of: UInt8(ascii: ";")), copies.count < Self.copiesLimit else { return }
        let encoded = bytes[(parted + 1)...]
        guard !encoded.elementsEqual([UInt8(ascii: "?")]), let decoded = Self.base64(encoded) else { return }
        copies.append(String(decoding: decoded, as: UTF8.self))
    }

    private static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var (buffer, bits): (UInt32, Int) = (0, 0)
        for byte in bytes where byte != UInt8(ascii: "=") {
            let value: UInt8
            switch byte {
            case 0x41...0x5A: value = byte - 0x41
            case 0x61...0x7A: value = byte - 0x61 + 26
            case 0x30...0x39: value = byte - 0x30 + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: return nil
            }
            (buffer, bits) = (buffer << 6 | UInt32(value), bits + 6)
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return result
    }
}
