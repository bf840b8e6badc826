import Events
import JSON
import SocketIO
import Wire

/// What rules ask of a stream's entries: a few words for each and 16 bytes for each frame, while the bodies stay where
/// they are.
package struct RewriteIndex: Sendable {
    package struct Entry: Sendable {
        /// The caller's name for it.
        package var id: Int64
        package var time: Instant
        package var name: String
        package internal(set) var isInput = false
        /// `nil` for inputs, and for events that the protocol does not know.
        package var event: EventName? { isInput ? nil : EventName(rawValue: name) }
        /// Of settings.
        var period: TimeSpan?
        /// As the engine counts them: 0 is what comes before anything was sent. `nil` for the events of clips and of the link, which
        /// belong to no message.
        package var message: Int?
        package var chunk: Int?
        var batch: Int?
        var totalBatches: Int?
        var clip: String?
        var index: Int?
        /// Of events that hold frames.
        package internal(set) var frames: [Frame]?
        /// Whether a frame of it has a name for its picture.
        var hasOverlayIDs = false
        /// Whether it has `animationFramesChunk` with something in it.
        var hasMetadata = false
        /// Whether it says when it was emitted.
        var isDated = false
    }

    /// What a frame says of itself, a stranger's numbers kept within 32 bits.
    package struct Frame: Sendable {
        private let numbers: SIMD4<Int32>

        /// - Parameter clip: place in `clips`; -1 for none.
        init(section: Int, sequence: Int, index: Int, clip: Int) {
            numbers = SIMD4(
                Int32(clamping: section), Int32(clamping: sequence), Int32(clamping: index), Int32(clamping: clip))
        }

        package var section: Int { Int(numbers.x) }
        package var sequence: Int { Int(numbers.y) }
        var index: Int { Int(numbers.z) }
        var clip: Int { Int(numbers.w) }
    }

    package private(set) var entries: [Entry] = []
    private(set) var clips: [String] = []
    private var clipPlaces: [String: Int] = [:]
    private var names: [String: String] = [:]
    private var counting = MessageCounting()

    package init() {}

    /// Entries come in the order of the stream.
    package mutating func addMessage(_ message: StoredMessage, at time: Instant, id: Int64) {
        var entry = Entry(id: id, time: time, name: kept(message.name))
        let payload = message.arguments.first?.object ?? JSONObject()
        entry.chunk = payload["chunk_index"]?.lenientInt
        entry.batch = payload["batch_index"]?.lenientInt
        entry.totalBatches = payload["total_batches"]?.lenientInt
        entry.message = counting.message(of: message, chunk: entry.chunk)
        if message.event?.holdsFrames == true {
            let frames = RewriteFrames.all(of: message)
            entry.frames = frames.map { frame in
                Frame(
                    section: frame.section, sequence: frame.sequence, index: frame.index,
                    clip: frame.clip.map { place(ofClip: $0.rawValue) } ?? -1)
            }
            entry.hasOverlayIDs = frames.contains { $0.fields.object["overlay_id"]?.string != nil }
            entry.hasMetadata = payload["animationFramesChunk"].map { $0 != .array([]) } ?? false
            entry.isDated = Fields(payload).emitted() != nil
        } else {
            entry.clip = Self.clip(of: payload).map { clips[place(ofClip: $0)] }
            entry.index = payload["frame_index"]?.lenientInt
        }
        entries.append(entry)
    }

    /// - Parameters:
    ///   - input: one of those that come from outside.
    ///   - name: as `LocalInputCoding` has it.
    package mutating func addInput(_ input: LocalInput, named name: String, at time: Instant, id: Int64) {
        var entry = Entry(id: id, time: time, name: kept(name), isInput: true)
        entry.message = counting.message(of: input)
        if case .settingsChanged(let settings) = input { entry.period = settings.period }
        entries.append(entry)
    }

    /// Messages of which something is to be played, rising.
    var messages: [Int] { Set(entries.lazy.filter { $0.chunk != nil }.compactMap(\.message)).sorted() }

    private static func clip(of object: JSONObject) -> String? {
        (object["animation_name"] ?? object["animation_type"])?.lenientString
    }

    private mutating func place(ofClip name: String) -> Int {
        if let place = clipPlaces[name] { return place }
        let place = clips.count
        clips.append(name)
        clipPlaces[name] = place
        return place
    }

    /// One copy of each name, however often it occurs.
    private mutating func kept(_ name: String) -> String {
        if let known = names[name] { return known }
        names[name] = name
        return name
    }
}

/// Tells one message from the next, which the wire does not: by `sent`, by the end of the one before, and by a chunk 0
/// that is heard again with another sound.
private struct MessageCounting {
    private var current = 0
    private var hasBegun = false
    private var hasEnded = false
    private var firstSound: JSON?
    private var hasFirstSound = false

    /// The link belongs to none: a copy of a message does not connect anew.
    mutating func message(of input: LocalInput) -> Int? {
        guard input == .sent else { return nil }
        next()
        return current
    }

    mutating func message(of message: StoredMessage, chunk: Int?) -> Int? {
        switch message.event {
        case let event? where event.isOfClips || event.isOfCall: return nil
        case .audioEnd: hasEnded = hasBegun
        case .text: if hasEnded { next() }
        case .audio where chunk == 0:
            let sound = message.arguments.first?.object?["audio_data"]
            if hasEnded || (hasFirstSound && firstSound != sound) { next() }
            (firstSound, hasFirstSound, hasBegun) = (sound, true, true)
        default:
            guard chunk != nil else { break }
            if chunk == 0, hasEnded { next() }
            hasBegun = true
        }
        return current
    }

    private mutating func next() {
        current += 1
        (hasBegun, hasEnded, firstSound, hasFirstSound) = (false, false, nil, false)
    }
}
