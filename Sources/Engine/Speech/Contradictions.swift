import Events

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
