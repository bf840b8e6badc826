import Events
import JSON
import Wire

extension RewritePlan {
    /// A step's message with its changes, in the form in which a tape keeps it, and all of its bytes.
    ///
    /// - Parameters:
    ///   - original: the entry's message; `nil` for one that a rule has made.
    ///   - changed: gains the numbers of the rules that have found what they change.
    /// - Throws: `WireError.missingBlob`, or what `blob` throws.
    package func message(
        of step: Step, original: StoredMessage?, changed: inout Set<Int>, blob: (ContentHash) throws -> [UInt8]?
    ) throws -> (message: StoredMessage, blobs: [Blob]) {
        var editing = RewriteEditing(message: original ?? made(by: step))
        if let kept = step.kept { editing.keep(kept) }
        for edit in step.edits {
            if try apply(edit, of: step, to: &editing, blob) { changed.insert(edit.rule) }
        }
        editing.renumberAttachments()
        // As if the backend had sent it like this: a text that a rule wrote becomes bytes where it stands for some.
        let wire = try rebuild(editing.message) { hash in try editing.blobs[hash] ?? blob(hash) }
        let (stored, blobs) = ingest(wire)
        return (stored, blobs)
    }

    /// The local input that a step is, when a rule has made it; `nil` for events of the backend.
    package func input(of step: Step) -> LocalInput? {
        guard case .inserted(let rule, _) = step.origin,
            case .insert(.input(_, let input), _) = rules[rule].action
        else { return nil }
        return input
    }

    /// The first rule that found nowhere what it changes, though chance had no part in it; `nil` when there is none.
    package func idleRule(changed: Set<Int>) -> RewriteRule? {
        let edited = Set(steps.lazy.flatMap { $0.edits }.map(\.rule))
        return edited.subtracting(changed).filter { rules[$0].filter?.chance == nil }.min().map { rules[$0] }
    }

    private func made(by step: Step) -> StoredMessage {
        guard case .inserted(let rule, _) = step.origin,
            case .insert(.event(let name, let arguments), _) = rules[rule].action
        else { return StoredMessage(name: "", arguments: []) }
        return StoredMessage(name: name, arguments: arguments)
    }

    private func apply(
        _ edit: Edit, of step: Step, to editing: inout RewriteEditing, _ blob: (ContentHash) throws -> [UInt8]?
    ) throws -> Bool {
        if case .renumber(let batch) = edit.kind {
            editing.addBatch(number: batch)
            return true
        }
        switch rules[edit.rule].action {
        case .rename(let name):
            editing.message.name = name
            return true
        case .change(let path, let change):
            return editing.change(edit.frames) { value, _ in path.apply(to: &value) { change.applied(to: $0) } }
        case .form(let form):
            try editing.fetch(edit.frames, nil, blob)
            return editing.reshape(edit.frames, form)
        case .corrupt(let path, let damage):
            try editing.fetch(edit.frames, path, blob)
            return editing.damage(edit.frames, path, damage) { chance(rule: edit.rule, step, frame: $0) }
        case .edit(let change): return editing.edit(edit.frames, change, copy: step.copy)
        default: return false
        }
    }
}

extension RewriteChange {
    /// `nil`: the field goes, or stays missing.
    func applied(to value: JSON?) -> JSON? {
        switch (self, value) {
        case (.set(let new), _): return new
        case (.remove, _): return nil
        case (.add(.int(let more)), .int(let number)?):
            let (sum, isTooLarge) = number.addingReportingOverflow(more)
            return isTooLarge ? value : .int(sum)
        case (.add(.string(let more)), .string(let text)?): return .string(text + more)
        case (.add(let more), .int?), (.add(let more), .double?):
            guard let number = value?.lenientDouble, let more = more.lenientDouble else { return value }
            return .double(number + more)
        case (.spellAsText, .int(let number)?): return .string(String(number))
        case (.spellAsText, .double(let number)?): return .string(String(number))
        case (.spellAsFloat, .int(let number)?): return .double(Double(number))
        default: return value
        }
    }
}

