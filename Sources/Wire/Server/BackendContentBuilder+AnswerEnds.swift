import Events

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
