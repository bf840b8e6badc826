import Debugger
import Events
import Frames
import JSON
import Rewriting
import Sound
import Synchronization
import Tapes
import Wire

/// What a clean tape says, as far as faults are made of it: its messages with their sounds and frames, and its base frames.
struct MutationMaterial: Sendable {
    /// A frame as a batch brings it.
    struct Frame: Sendable {
        var section: Int
        var sequence: Int
        var json: JSONObject
        var picture: ContentHash?
        /// Its picture, where it is a new one.
        var blob: Blob?

        /// 0 shut … 1 widest; `nil` where no name tells.
        var openness: Float? {
            json["sheet_filename"]?.string.flatMap(MouthName.openness(ofSheet:))
                ?? json["viseme"]?.string.flatMap(MouthName.openness(ofViseme:))
        }
        var isShut: Bool { openness.map { $0 <= 0.1 } ?? false }
        var isOpen: Bool { openness.map { $0 >= 0.6 } ?? false }
    }

    struct Chunk: Sendable {
        var index: Int
        /// What its audio event says.
        var audio: JSONObject
        var sound: ContentHash
        var samples: Samples
        var frames: [Frame] = []
        /// When the first of its batches arrived.
        var batchTime: Instant?
        var batches = 0
        /// Whether `chunk_images_ready` comes for it.
        var isReported = false

        var hasDescriptions: Bool { audio["animationFramesChunk"]?.array?.isEmpty == false }
    }

    struct Message: Sendable {
        var number: Int
        /// When its first event arrived.
        var begun: Instant
        /// In the order in which they are played.
        var chunks: [Chunk]

        var frames: [Frame] { chunks.flatMap(\.frames) }
    }

    struct BaseFrame: Sendable {
        /// Among all base frames, from 1.
        var number: Int
        var clip: String
        var picture: ContentHash
        /// Its picture as it travels.
        var json: JSON
    }

    /// Those of which every chunk has sound and frames.
    private(set) var messages: [Message] = []
    private(set) var bases: [BaseFrame] = []
    private var baseCount = 0
    let period: TimeSpan
    private let watch: PerceptionWatch
    private let tints = Tints()

    /// - Parameter watch: of the tape's run.
    /// - Throws: what reading a tape can.
    init(_ tape: TapeReader, _ index: RewriteIndex, _ watch: PerceptionWatch, period: TimeSpan) throws {
        (self.watch, self.period) = (watch, period)
        var found: [Int: [Int: Chunk]] = [:]
        // May come before the sound of its chunk.
        var reported: [(message: Int, chunk: Int)] = []
        for entry in index.entries {
            guard let event = entry.event, [.audio, .batch, .sent, .baseFrame].contains(event),
                let stored = try tape.entries(after: entry.id - 1, limit: 1).first?.message(),
                let payload = stored.arguments.first?.object
            else { continue }
            if event == .baseFrame { addBase(payload) }
            guard let message = entry.message, let index = entry.chunk else { continue }
            if event == .audio, found[message]?[index] == nil, let hash = payload.bytes("audio_data"),
                let samples = watch.samples(of: hash)
            {
                found[message, default: [:]][index] = Chunk(
                    index: index, audio: payload, sound: hash, samples: samples)
            }
            if event == .sent { reported.append((message, index)) }
            guard event == .batch else { continue }
            found[message]?[index]?.frames += (payload["frames"]?.array ?? []).compactMap(Frame.init)
            if found[message]?[index]?.batches == 0 { found[message]?[index]?.batchTime = entry.time }
            found[message]?[index]?.batches += 1
        }
        for (message, chunk) in reported { found[message]?[chunk]?.isReported = true }
        let named = Set(index.entries.compactMap { entry in entry.message.flatMap { entry.chunk == nil ? nil : $0 } })
        messages = named.sorted().compactMap { number in
            let indexes = Set(index.entries.lazy.filter { $0.message == number }.compactMap(\.chunk)).sorted()
            let chunks = indexes.compactMap { found[number]?[$0] }.filter { !$0.frames.isEmpty }
            let begun = index.entries.first { $0.message == number }?.time ?? .zero
            return chunks.count == indexes.count ? Message(number: number, begun: begun, chunks: chunks) : nil
        }
    }

