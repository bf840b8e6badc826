import Events

/// One overlay frame at its position. `key` is `nil` until its picture has arrived, and again if the picture arrived
/// too late.
struct ChunkFrame: Hashable, Sendable {
    var frame: OverlayFrame
    /// What is known of the picture.
    var picture: PictureKnowledge
    var arrived: Instant?
    /// Whether this is a hole: only its position is known.
    var isUnknown: Bool
    var key: PictureKey? { if case .named(let key) = picture { key } else { nil } }
    var standing = Standing.own
    /// `nil` if no batch brought its picture.
    var source: Source?

    /// The batch that brought a picture.
    struct Source: Hashable, Sendable {
        /// Its number; `nil` for a single frame that arrived by itself.
        var batch: Int?
        /// Frames in it.
        var frames: Int
        var arrived: Instant

        /// Which of two batches with different pictures for one position belongs to the chunk: the far larger one,
        /// because leftovers of an older message arrive in pieces.
        /// - Returns: `nil` if this cannot be decided.
        func isChunks(rather other: Source) -> Bool? {
            frames >= 2 * other.frames ? true : other.frames >= 2 * frames ? false : nil
        }

        var words: String {
            let name = batch.map { "batch \($0 &+ 1)" } ?? "a single frame"
            return "\(name) at \((arrived - .zero).hundredths) s"
        }
    }

    /// How certain it is that the frame belongs at its position.
    enum Standing: Hashable, Sendable {
        case own
        /// The picture arrived before any description. The frame itself replaces it.
        case ahead
        /// It may belong to an older message. Anything from its own message replaces it (specification 3.10).
        case guess
    }

    enum PictureKnowledge: Hashable, Sendable {
        /// Announced, not received yet.
        case expected
        case named(PictureKey)
        /// Received without a picture, or given up.
        case absent
    }

    static func hole(section: Int, sequence: Int) -> ChunkFrame {
        ChunkFrame(
            frame: OverlayFrame(section: section, sequence: sequence), picture: .expected, arrived: nil, isUnknown: true
        )
    }
}

/// Frames of one batch at whose positions another batch had different pictures.
struct Contradictions {
    private let source: ChunkFrame.Source
    private var places: [(section: Int, sequence: Int)] = []
    private var other: ChunkFrame.Source?

    init(_ source: ChunkFrame.Source) { self.source = source }

    var isEmpty: Bool { places.isEmpty }

    mutating func add(_ frame: OverlayFrame, _ there: ChunkFrame) {
        places.append((frame.section, frame.sequence))
        other = other ?? there.source
    }

    /// Describes the frames, both sources, and which was used.
    var words: String {
        guard let first = places.first, let last = places.last, let other else { return "" }
        let name = { (place: (section: Int, sequence: Int)) in "\(place.section).\(place.sequence)" }
        let frames = places.count == 1 ? "frame \(name(first)) has" : "frames \(name(first)) to \(name(last)) have"
        let outcome =
            switch source.isChunks(rather: other) {
            case true?: "; using the second, which is the larger batch"
            case false?: "; using the first, which is the larger batch"
            case nil: "; unknown which one belongs to this message"
            }
        return "\(frames) different pictures in \(other.words) and in \(source.words)\(outcome)"
    }
}

extension Chunk {
    /// Describes how a repeated audio event differs from the first one; `nil` if it does not.
    func contradiction(of audio: AudioChunk, total: Int?) -> String? {
        var parts: [String] = []
        if let sound, let other = audio.sound, sound != other {
            parts.append(
                "different sounds (\(sound.hash.hex.prefix(8)), then \(other.hash.hex.prefix(8)); using the first)")
        }
        if let zone, let other = audio.zone, zone != other {
            parts.append("different positions (\(zone.x),\(zone.y), then \(other.x),\(other.y); using the first)")
        }
        if let announced, let total, total > 0, total != announced {
            parts.append("different numbers of frames (\(announced), then \(total); using the larger)")
        }
        guard !parts.isEmpty else { return nil }
        return "audio of chunk \(index) received twice with \(parts.joined(separator: ", "))"
    }
}

extension OverlayFrame {
    /// This frame, completed by its description: the older, single-frame event carries a picture without these fields
    /// (1.6.7).
    ///
    /// The picture's name is copied only if nothing indicates that the description means another picture.
    func completed(by described: OverlayFrame) -> OverlayFrame {
        var whole = self
        let isSame = agree(clip, described.clip) && agree(givenBaseIndex, described.givenBaseIndex)
        if isSame, agree(sheet, described.sheet) {
            whole.sheet = described.sheet ?? sheet
            if (overlayID ?? "").isEmpty { whole.overlayID = described.overlayID }
        }
        whole.clip = clip ?? described.clip
        whole.givenBaseIndex = givenBaseIndex ?? described.givenBaseIndex
        whole.picture = picture ?? described.picture
        whole.destination = destination ?? described.destination
        whole.zone = zone ?? described.zone
        whole.originalIndex = originalIndex ?? described.originalIndex
        whole.character = character ?? described.character
        whole.viseme = viseme ?? described.viseme
        return whole
    }

    /// Whether both name the same picture of the same base frame.
    func isNamed(as other: OverlayFrame) -> Bool {
        let isSameID = overlayID != nil && overlayID == other.overlayID
        let isSameSheet = sheet != nil && sheet == other.sheet && clip != nil && clip == other.clip
        return mayBeNamed(as: other) && (isSameID || isSameSheet && givenBaseIndex == other.givenBaseIndex)
    }

    /// Whether the two agree in everything that both contain.
    func mayBeNamed(as other: OverlayFrame) -> Bool {
        agree(clip, other.clip) && agree(givenBaseIndex, other.givenBaseIndex) && agree(sheet, other.sheet)
            && agree(overlayID, other.overlayID)
    }

    private func agree<Value: Equatable>(_ mine: Value?, _ other: Value?) -> Bool {
        mine == nil || other == nil || mine == other
    }
}
