import Events
import JSON
import SocketIO

/// One client's link with its faults: events go in in order, and come out with times, doubled, swapped, spoiled, or with
/// the link cut behind them.
///
/// Lots follow from the seed and the number of the event alone, so that the same events meet the same fate however fast
/// they come.
package struct FaultInjector: Sendable {
    /// What is done to an event's bytes.
    package enum Damage: Hashable, Sendable {
        /// Bytes of its pictures and sound are changed.
        case payload(lot: UInt64)
        /// Its text is cut off.
        case json(lot: UInt64)
    }

    package enum Step: Hashable, Sendable {
        case send(SendQueue.Item, Damage?)
        /// Send this one's text and half of its attachments, then cut the link.
        case cutInside(SendQueue.Item)
        case cut
        case disconnect
    }

    private struct Planned {
        var time: Instant
        var step: Step
    }

    private enum Lot: Int { case jitter, duplicate, reorder, corrupt, corruptJSON, damage }

    private let scenario: FaultScenario
    private let seed: UInt64
    private let cuts: Bool
    /// Events that the faults befall, so far.
    private var counted = 0
    /// All events so far.
    private var number = 0
    private var queue: [Planned] = []
    private var head = 0
    /// Held back to come after the next one.
    private var held: (item: SendQueue.Item, damage: Damage?)?
    /// Nothing comes before this: the order stays, and what is stalled waits.
    private var notBefore = Instant.zero
    /// When the link has carried what is on it.
    private var free = Instant.zero
    private var isOver = false
    private static let most = 4_096

    /// - Parameters:
    ///   - seed: from the scenario's and what tells this client from others (`seed(of:connection:)`).
    ///   - connection: counts the connections of the room, from 0.
    package init(_ scenario: FaultScenario, seed: UInt64, connection: Int) {
        self.scenario = scenario
        self.seed = seed
        cuts = scenario.dropAfter > 0 && connection < scenario.drops
    }

    /// The same for the same room and connection in each run.
    package static func seed(of scenario: FaultScenario, room: Room, connection: Int) -> UInt64 {
        var mixed: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in room.name.utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return mixed ^ UInt64(truncatingIfNeeded: scenario.seed) &* 0x9E37_79B9_7F4A_7C15
            ^ UInt64(truncatingIfNeeded: connection) &* 0xD6E8_FEB8_6659_FD93
    }

    /// Whether more events may go in: not while the link is a second behind, so that speech does not wait for long behind
    /// clips on a slow one.
    package func hasRoom(at now: Instant) -> Bool {
        !isOver && queue.count - head < Self.most && notBefore <= now + lead
    }

    /// How far the link may be behind.
    private var lead: TimeSpan { scenario.delay + scenario.jitter + .seconds(1) }

    /// When there is something to do: a step of its own, or something of the send queue that it has room for. `nil` when
    /// nothing is going to come by itself. What is due now is taken first (`next`, `receive`), so that this lies ahead.
    package func wakeTime(_ sendQueue: SendQueue, at now: Instant) -> Instant? {
        let coming = sendQueue.hasDueNow ? now : sendQueue.nextDue
        guard let coming, !isOver, queue.count - head < Self.most else { return nextDue }
        let taken = max(coming, notBefore - lead)
        return nextDue.map { min($0, taken) } ?? taken
    }

    /// When the next step is due; `nil` when none waits.
    package var nextDue: Instant? { head < queue.count ? queue[head].time : nil }

    /// The next step that is due.
    package mutating func next(at now: Instant) -> Step? {
        guard head < queue.count, queue[head].time <= now else { return nil }
        let step = queue[head].step
        head += 1
        if head == queue.count {
            queue.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 1_024 {
            queue.removeFirst(head)
            head = 0
        }
        return step
    }

    /// Nothing more is going to come for a while: what is held back to come later comes now.
    package mutating func release(at now: Instant) {
        guard let held else { return }
        self.held = nil
        plan(.send(held.item, held.damage), held.item.byteCount, at: now)
    }

    package mutating func receive(_ item: SendQueue.Item, at now: Instant) {
        guard !isOver else { return }
        number += 1
        guard reaches(item) else { return plan(.send(item, nil), item.byteCount, at: now) }
        counted += 1
        if cuts, counted == scenario.dropAfter + 1, scenario.dropInside {
            plan(.cutInside(item), item.byteCount, at: now)
            return end()
        }
        stall(at: now)
        send(item, at: now)
        if cuts, counted == scenario.dropAfter, !scenario.dropInside {
            release(at: now)
            plan(.cut, 0, at: now)
            return end()
        }
        if counted == scenario.disconnectAfter {
            release(at: now)
            plan(.disconnect, 0, at: now)
            end()
        }
    }

    private mutating func end() {
        isOver = true
        held = nil
    }

    private func reaches(_ item: SendQueue.Item) -> Bool {
        switch scenario.events {
        case .all: true
        case .speech: item.part == .speech
        case .clips: item.part == .clips
        }
    }

    private mutating func stall(at now: Instant) {
        guard scenario.stallAfter > 0, counted == scenario.stallAfter + 1 else { return }
        notBefore = max(notBefore, now) + scenario.stall
    }

    private mutating func send(_ item: SendQueue.Item, at now: Instant) {
        let damage = damage()
        if held == nil, draw(.reorder, scenario.reorder) {
            held = (item, damage)
            return
        }
        plan(.send(item, damage), item.byteCount, at: now)
        if draw(.duplicate, scenario.duplicate) { plan(.send(item, damage), item.byteCount, at: now) }
        release(at: now)
    }

    private func damage() -> Damage? {
        var lots = Chance(seed: seed, Lot.damage.rawValue, number)
        if draw(.corruptJSON, scenario.corruptJSON) { return .json(lot: lots.next()) }
        return draw(.corrupt, scenario.corrupt) ? .payload(lot: lots.next()) : nil
    }

    private func draw(_ lot: Lot, _ share: Double) -> Bool {
        guard share > 0 else { return false }
        var lots = Chance(seed: seed, lot.rawValue, number)
        return lots.happens(share)
    }

    private mutating func plan(_ step: Step, _ byteCount: Int, at now: Instant) {
        var time = now + scenario.delay
        if scenario.jitter > .zero {
            var lots = Chance(seed: seed, Lot.jitter.rawValue, number)
            time += TimeSpan(microseconds: Int64(lots.below(Int(scenario.jitter.microseconds) + 1)))
        }
        time = max(time, notBefore)
        if scenario.bandwidth > 0 {
            // Bits by thousand bits a second are milliseconds.
            let bits = Int64(byteCount) * 8
            free = max(free, time) + TimeSpan(microseconds: bits * 1_000 / Int64(scenario.bandwidth))
            time = free
        }
        notBefore = time
        queue.append(Planned(time: time, step: step))
    }
}

extension FaultInjector.Damage {
    /// The packets of an event with the damage done to them.
    package func done(to packets: [EngineIOPacket]) -> [EngineIOPacket] {
        switch self {
        case .json(let lot):
            guard case .message(let text)? = packets.first else { return packets }
            // The kind and, where there is one, the number of attachments stay: it is the JSON that is wrong.
            let start = text.firstIndex(of: UInt8(ascii: "[")) ?? text.count
            let length = text.count - start
            let kept = length > 1 ? start + 1 + Int(lot % UInt64(length - 1)) : start
            return [.message(Array(text.prefix(kept)))] + packets.dropFirst()
        case .payload(let lot):
            return packets.map { packet in
                guard case .binary(let bytes) = packet else { return packet }
                return .binary(Self.spoiled(bytes, lot))
            }
        }
    }

    /// The message with wrong bytes in its attachments and in its base64 texts.
    package func done(to message: WireMessage) -> WireMessage {
        guard case .payload(let lot) = self else { return message }
        var message = message
        message.attachments = message.attachments.map { Self.spoiled($0, lot) }
        let places = PayloadPlaces(in: message.name)
        message.arguments = message.arguments.map { Self.spoiled($0, key: "", parent: "", places, lot) }
        return message
    }

    private static func spoiled(
        _ value: JSON, key: String, parent: String, _ places: PayloadPlaces, _ lot: UInt64
    ) -> JSON {
        switch value {
        case .string(let text):
            guard let payload = places.payload(text, key: key, parent: parent) else { return value }
            return .string(payload.prefix + Base64.encode(spoiled(payload.bytes, lot)))
        case .array(let values): return .array(values.map { spoiled($0, key: key, parent: parent, places, lot) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map {
                        JSONObject.Member($0.key, spoiled($0.value, key: $0.key, parent: key, places, lot))
                    }))
        default: return value
        }
    }

    /// A piece of a file with wrong bytes.
    package func done(to bytes: [UInt8]) -> [UInt8] {
        guard case .payload(let lot) = self else { return bytes }
        return Self.spoiled(bytes, lot)
    }

    /// One byte in sixteen is another one, the first ones among them, so that no decoder takes it for a picture.
    private static func spoiled(_ bytes: [UInt8], _ lot: UInt64) -> [UInt8] {
        var lots = Chance(seed: lot)
        var bytes = bytes
        for place in stride(from: 0, to: bytes.count, by: 16) {
            bytes[place] ^= UInt8(truncatingIfNeeded: lots.next()) | 1
        }
        return bytes
    }
}
