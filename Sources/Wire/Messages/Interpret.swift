import Events
import SocketIO

/// A stored message in normal form (specification 1.6-1.9), with all that was strange about it, in words.
///
/// An event that nobody knows, and a known one whose payload makes no sense, becomes `.ignored` (N61).
package func interpret(_ message: StoredMessage) -> (event: WireEvent, oddities: [String]) {
    var odd = Oddities()
    for text in message.oddities { odd.note(text) }
    if !message.looseAttachments.isEmpty {
        odd.note("\(message.looseAttachments.count) unreferenced attachments")
    }
    let event = interpret(message, &odd) ?? .ignored(name: message.name)
    return (event, odd.all)
}

private func interpret(_ message: StoredMessage, _ odd: inout Oddities) -> WireEvent? {
    guard let event = message.event else {
        if RequestName(rawValue: message.name) == .userMessage {
            return message.arguments.first?.object?["message"]?.string.map(WireEvent.userSaid)
        }
        if !isQuiet(message.name) { odd.note(Oddity.unknownEvent) }
        return nil
    }
    // Its payload is an empty object, which servers may leave out.
    if event == .audioEnd, message.arguments.isEmpty { return .audioEnded }
    guard message.arguments.count == 1 else {
        odd.note(message.arguments.isEmpty ? "no payload" : "\(message.arguments.count) payloads instead of one")
        return nil
    }
    guard let object = message.arguments[0].object, PayloadReference(object) == nil else {
        odd.note("the payload is \(Oddities.shown(message.arguments[0])), not an object")
        return nil
    }
    return reader(of: event)(Fields(object), &odd)
}

private typealias Reader = (Fields, inout Oddities) -> WireEvent?

private func reader(of event: EventName) -> Reader {
    switch event {
    case .audio: AudioReading.audio
    case .batch: BatchReading.batch
    case .single: BatchReading.single
    case .description: AudioReading.description
    case .sent: BatchReading.sent
    case .audioEnd: { _, _ in .audioEnded }
    case .baseAnimation, .animation: ClipReading.requested
    case .manifest: ClipReading.manifest
    case .clipAnnounced: ClipReading.announced
    case .baseFrame: ClipReading.frame
    case .clipCompleted: ClipReading.completed
    case .text: TextReading.text
    case .image: TextReading.image
    case .callState: CallReading.state
    case .callMember: CallReading.member
    case .callMemberLeft: CallReading.memberLeft
    case .callSource: CallReading.source
    case .callFrame: CallReading.frame
    case .narratorMouth: NarratorReading.mouth
    case .unreadable: unreadable
    }
}

/// Events that the specification knows and that say nothing to a player (1.6.7).
private func unreadable(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
    let reason = fields.text("reason", &odd)
    odd.note(reason ?? "not a message")
    return nil
}

private func isQuiet(_ name: String) -> Bool { ["user_audio", "test_ping"].contains(name) }
