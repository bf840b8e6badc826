import Events
import Keys

/// What is typed while a program is hosted, cut into what is the program's and what is ours.
///
/// Bytes pass as they come; only those behind the prefix are held. Inside of a bracketed paste there is no prefix.
package struct HostKeys: Hashable, Sendable {
    package enum Output: Hashable, Sendable {
        /// For the program.
        case send([UInt8])
        /// Behind the prefix.
        case key(Key)
        /// Came with that key: whose it is depends on what the key opens.
        case behind([UInt8])
        /// The prefix was typed; a key is to follow.
        case prefixed
        /// What followed is no key of ours.
        case abandoned
        /// What the mouse did, where it is ours.
        case mouse(MouseEvent)
    }

    private let prefix: UInt8
    private var isPrefixed = false
    private var isPasting = false
    /// How many bytes of the sequence that begins or ends a paste the last bytes were.
    private var matched = 0
    /// The beginning of what the mouse did, whose end has not come yet; some of it may have been sent as if it were a key.
    private var mouseStart: [UInt8] = []
    private var sentOfMouse = 0

    private static let pasteStart = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// Nobody types so much between two looks: where a paste has no brackets, this is one.
    private static let pasteLength = 64
    /// What is read at a time: where so much came it was cut anywhere.
    private static let readLength = 4_096

    /// - Parameter prefix: a control character.
    package init(prefix: UInt8) { self.prefix = prefix }

    /// - Parameter takesMouse: the terminal tells us what the mouse does, in the form of `MouseSequence`, and not the program.
    package mutating func take(_ bytes: [UInt8], takesMouse: Bool = false) -> [Output] {
        var outputs: [Output] = []
        var sent: [UInt8] = []
        var rest = (mouseStart + bytes)[...]
        var skipped = sentOfMouse
        (mouseStart, sentOfMouse) = ([], 0)
        let hasPrefixes = isPrefixed || isPasting || Self.typedCount(rest, takesMouse) < Self.pasteLength
        // More of what the mouse does is likely to follow.
        var isMouse = bytes.count >= Self.readLength
        while let byte = rest.first {
            if takesMouse, !isPasting, byte == MouseSequence.start[0] {
                switch MouseSequence.find(rest) {
                case .whole(let event, let count):
                    if !sent.isEmpty { outputs.append(.send(sent)) }
                    (sent, skipped, isMouse) = ([], 0, true)
                    if let event { outputs.append(.mouse(event)) }
                    rest = rest.dropFirst(count)
                    continue
                case .partial:
                    (mouseStart, sentOfMouse) = (Array(rest), skipped)
                    rest = []
                    continue
                case .none where !isPrefixed && MouseSequence.start.starts(with: rest):
                    // A key, as far as anybody knows yet.
                    if !isMouse {
                        sent += rest.dropFirst(skipped)
                        skipped = rest.count
                    }
                    (mouseStart, sentOfMouse) = (Array(rest), skipped)
                    rest = []
                    continue
                case .none: break
                }
            }
            isMouse = false
            if isPrefixed {
                isPrefixed = false
                rest = receive(&outputs, rest)
                guard case .key? = outputs.last, !rest.isEmpty else { continue }
                return outputs + [.behind(Array(rest))]
            }
            rest = rest.dropFirst()
            if skipped > 0 {
                skipped -= 1
                follow(byte)
                continue
            }
            if byte == prefix, !isPasting, hasPrefixes {
                if !sent.isEmpty { outputs.append(.send(sent)) }
                sent = []
                isPrefixed = true
                outputs.append(.prefixed)
                continue
            }
            follow(byte)
            sent.append(byte)
        }
        if !sent.isEmpty { outputs.append(.send(sent)) }
        return outputs
    }

    /// Bytes wait for what may follow them.
    package var isHolding: Bool { mouseStart.count > sentOfMouse }

    /// Nothing has followed: they were keys.
    package mutating func release() -> [Output] {
        let held = Array(mouseStart.dropFirst(sentOfMouse))
        for byte in mouseStart { follow(byte) }
        (mouseStart, sentOfMouse) = ([], 0)
        return held.isEmpty ? [] : [.send(held)]
    }

    /// Bytes that are no report of the mouse.
    private static func typedCount(_ bytes: ArraySlice<UInt8>, _ takesMouse: Bool) -> Int {
        guard takesMouse else { return bytes.count }
        var (rest, count) = (bytes, 0)
        while let byte = rest.first, count < pasteLength {
            if byte == MouseSequence.start[0], case .whole(_, let length) = MouseSequence.find(rest) {
                rest = rest.dropFirst(length)
            } else {
                (rest, count) = (rest.dropFirst(), count + 1)
            }
        }
        return count
    }

    /// Whether a paste begins or ends here.
    private mutating func follow(_ byte: UInt8) {
        let mark = isPasting ? Self.pasteEnd : Self.pasteStart
        matched = byte == mark[matched] ? matched + 1 : byte == mark[0] ? 1 : 0
        if matched == mark.count { (isPasting, matched) = (!isPasting, 0) }
    }

    /// The key behind the prefix.
    /// - Returns: what follows it.
    private func receive(_ outputs: inout [Output], _ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let byte = bytes.first else { return bytes }
        if byte == prefix {
            outputs.append(.send([prefix]))
            return bytes.dropFirst()
        }
        let (key, count) = Self.key(bytes)
        outputs.append(key.map { .key($0) } ?? .abandoned)
        return bytes.dropFirst(count)
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> (Key?, count: Int) {
        guard let byte = bytes.first else { return (nil, 0) }
        switch byte {
        case 0x0D, 0x0A: return (.named(.enter), 1)
        case 0x1B:
            for (sequence, key) in sequences where bytes.starts(with: sequence) { return (.named(key), sequence.count) }
            // Esc alone, or a key that nothing is known of.
            return bytes.count == 1 ? (.named(.escape), 1) : (nil, bytes.count)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(byte + 0x60))), 1)
        case 0x20...0x7E: return (.character(Character(Unicode.Scalar(byte))), 1)
        default: return (nil, bytes.count)
        }
    }

    private static let sequences: [([UInt8], NamedKey)] = [
        ("[5~", NamedKey.pageUp), ("[6~", .pageDown), ("[A", .up), ("OA", .up), ("[B", .down), ("OB", .down),
        ("[H", .home), ("OH", .home), ("[F", .end), ("OF", .end), ("OP", .function(1)),
    ].map { ([0x1B] + Array($0.0.utf8), $0.1) }
}
