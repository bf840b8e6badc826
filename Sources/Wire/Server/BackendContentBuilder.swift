import Events
import JSON
import SocketIO

/// Makes content of a tape: hears its entries in order.
package struct BackendContentBuilder: Sendable {
    private struct ClipParts {
        var total: Int?
        var frames: [Int: (frame: BackendContent.BaseFrame, picture: ContentHash)] = [:]
    }

    /// The message under way.
    struct Open {
        var lines: [(time: Instant, line: BackendContent.Line)] = []
        var texts: [String] = []
        var hasFirstSound = false
        var isEnded = false
        /// Lines at the end that say something of what is about to come.
        var trailing = 0
    }

    private var clips: [ClipName: ClipParts] = [:]
    private var order: [ClipName] = []
    var messages: [BackendContent.Message] = []
    var open: Open?
    /// Events that belong to no message and are no clips.
    package private(set) var apart = 0

    package init() {}

    /// The user, or somebody else, has sent a message: what was said before is over.
    package mutating func sent() { close() }

    package mutating func receive(_ message: StoredMessage, entry: Int64, at time: Instant) {
        let (event, _) = interpret(message)
        switch event {
        case .manifestArrived(.clips(let entries)):
            for one in entries { part(one.clip) { $0.total = one.frames } }
        // Whoever recorded it told of a call, and no backend did.
        case .manifestArrived(.refused), .call, .mouth: apart += 1
        case .clipAnnounced(let clip, let total): part(clip) { $0.total = total }
        case .clipCompleted(let clip, let total):
            part(clip) { $0.total = total ?? $0.total }
        case .baseFrameArrived(let clip, let index, let picture):
            guard let picture else { return }
            let frame = BackendContent.BaseFrame(index: index, place: .entry(entry), byteCount: message.wireBytes)
            part(clip) { $0.frames[index] = (frame, picture.hash) }
        case .userSaid, .ignored:
            guard open?.isEnded == false else {
                apart += 1
                return
            }
            add(event, message, entry, time)
        default: add(event, message, entry, time)
        }
    }

    private mutating func part(_ clip: ClipName, _ change: (inout ClipParts) -> Void) {
        if clips[clip] == nil {
            guard order.count < Limits.clips else { return }
            order.append(clip)
        }
        change(&clips[clip, default: ClipParts()])
    }

    /// - Parameter title: of the avatar.
    /// - Returns: also the clips that the tape only names, which cannot be served.
    package mutating func finish(title: String) -> (content: BackendContent, absent: [ClipName]) {
        close()
        var found: [BackendContent.Clip] = []
        var absent: [ClipName] = []
        for name in order {
            guard let parts = clips[name], !parts.frames.isEmpty else {
                absent.append(name)
                continue
            }
            let sorted = parts.frames.sorted { $0.key < $1.key }
            let length = (sorted.last?.key ?? 0) + 1
            found.append(
                BackendContent.Clip(
                    name: name, total: max(parts.total ?? 0, length),
                    version: BackendContent.Clip.version(of: sorted.map(\.value.picture)),
                    frames: sorted.map(\.value.frame)))
        }
        return (BackendContent(title: title, clips: found, messages: messages), absent)
    }
}

extension StoredMessage {
    /// Bytes that the message has on the wire, about: text, base64 where it was that, attachments.
    package var wireBytes: Int {
        (arguments + looseAttachments).reduce(name.utf8.count + 8) { $0 + Self.wireBytes($1) }
    }

    fileprivate static func wireBytes(_ value: JSON) -> Int {
        switch value {
        case .array(let values): return values.reduce(2) { $0 + wireBytes($1) + 1 }
        case .string(let text): return text.utf8.count + 2
        case .object(let object):
            if let reference = PayloadReference(object) {
                return reference.form == .binary ? reference.byteCount + 32 : (reference.byteCount + 2) / 3 * 4 + 2
            }
            return object.members.reduce(2) { $0 + $1.key.utf8.count + 4 + wireBytes($1.value) }
        default: return 4
        }
    }
}

extension WireMessage {
    /// The same of one that has not been taken apart.
    var wireBytes: Int {
        let text = arguments.reduce(name.utf8.count + 8) { $0 + StoredMessage.wireBytes($1) }
        return attachments.reduce(text) { $0 + $1.count + 32 }
    }
}