/// One message under change. Frames are known by the positions that they had on the stream.
struct RewriteEditing {
    var message: StoredMessage
    /// Bytes that are new, and those that were fetched for a change.
    private(set) var blobs: [ContentHash: [UInt8]] = [:]
    /// The original position of each frame that is there.
    private var positions: [Int32]

    init(message: StoredMessage) {
        self.message = message
        positions = (0..<Int32(clamping: RewriteFrames.count(in: message))).map { $0 }
    }

    /// Leaves only the frames at these positions, and says so in `batch_size`.
    mutating func keep(_ kept: [Int32]) {
        let wanted = Set(kept)
        var place = 0
        RewriteFrames.changeLists(of: &message) { list in
            list = list.filter { _ in
                defer { place += 1 }
                return place < positions.count && wanted.contains(positions[place])
            }
        }
        positions = positions.filter(wanted.contains)
        let count = JSON.int(Int64(positions.count))
        _ = changePayload { RewritePath([.member("batch_size")]).apply(to: &$0) { $0.map { _ in count } } }
    }

    /// - Parameter number: of the batch that this message has become; `nil`: it stays the one that it is.
    mutating func addBatch(number: Int?) {
        _ = changePayload { payload in
            RewritePath([.member("total_batches")]).apply(to: &payload) { RewriteChange.add(1).applied(to: $0) }
        }
        guard let number else { return }
        _ = changePayload { payload in
            RewritePath([.member("batch_index")]).apply(to: &payload) { _ in .int(Int64(number)) }
        }
    }

    /// Changes the frames at these positions, or the payload; `change` is told the position, -1 for the payload. `false` when
    /// it found nowhere what it changes.
    mutating func change(_ frames: [Int32]?, _ change: (inout JSON, Int) -> Bool) -> Bool {
        guard let frames else { return changePayload { change(&$0, -1) } }
        let wanted = Set(frames)
        var hasFound = false
        var place = 0
        RewriteFrames.changeLists(of: &message) { list in
            for index in list.indices {
                defer { place += 1 }
                guard place < positions.count, wanted.contains(positions[place]) else { continue }
                hasFound = change(&list[index], Int(positions[place])) || hasFound
            }
        }
        return hasFound
    }

    private mutating func changePayload(_ change: (inout JSON) -> Bool) -> Bool {
        guard !message.arguments.isEmpty else { return false }
        let hasFound = change(&message.arguments[0])
        if hasFound {
            let count = RewriteFrames.count(in: message)
            if count != positions.count { positions = (0..<Int32(clamping: count)).map { $0 } }
        }
        return hasFound
    }

    mutating func edit(_ frames: [Int32]?, _ edit: RewriteEdit, copy: Int) -> Bool {
        var made: [Blob] = []
        let hasFound = change(frames) { value, _ in edit.change(&value, copy, &made) }
        for blob in made { blobs[blob.hash] = blob.bytes }
        return hasFound
    }

    // MARK: Bytes

    /// Reads the bytes that are to be changed.
    mutating func fetch(
        _ frames: [Int32]?, _ path: RewritePath?, _ blob: (ContentHash) throws -> [UInt8]?
    ) throws {
        var hashes: Set<ContentHash> = []
        var copy = self
        _ = copy.changeReferences(frames, path) { reference, _ in
            hashes.insert(reference.hash)
            return reference.json
        }
        for hash in hashes where blobs[hash] == nil {
            guard let bytes = try blob(hash) else { throw WireError.missingBlob(hash) }
            blobs[hash] = bytes
        }
    }

