import Engine
import Events

/// Records what the stream itself said, apart from the engine's state: which picture belongs to which base frame, and
/// which base frame to which overlay. The drawn picture is judged by this (K65).
///
/// Bounded by the clips, and by the waiting frames.
struct AuditDemands: Sendable {
    /// `nil` if the stream did not say.
    private struct Demand: Hashable {
        var clip: ClipName?
        var index: Int?
    }

    private struct Place: Hashable {
        var section: Int
        var sequence: Int
    }

    /// The pictures sent for each base frame: the last one, and the previous one, which stays in use for a while
    /// (N33).
    private var bases: [ClipName: [Int: [ContentHash]]] = [:]
    private var demands: [Int: [Place: [Demand]]] = [:]
    private var count = 0
    var frameCount: Int { count }
    private static let demandsOfOneFrame = 4

    mutating func receive(_ event: WireEvent) {
        switch event {
        case .baseFrameArrived(let clip, let index, let picture?): put(picture.hash, clip, index)
        case .overlaysArrived(let batch): for frame in batch.frames { add(frame, chunk: batch.chunk) }
        case .chunkDescribed(let description): for frame in description.frames { add(frame, chunk: description.chunk) }
        case .audioArrived(let audio): for frame in audio.frames { add(frame, chunk: audio.chunk) }
        default: break
        }
    }

    private mutating func put(_ hash: ContentHash, _ clip: ClipName, _ index: Int) {
        guard bases[clip] != nil || bases.count < Limits.clips else { return }
        let known = bases[clip]?[index] ?? []
        if known.last == hash { return }
        bases[clip, default: [:]][index] = known.suffix(1) + [hash]
    }

    private mutating func add(_ frame: OverlayFrame, chunk: Int) {
        guard count < Limits.waitingFrames else { return }
        let demand = Demand(clip: frame.clip, index: frame.givenBaseIndex)
        let place = Place(section: frame.section, sequence: frame.sequence)
        let known = demands[chunk]?[place] ?? []
        guard !known.contains(demand), known.count < Self.demandsOfOneFrame else { return }
        demands[chunk, default: [:]][place, default: []].append(demand)
        count += 1
    }

    /// Forgets a played chunk: a later one with its number is another chunk.
    mutating func forget(chunk: Int) {
        guard let gone = demands.removeValue(forKey: chunk) else { return }
        count -= gone.values.reduce(0) { $0 + $1.count }
    }

    mutating func forgetFrames() {
        demands = [:]
        count = 0
    }

    /// Whether a picture was sent for this base frame; `nil` if none was received.
    func isBase(_ hash: ContentHash, _ clip: ClipName, _ index: Int) -> Bool? {
        bases[clip]?[index].map { $0.contains(hash) }
    }

    /// Clip and index that the stream named for a frame, if the engine used others.
    func contradiction(_ record: FrameRecord) -> String? {
        guard let position = record.position, let clip = record.demandedClip,
            let known = demands[position.chunk]?[Place(section: position.section, sequence: position.sequence)]
        else { return nil }
        let isNamed = known.contains { demand in
            (demand.clip == nil || demand.clip == clip) && (demand.index == nil || demand.index == record.demandedIndex)
        }
        guard !isNamed, let first = known.first else { return nil }
        return "\((first.clip ?? clip).rawValue)/\(first.index ?? record.demandedIndex)"
    }
}
