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

/// Where one answer ends and the next one begins: with what is said after a send, or with the sound of chunk 0 when the message
/// under way has that already; text just before that sound goes with it (specification 7.1).
extension BackendContentBuilder {
    /// Unicode scalars: one character may have any number of them.
    private static let mostText = 4_096
    private static func kept(_ text: String) -> String { String(text.unicodeScalars.prefix(mostText)) }

    mutating func add(_ event: WireEvent, _ message: StoredMessage, _ entry: Int64, _ time: Instant) {
        let chunk = event.chunk
        if case .audioArrived = event, chunk == 0, open?.hasFirstSound == true {
            split()
        } else if open?.isEnded == true, event.isText || begins(event, chunk, at: time) {
            close()
        }
        var opened = open ?? Open()
        let line = BackendContent.Line(
            offset: .zero, place: .entry(entry), name: message.name, byteCount: message.wireBytes, chunk: chunk)
        opened.lines.append((time, line))
        opened.trailing = event.isText ? opened.trailing + 1 : 0
        if case .audioArrived = event, chunk == 0 { opened.hasFirstSound = true }
        if case .audioEnded = event { opened.isEnded = true }
        if case .textArrived(let segment) = event { opened.texts.append(Self.kept(segment.text)) }
        open = opened
    }

    /// Whether an event of chunk 0 is the next message's, and not a late one of the message that has ended.
    private func begins(_ event: WireEvent, _ chunk: Int?, at time: Instant) -> Bool {
        guard chunk == 0, let last = open?.lines.last?.time else { return false }
        if case .audioArrived = event { return true }
        return time - last > .seconds(1)
    }

    /// Ends the message under way before the texts at its end.
    private mutating func split() {
        guard var before = open else { return }
        let count = before.trailing
        guard count > 0, count < before.lines.count else { return close() }
        var next = Open()
        next.lines = Array(before.lines.suffix(count))
        let texts = min(count, before.texts.count)
        next.texts = Array(before.texts.suffix(texts))
        before.lines.removeLast(count)
        before.texts.removeLast(texts)
        open = before
        close()
        open = next
    }

    mutating func close() {
        guard let done = open else { return }
        open = nil
        guard let start = done.lines.first?.time else { return }
        let lines = done.lines.map { time, line in
            var line = line
            line.offset = max(time - start, .zero)
            return line
        }
        let text = done.texts.joined(separator: " ")
        messages.append(BackendContent.Message(lines: lines, text: Self.kept(text)))
    }
}

extension WireEvent {
    fileprivate var isText: Bool {
        switch self {
        case .textArrived, .imageArrived: true
        default: false
        }
    }
}