    mutating func reshape(_ frames: [Int32]?, _ form: RewriteForm) -> Bool {
        var made: [Blob] = []
        let known = blobs
        let hasFound = changeReferences(frames, nil) { reference, _ in
            var new = PayloadReference(hash: reference.hash, byteCount: reference.byteCount, form: .base64)
            switch form {
            case .base64: break
            case .binary: new.form = .binary
            case .dataURL:
                new.form = .dataURL
                new.prefix = "data:application/octet-stream;base64,"
            case .wrapped:
                guard let bytes = known[reference.hash] else { break }
                let text = Blob(Self.wrapped(Base64.encode(bytes)))
                made.append(text)
                new.originalText = text.hash
            }
            return new.json
        }
        for blob in made { blobs[blob.hash] = blob.bytes }
        return hasFound
    }

    private static func wrapped(_ text: String) -> [UInt8] {
        var lines: [UInt8] = []
        for (offset, byte) in text.utf8.enumerated() {
            if offset > 0, offset % 76 == 0 { lines += [0x0D, 0x0A] }
            lines.append(byte)
        }
        return lines
    }

    mutating func damage(
        _ frames: [Int32]?, _ path: RewritePath?, _ damage: RewriteDamage, _ chance: (Int) -> Chance
    ) -> Bool {
        var made: [Blob] = []
        let known = blobs
        var streams: [Int: Chance] = [:]
        let hasFound = changeReferences(frames, path) { reference, position in
            guard let bytes = known[reference.hash], !bytes.isEmpty else { return reference.json }
            var stream = streams[position] ?? chance(position)
            let blob = Blob(damage.applied(to: bytes, &stream))
            streams[position] = stream
            made.append(blob)
            var new = reference
            new.hash = blob.hash
            new.byteCount = blob.bytes.count
            new.originalText = nil
            return new.json
        }
        for blob in made { blobs[blob.hash] = blob.bytes }
        return hasFound
    }

    /// Changes what stands for bytes, under a path or anywhere.
    private mutating func changeReferences(
        _ frames: [Int32]?, _ path: RewritePath?, _ change: (PayloadReference, Int) -> JSON
    ) -> Bool {
        self.change(frames) { value, position in
            guard let path else { return Self.changeReferences(in: &value) { change($0, position) } }
            return path.apply(to: &value) { found in
                guard var found else { return nil }
                _ = Self.changeReferences(in: &found) { change($0, position) }
                return found
            }
        }
    }

    private static func changeReferences(in value: inout JSON, _ change: (PayloadReference) -> JSON) -> Bool {
        switch value {
        case .array(var values):
            value = .null
            defer { value = .array(values) }
            var hasFound = false
            for place in values.indices { hasFound = changeReferences(in: &values[place], change) || hasFound }
            return hasFound
        case .object(var object):
            if let reference = PayloadReference(object) {
                value = change(reference)
                return true
            }
            value = .null
            defer { value = .object(object) }
            var hasFound = false
            for place in object.members.indices {
                hasFound = changeReferences(in: &object.members[place].value, change) || hasFound
            }
            return hasFound
        default: return false
        }
    }

    /// Attachments are counted anew, in the order of the text: some may have gone, others come.
    mutating func renumberAttachments() {
        var count = 0
        for place in message.arguments.indices {
            _ = Self.changeReferences(in: &message.arguments[place]) { reference in
                guard reference.form == .binary else { return reference.json }
                var new = reference
                new.number = nil
                count += 1
                return new.json
            }
        }
        for place in message.looseAttachments.indices {
            _ = Self.changeReferences(in: &message.looseAttachments[place]) { reference in
                var new = reference
                new.number = count
                count += 1
                return new.json
            }
        }
    }
}

extension RewriteDamage {
    func applied(to bytes: [UInt8], _ chance: inout Chance) -> [UInt8] {
        switch self {
        case .noise: return bytes.map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        case .bits(let count):
            var bytes = bytes
            for _ in 0..<min(count, bytes.count * 8) {
                bytes[chance.below(bytes.count)] ^= 1 << UInt8(chance.below(8))
            }
            return bytes
        case .keep(let amount): return Array(bytes.prefix(amount.bytes(of: bytes.count)))
        case .skip(let amount): return Array(bytes.dropFirst(amount.bytes(of: bytes.count)))
        }
    }
}
