import Events

/// Puts a Socket.IO packet and the attachments that follow it together again. Belongs to one link: when the link ends, what
/// is half there is dropped with it (`reset`, N7).
///
/// Nothing throws: what makes no sense is handed on as `odd`, and the next text begins anew.
package struct SocketIOAssembly: Sendable {
    package enum Arrival: Hashable, Sendable {
        /// A packet with all its attachments.
        case packet(SocketIOPacket, attachments: [[UInt8]])
        /// Something was dropped.
        case odd(WireError)
    }

    private struct Partial {
        var packet: SocketIOPacket
        var attachments: [[UInt8]] = []
        var missing: Int
        var byteCount: Int
        /// Beyond the limit: what still belongs to it is let go by.
        var isDropped = false
    }

    private var partial: Partial?
    /// Most bytes of one message, attachments included.
    private let limit: Int

    package init(limit: Int = Limits.messageBytes) { self.limit = limit }

    /// - Parameter text: of an Engine.IO message.
    package mutating func receiveText(_ text: [UInt8]) -> [Arrival] {
        var arrivals: [Arrival] = []
        if let dropped = reset() { arrivals.append(.odd(dropped)) }
        guard text.count <= limit else { return arrivals + [.odd(tooLarge)] }
        do {
            let packet = try SocketIOPacket(text: text)
            if packet.attachmentCount == 0 {
                arrivals.append(.packet(packet, attachments: []))
            } else {
                partial = Partial(packet: packet, missing: packet.attachmentCount, byteCount: text.count)
            }
        } catch {
            let place = Self.name(in: text).map { ", in \($0.prefix(Self.shownNameLength))" } ?? ""
            arrivals.append(.odd(place.isEmpty ? error : .badPacket(reason: error.reason + place)))
        }
        return arrivals
    }

    /// Of an event whose text cannot be read: what stands first in quotes.
    private static func name(in text: [UInt8]) -> String? {
        let quote = UInt8(ascii: "\"")
        guard let start = text.prefix(16).firstIndex(of: quote) else { return nil }
        let rest = text[(start + 1)...].prefix(shownNameLength + 1)
        return rest.firstIndex(of: quote).map { String(decoding: rest[..<$0], as: UTF8.self) }
    }

    private static let shownNameLength = 64

    package mutating func receiveBinary(_ binary: [UInt8]) -> [Arrival] {
        guard var partial else { return [.odd(.badPacket(reason: "\(binary.count) bytes without a message"))] }
        self.partial = nil
        partial.missing -= 1
        partial.byteCount += binary.count
        var arrivals: [Arrival] = []
        if !partial.isDropped, partial.byteCount > limit {
            partial.isDropped = true
            partial.attachments = []
            arrivals.append(.odd(tooLarge))
        }
        if !partial.isDropped { partial.attachments.append(binary) }
        if partial.missing > 0 {
            self.partial = partial
        } else if !partial.isDropped {
            arrivals.append(.packet(partial.packet, attachments: partial.attachments))
        }
        return arrivals
    }

    /// Forgets what is half there, and says what it was.
    @discardableResult
    package mutating func reset() -> WireError? {
        defer { partial = nil }
        guard let partial, !partial.isDropped else { return nil }
        let total = partial.packet.attachmentCount
        return .badPacket(
            reason:
                "\(partial.packet.name ?? "a message") ended after \(total - partial.missing) of \(total) attachments")
    }

    private var tooLarge: WireError { .tooLarge(what: "bytes in one message", limit: limit) }
}

extension SocketIOPacket {
    /// The event's name, fit to be shown.
    fileprivate var name: String? {
        data?.array?.first.map { Oddities.shown($0) }
    }

    /// The event with its attachments; `nil` for packets of other kinds.
    package func event(_ attachments: [[UInt8]]) -> WireMessage? {
        guard kind == .event || kind == .binaryEvent, let values = data?.array, let name = values.first?.string else {
            return nil
        }
        // The place begins with the argument's number; the first element is the name.
        let oddities = nonFinite.map { [$0.reason(inside: 1)] } ?? []
        return WireMessage(
            name: name, arguments: Array(values.dropFirst()), attachments: attachments, oddities: oddities)
    }
}
