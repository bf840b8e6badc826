import Engine
import Events
import Sessions

/// The position of a frame in the stream's own numbers, as in the log: `4:0.24` is sequence 24 of section 0 of chunk
/// 4. It names the same frame whenever, however often and by whichever rules the stream is played.
package struct FramePlace: Hashable, Sendable {
    /// `nil` means the first message that has such a frame.
    package var message: Generation?
    package var chunk: Int
    package var section: Int
    package var sequence: Int

    package init(message: Generation? = nil, chunk: Int, section: Int, sequence: Int) {
        (self.message, self.chunk, self.section, self.sequence) = (message, chunk, section, sequence)
    }

    /// - Parameter message: `nil` means the first message that has such a frame.
    package init(_ position: FramePosition, of message: Generation? = nil) {
        self.init(
            message: message, chunk: position.chunk, section: position.section, sequence: position.sequence)
    }

    /// - Parameter namesMessage: whether to name the message. A section of two digits always has its message: the
    ///   text would otherwise be a time.
    package init(_ position: FramePosition, of message: Generation, namesMessage: Bool) {
        self.init(position, of: namesMessage || position.section > 9 ? message : nil)
    }

    /// Reads `4:0.24`, or `2/4:0.24` for message 2. Without a message a section has one digit: `4:10.24` is a time,
    /// as `4:00.24` is.
    package init?(typed text: String) {
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let colon = (halves.last ?? "").split(separator: ":", omittingEmptySubsequences: false)
        guard colon.count == 2, let chunk = Self.number(colon[0]) else { return nil }
        let dot = colon[1].split(separator: ".", omittingEmptySubsequences: false)
        guard dot.count == 2, let section = Self.number(dot[0]), let sequence = Self.number(dot[1]) else { return nil }
        let message = halves.count == 2 ? Self.number(halves[0]) : nil
        guard halves.count == 2 ? message != nil : dot[0].utf8.count == 1 else { return nil }
        self.init(message: message, chunk: chunk, section: section, sequence: sequence)
    }

    package var typed: String { (message.map { "\($0)/" } ?? "") + "\(chunk):\(section).\(sequence)" }

    /// The time that could have been meant, as typed: with two digits of seconds. `nil` if a message is named.
    var moment: String? { message == nil ? "\(chunk):0\(section).\(sequence)" : nil }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    fileprivate func isBehind(_ position: FramePosition) -> Bool {
        (position.section, position.sequence) < (section, sequence)
    }

    fileprivate func isOf(_ position: FramePosition) -> Bool {
        (position.section, position.sequence) == (section, sequence)
    }
}

extension Timeline {
    /// Completes a position without a message: with the message at the playhead, if that has such a frame; otherwise
    /// it stays the first message that has it.
    package func meant(_ place: FramePlace) -> FramePlace {
        guard place.message == nil, let here = log.frame(after: heard).flatMap(log.record) else { return place }
        var own = place
        own.message = here.generation
        return find(own).place == nil ? place : own
    }

    /// Finds where a frame of a chunk was first drawn; else where it was awaited or skipped.
    func find(_ place: FramePlace) -> Found {
        for run in log.runs(ofChunk: place.chunk) where place.message.map({ $0 == run.name.generation }) ?? true {
            // A chunk's frames go in their order.
            let first = (0..<run.frames.count).partitionPoint {
                log.position(ofFrame: run.frames.lowerBound + $0, notBefore: run.frames.lowerBound)
                    .map { !place.isBehind($0) } ?? false
            }
            var found: EventCount?
            for ordinal in run.frames.dropFirst(first) {
                guard let entry = log.entry(ofFrame: ordinal), let record = entry.record else { break }
                guard let position = record.position else { continue }
                guard place.isOf(position) else { break }
                if record.status != .held, record.wasShown { return .at(entry.heard) }
                found = found ?? entry.heard
            }
            if let found { return .at(found) }
        }
        return .notYet
    }
}

extension SessionLog {
    /// The position of a frame as in the log. It names the message if that is not the session's first one, or if the
    /// text would otherwise be a time.
    package func name(of record: FrameRecord) -> FramePlace? {
        guard let position = record.position else { return nil }
        let isFirst = record.generation == chunkRuns.first?.name.generation ?? record.generation
        return FramePlace(position, of: record.generation, namesMessage: !isFirst)
    }

    /// Whether chunks of more than one message were played.
    package var hasSeveralMessages: Bool { chunkRuns.first?.name.generation != chunkRuns.last?.name.generation }

    /// The position in its chunk of this frame, or of the nearest earlier one that has a position.
    fileprivate func position(ofFrame ordinal: Int, notBefore first: Int) -> FramePosition? {
        for ordinal in stride(from: ordinal, through: first, by: -1) {
            if let position = record(ordinal)?.position { return position }
        }
        return nil
    }
}

extension AuditFinding {
    /// The position of its frame in the stream's own numbers, as users type it; `nil` if it is about no frame of a
    /// chunk.
    /// - Parameter namesMessage: without its message the position means the first message that has such a frame.
    package func place(namesMessage: Bool) -> FramePlace? {
        position.map { FramePlace($0, of: generation, namesMessage: namesMessage) }
    }
}