    private mutating func addBase(_ payload: JSONObject) {
        baseCount += 1
        let data = payload["frame_data"]?.object ?? payload
        guard let clip = payload["animation_type"]?.string, let picture = data.bytes("data"), let json = data["data"]
        else { return }
        bases.append(BaseFrame(number: baseCount, clip: clip, picture: picture, json: json))
    }

    func length(_ frames: Int) -> TimeSpan { period * Int64(frames) }

    // MARK: Pictures

    /// Whether two pictures look different.
    func differ(_ one: ContentHash, _ other: ContentHash) -> Bool {
        guard one != other, let first = watch.picture(one), let second = watch.picture(other) else { return false }
        return !PerceptionComparison.areAlike(first, second)
    }

    /// A picture's file in other colors, made once.
    func tinted(_ hash: ContentHash, _ tint: MutationTint) -> Blob? {
        tints.blob([hash.hex, "\(tint)"]) {
            let picture = watch.picture(hash).map(tint.applied(to:))
            return picture.flatMap { try? encodePNG($0, compression: PNGCompression(level: 1)) }.map(Blob.init)
        }
    }

    private final class Tints: Sendable {
        private let made = Mutex<[[String]: Blob]>([:])

        func blob(_ name: [String], _ make: () -> Blob?) -> Blob? {
            if let known = made.withLock({ $0[name] }) { return known }
            let blob = make()
            made.withLock { $0[name] = blob }
            return blob
        }
    }
}

/// Other colors for a mouth.
enum MutationTint: Hashable, Sendable {
    case redForBlue
    /// Of 255, each color.
    case brighter(Int)

    func applied(to picture: Picture) -> Picture {
        var bytes = picture.bytes
        for pixel in stride(from: 0, to: bytes.count, by: 4) {
            switch self {
            case .redForBlue: bytes.swapAt(pixel, pixel + 2)
            case .brighter(let more):
                for color in pixel..<pixel + 3 { bytes[color] = UInt8(min(255, Int(bytes[color]) + more)) }
            }
        }
        return Picture(size: picture.size, bytes: bytes)
    }
}

extension MutationMaterial.Frame {
    init?(_ value: JSON) {
        guard let json = value.object, let sequence = json["sequence_index"]?.lenientInt else { return nil }
        self.init(
            section: json["section_index"]?.lenientInt ?? 0, sequence: sequence, json: json,
            picture: json.bytes("image_data"))
    }
}

extension JSONObject {
    /// The bytes that a member stands for.
    fileprivate func bytes(_ key: String) -> ContentHash? { self[key]?.object.flatMap { PayloadReference($0)?.hash } }

    mutating func put(_ key: String, _ value: JSON) {
        if let place = members.firstIndex(where: { $0.key == key }) {
            members[place].value = value
        } else {
            append(key, value)
        }
    }

    /// New bytes in the form in which the old ones travel.
    mutating func put(_ key: String, _ blob: Blob, _ made: inout [Blob]) {
        let old = self[key]?.object.flatMap { PayloadReference($0) }
        let form: PayloadReference.Form = old?.form == .binary ? .binary : .base64
        put(key, PayloadReference(hash: blob.hash, byteCount: blob.bytes.count, form: form).json)
        made.append(blob)
    }
}

extension JSON {
    /// Changes an object; `false` for anything else.
    mutating func changeObject(_ change: (inout JSONObject) -> Bool) -> Bool {
        guard case .object(var object) = self else { return false }
        defer { self = .object(object) }
        return change(&object)
    }
}
