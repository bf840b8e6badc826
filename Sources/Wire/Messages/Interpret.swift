import Events

/// A stored message in normal form (specification 1.6-1.9), with all that was strange about it, in words.
///
/// An event that nobody knows, and a known one whose payload makes no sense, becomes `.ignored` (N61).
package func interpret(_ message: StoredMessage) -> (event: WireEvent, oddities: [String]) {
    var odd = Oddities()
    if !message.looseAttachments.isEmpty {
        odd.note("\(message.looseAttachments.count) attachments that the event does not name")
    }
    let event = interpret(message, &odd) ?? .ignored(name: message.name)
    return (event, odd.all)
}

private func interpret(_ message: StoredMessage, _ odd: inout Oddities) -> WireEvent? {
    guard let read = reader(of: message.name) else {
        if !isQuiet(message.name) { odd.note(Oddity.unknownEvent) }
        return nil
    }
    // Its payload is an empty object, which servers may leave out.
    if message.name == "audio_end", message.arguments.isEmpty { return .audioEnded }
    guard message.arguments.count == 1 else {
        odd.note(message.arguments.isEmpty ? "no payload" : "\(message.arguments.count) payloads instead of one")
        return nil
    }
    guard let object = message.arguments[0].object, PayloadReference(object) == nil else {
        odd.note("the payload is \(Oddities.shown(message.arguments[0])), not an object")
        return nil
    }
    return read(Fields(object), &odd)
}

private typealias Reader = (Fields, inout Oddities) -> WireEvent?

/// `nil` for events that change nothing here.
private func reader(of name: String) -> Reader? {
    switch name {
    case "receive_audio": AudioReading.audio
    case "receive_frame_images_batch": BatchReading.batch
    case "receive_frame_image": BatchReading.single
    case "animation_chunk_metadata": AudioReading.description
    case "chunk_images_ready": BatchReading.sent
    case "audio_end": { _, _ in .audioEnded }
    case "play_base_animation", "play_animation": ClipReading.requested
    case "base_animations_manifest": ClipReading.manifest
    case "animation_total_frames": ClipReading.announced
    case "receive_base_frame": ClipReading.frame
    case "animation_frames_complete": ClipReading.completed
    case "new_message": TextReading.text
    case "new_image": TextReading.image
    default: nil
    }
}

/// Events that the specification knows and that say nothing to a player (1.6.7), and the one under which a recording keeps
/// what its user said (1.7).
private func isQuiet(_ name: String) -> Bool { ["user_audio", "test_ping", "user_message"].contains(name) }
