import Events

/// What a terminal says about itself when it is asked.
enum TerminalReply: Hashable, Sendable {
    /// XTVERSION: name and version, printable ASCII, at most 80 bytes.
    case name(String)
    /// DECRPM: private mode and its setting (0 unknown, 1 set, 2 reset, 3 always set, 4 always reset).
    case mode(Int, setting: Int)
    /// DECRPM: a mode of ECMA-48, with the same settings.
    case standardMode(Int, setting: Int)
    /// OSC 11, 0…255 each.
    case background(red: UInt8, green: UInt8, blue: UInt8)
    /// CSI 14 t: the text area.
    case windowPixels(PixelSize)
    /// CSI 16 t.
    case cellPixels(PixelSize)
    /// CSI ? u: kitty's keyboard protocol is known; its flags.
    case keyboard(Int)
    /// CSI 6 n: the column, from 1.
    case cursor(column: Int)
    /// DA1, the sentinel.
    case deviceAttributes
    /// An answer that nobody asked for.
    case other

    /// Reads a whole control sequence `ESC [ …`; `nil` when it is a key and no answer.
    init?(controlSequence bytes: some Collection<UInt8>) {
        let body = Array(bytes.dropFirst(2))
        guard let final = body.last else { return nil }
        let isPrivate = body.first == UInt8(ascii: "?")
        switch (isPrivate, body.first, final) {
        case (true, _, UInt8(ascii: "c")): self = .deviceAttributes
        case (true, _, UInt8(ascii: "u")):
            self = Self.numbers(body.dropFirst().dropLast()).first.map { .keyboard($0) } ?? .other
        case (false, UInt8(ascii: ">"), UInt8(ascii: "c")), (false, UInt8(ascii: "="), UInt8(ascii: "c")),
            (_, _, UInt8(ascii: "n")):
            self = .other
        case (true, _, UInt8(ascii: "y")):
            let numbers = Self.numbers(body.dropFirst().dropLast())
            self = numbers.count == 2 ? .mode(numbers[0], setting: numbers[1]) : .other
        case (false, _, UInt8(ascii: "y")):
            let numbers = Self.numbers(body.dropLast())
            self = numbers.count == 2 ? .standardMode(numbers[0], setting: numbers[1]) : .other
        case (false, _, UInt8(ascii: "t")): self = Self.size(Self.numbers(body.dropLast()))
        default: return nil
        }
    }

    /// Reads `ESC [ row ; column R`, which may be a key as well (F3 with Shift): only for whoever has asked and waits.
    init?(cursorReport bytes: some Collection<UInt8>) {
        guard bytes.starts(with: [InputSplitter.escape, UInt8(ascii: "[")]),
            bytes.dropFirst(bytes.count - 1).first == UInt8(ascii: "R")
        else { return nil }
        let numbers = Self.numbers(bytes.dropFirst(2).dropLast())
        guard numbers.count == 2 else { return nil }
        self = .cursor(column: numbers[1])
    }

    /// Reads the content of `ESC P … ST`.
    init(deviceControl content: some Collection<UInt8>) {
        guard content.starts(with: Array(">|".utf8)) else {
            self = .other
            return
        }
        let visible = content.dropFirst(2).filter { 0x20...0x7E ~= $0 }.prefix(80)
        self = visible.isEmpty ? .other : .name(String(decoding: visible, as: UTF8.self))
    }

    /// Reads the content of `ESC ] … ST`.
    init(systemCommand content: some Collection<UInt8>) {
        self = .other
        let start = Array("11;".utf8)
        guard content.starts(with: start) else { return }
        let text = String(decoding: content.dropFirst(start.count), as: UTF8.self)
        guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:") else { return }
        let parts = text.split(separator: ":", maxSplits: 1)[1].split(separator: "/", omittingEmptySubsequences: false)
        let values = parts.prefix(3).compactMap(Self.channel)
        if values.count == 3, parts.count <= 4 {
            self = .background(red: values[0], green: values[1], blue: values[2])
        }
    }

    /// 1 to 4 hexadecimal digits, of which all ones means full.
    private static func channel(_ digits: Substring) -> UInt8? {
        guard 1...4 ~= digits.utf8.count, let value = Int(digits, radix: 16), value >= 0 else { return nil }
        let most = (1 << (4 * digits.utf8.count)) - 1
        return UInt8((value * 255 + most / 2) / most)
    }

    private static func size(_ numbers: [Int]) -> TerminalReply {
        guard numbers.count == 3, 1...100_000 ~= numbers[1], 1...100_000 ~= numbers[2] else { return .other }
        let size = PixelSize(width: numbers[2], height: numbers[1])
        switch numbers[0] {
        case 4: return .windowPixels(size)
        case 6: return .cellPixels(size)
        default: return .other
        }
    }

    /// Decimal numbers between semicolons, up to the first byte that belongs to neither; empty when one is missing.
    private static func numbers(_ bytes: some Sequence<UInt8>) -> [Int] {
        let digits = bytes.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ";") }
        let parts = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let values = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        return values.count == parts.count ? values : []
    }
}
