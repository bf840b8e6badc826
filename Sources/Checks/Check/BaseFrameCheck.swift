import Engine
import Events

/// Finds the base frames that were drawn and are no pictures, or have another size than most of their clip. Who decodes them says
/// what came of it.
struct BaseFrameCheck: Sendable {
    /// A base frame that was drawn and is no picture, or not one of its clip's size.
    struct Broken: Sendable {
        let record: FrameRecord
        let clip: ClipName
        let index: Int
        let reason: String
        /// Of those that were drawn on it.
        let isFirst: Bool
    }

    /// Drawn for the first time; nobody decodes them yet.
    private(set) var untested: Set<ContentHash> = []
    private var known: Set<ContentHash> = []
    /// The frames that were drawn on base frames of which it is not known yet whether they are pictures, and how many.
    private var drawnOn: [ContentHash: [FrameRecord]] = [:]
    private(set) var waiting = 0
    /// Reasons of those that are none.
    private var failures: [ContentHash: String] = [:]
    /// By clip and size: the first frame that was drawn on each base frame.
    private var sized: [ClipName: [PixelSize: [FrameRecord]]] = [:]
    /// Those of which another version has come: their frames may have another size.
    private var changed: Set<ClipName> = []
    private var broken: [Broken] = []

    var hasBroken: Bool { !broken.isEmpty }

    mutating func takeUntested() -> Set<ContentHash> {
        defer { untested = [] }
        return untested
    }

    mutating func takeBroken() -> [Broken] {
        defer { broken = [] }
        return broken
    }

    /// Another version of the clip comes.
    mutating func change(_ clip: ClipName) { changed.insert(clip) }

    /// A frame was drawn on it.
    mutating func receive(_ base: ContentHash, _ record: FrameRecord) {
        if known.insert(base).inserted {
            untested.insert(base)
            drawnOn[base] = [record]
            waiting += 1
        } else if drawnOn[base] != nil {
            drawnOn[base]?.append(record)
            waiting += 1
        } else if let reason = failures[base] {
            add(record, on: reason, isFirst: false)
        }
    }

    /// They have been decoded.
    /// - Parameters:
    ///   - failed: reasons of those that are no pictures.
    ///   - sizes: of those that are.
    mutating func settle(
        _ bases: Set<ContentHash>, _ failed: [ContentHash: String], _ sizes: [ContentHash: PixelSize]
    ) {
        failures.merge(failed) { first, _ in first }
        let drawn = bases.compactMap { base in drawnOn.removeValue(forKey: base).map { (base, $0) } }
        for (base, records) in drawn.sorted(by: { ($0.1.first?.ordinal ?? 0) < ($1.1.first?.ordinal ?? 0) }) {
            waiting -= records.count
            if let first = records.first, let clip = first.clip, let size = sizes[base] {
                sized[clip, default: [:]][size, default: []].append(first)
            }
            guard let reason = failures[base] else { continue }
            for (place, record) in records.enumerated() { add(record, on: reason, isFirst: place == 0) }
        }
    }

    /// At the end of a run: base frames of a clip most of which has another size.
    mutating func judgeSizes() {
        for (clip, sizes) in sized.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where !changed.contains(clip) {
            let sizes = sizes.sorted { ($0.value.count, $1.value[0].ordinal) > ($1.value.count, $0.value[0].ordinal) }
            guard let usual = sizes.first?.key else { continue }
            for (size, records) in sizes.dropFirst() {
                for record in records { add(record, on: Self.words(size, in: usual), isFirst: true) }
            }
        }
        sized = [:]
    }

    private static func words(_ size: PixelSize, in usual: PixelSize) -> String {
        "\(size.width)x\(size.height) in a clip of \(usual.width)x\(usual.height)"
    }

    private mutating func add(_ record: FrameRecord, on reason: String, isFirst: Bool) {
        guard let clip = record.clip else { return }
        broken.append(Broken(record: record, clip: clip, index: record.baseIndex, reason: reason, isFirst: isFirst))
    }
}
